package dev.coppice.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.core.clique.CliqueFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartupRefusalTest {

  private static final String TOO_LITTLE =
      "pods is forbidden: minimum cpu usage per Container is 100m, but request is 10m";

  private static PodClique clique(String... parents) {
    return CliqueFamily.startingAfter(CliqueFamily.standalone("llm-0-a", "u"), parents);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          minimum cpu usage per Container is 100m, but request is 10m | startup.resources.requests.cpu
          [minimum cpu usage per Container is 100m, but request is 10m, minimum memory usage per Container is 64Mi, but request is 16Mi] | startup.resources.requests.cpu and startup.resources.requests.memory
          [minimum cpu usage per Container is 100m, but request is 10m, minimum cpu usage per Container is 100m, but limit is 10m] | startup.resources.requests.cpu and startup.resources.limits.cpu
          maximum memory usage per Container is 8Mi, but limit is 16Mi | startup.resources.limits.memory
          minimum memory usage per Container is 64Mi, but request is 16777216 | startup.resources.requests.memory
          """)
  void names_the_key_of_each_amount_that_a_limit_range_does_not_take(String words, String keys) {
    assertThat(explained(words))
        .isEqualTo(
            words
                + "; the operator's init container grove-initc asks for that much: see "
                + keys
                + " in the configuration of the operator");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          minimum cpu usage per Container is 100m, but request is 20m |
          minimum cpu usage per Pod is 100m, but request is 10m |
          minimum nvidia.com/gpu usage per Container is 1, but request is 10m |
          minimum cpu usage per Container is 100m. No request is specified |
          exceeded quota: pods, requested: pods=1, limited: pods=1 |
          """)
  void leaves_what_is_about_something_else_as_it_is(String words) {
    assertThat(explained(words)).isEqualTo(words);
  }

  @Test
  void speaks_of_no_container_that_pods_do_not_have() {
    assertThat(StartupRefusal.explained(TOO_LITTLE, clique(), StartupSettings.DEFAULTS))
        .isEqualTo(TOO_LITTLE);
  }

  private static String explained(String words) {
    return StartupRefusal.explained(words, clique("llm-0-b"), StartupSettings.DEFAULTS);
  }
}
