package dev.coppice.app.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.core.time.GoDuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the chart takes as configuration is what the process takes. */
class ConfigurationSchemaTest {

  private static final Path VALUES = Path.of("../../charts/coppice/values.schema.json");

  @Test
  void is_checked_in_as_the_records_of_this_commit_have_it() throws IOException {
    String checkedIn = Files.readString(VALUES);

    assertThat(checkedIn)
        .as("%s is stale: run hack/generate", VALUES)
        .isEqualTo(ValuesSchema.withDefinition(checkedIn));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /admission/properties/maxPods/type                                   | ["integer","null"]
          /admission/properties/maxSetBytes/type                               | ["integer","null"]
          /authorizer/properties/exemptServiceAccountUserNames/items/type      | "string"
          /leaderElection/additionalProperties                                 | false
          /leaderElection/properties/enabled/type                              | ["boolean","null"]
          /leaderElection/properties/leaseDuration/type                        | ["string","null"]
          /logLevel/enum                                                       | ["debug","info","error",null]
          /minRuntime/properties/default/properties/preempt/type               | ["string","null"]
          /minRuntime/properties/nodePools/additionalProperties/type           | "object"
          /minRuntime/properties/nodePools/additionalProperties/properties/reclaim/type | ["string","null"]
          /enforcement/enum                                                    | ["Auto","Extender","WebhookOnly","Delegated","Off",null]
          /scheduler/properties/profiles/items/type                            | "object"
          /scheduler/properties/profiles/items/additionalProperties            | false
          /debugging/additionalProperties                                      | false
          /authorizer/properties/reconcilerServiceAccountUserName/type         |
          """)
  void says_what_a_key_may_hold(String path, String expected) {
    JsonNode found = ConfigurationSchema.generate().path("properties").at(path);

    assertThat(found.toString()).isEqualTo(expected == null ? "" : expected);
  }

  @Test
  void refuses_unknown_keys_at_the_top() {
    assertThat(ConfigurationSchema.generate().path("additionalProperties").toString())
        .isEqualTo("false");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"15s", "1h30m", "1.5h", ".5s", "1.s", "-1s", "+2m", "0", "3us", "3µs", "3μs"})
  void takes_a_duration_that_the_process_reads(String text) {
    assertThat(text).matches(ConfigurationSchema.DURATION);
    assertThatCode(() -> GoDuration.parse(text)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "15", "s", ".s", "1d", "1 s", "1h-5m", "--1s", "00"})
  void refuses_a_duration_that_the_process_refuses(String text) {
    assertThat(text).doesNotMatch(ConfigurationSchema.DURATION);
    assertThatIllegalArgumentException().isThrownBy(() -> GoDuration.parse(text));
  }
}
