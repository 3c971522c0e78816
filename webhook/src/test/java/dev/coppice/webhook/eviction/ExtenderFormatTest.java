package dev.coppice.webhook.eviction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.coppice.core.queue.victim.NodeDecision;
import dev.coppice.webhook.eviction.ExtenderRequest.AskedPod;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExtenderFormatTest {

  private static byte[] file(String name) throws IOException {
    try (InputStream in = ExtenderFormatTest.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }

  private static ExtenderRequest read(String json) throws IOException {
    return ExtenderFormat.read(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"question-of-identifiers.json", "question-of-pods.json"})
  void both_forms_are_answered_by_identifiers_in_the_order_of_the_question(String question)
      throws IOException {
    ExtenderRequest request = ExtenderFormat.read(new ByteArrayInputStream(file(question)));

    NodeDecision decision = new Scene(true).extender().judge(request);

    assertThat(ExtenderFormat.write(request, decision))
        .isEqualTo(new String(file("answer.json"), StandardCharsets.UTF_8));
    assertThat(request.pod())
        .isEqualTo(
            new PendingPod(
                "ns", "wants-room", "uid-wants", Map.of("kai.scheduler/queue", "other"), 1000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"question-of-identifiers.json", "question-of-pods.json"})
  void names_are_read_in_any_case(String question) throws IOException {
    String text = new String(file(question), StandardCharsets.UTF_8);
    String lower =
        text.replace("\"Pod\"", "\"pod\"")
            .replace("\"NodeNameTo", "\"nodeNameTo")
            .replace("\"Pods\"", "\"pods\"")
            .replace("\"UID\"", "\"uid\"")
            .replace("\"NumPDB", "\"numPDB");

    assertThat(lower).isNotEqualTo(text);
    assertThat(read(lower)).isEqualTo(read(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToVictims\":null,\"NodeNameToMetaVictims\":null}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToMetaVictims\":{}}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToMetaVictims\":{\"n1\":null}}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":null}}}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToVictims\":{\"n1\":{\"Pods\":[]}}}",
      })
  void without_victims_the_answer_is_an_empty_map_and_never_null(String question)
      throws IOException {
    ExtenderRequest request = read(question);

    assertThat(ExtenderFormat.write(request, new Scene(true).extender().judge(request)))
        .isEqualTo("{\"NodeNameToMetaVictims\":{}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "[]",
        "{",
        "{}",
        "{\"Pod\":null}",
        "{\"Pod\":{\"metadata\":{}}}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[null]}}}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[{}]}}}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToVictims\":{\"n1\":{\"Pods\":[{\"metadata\":{}}]}}}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToMetaVictims\":7}",
      })
  void what_is_no_question_is_told_so(String body) {
    assertThatExceptionOfType(JsonProcessingException.class).isThrownBy(() -> read(body));
  }

  @Test
  void labels_are_known_only_of_whole_pods() throws IOException {
    assertThat(
            read(new String(file("question-of-identifiers.json"), StandardCharsets.UTF_8))
                .nodes()
                .get("n3")
                .pods())
        .isEqualTo(List.of(new AskedPod("foreign-3", null)));
    assertThat(
            read(new String(file("question-of-pods.json"), StandardCharsets.UTF_8))
                .nodes()
                .get("n1")
                .pods())
        .startsWith(new AskedPod("foreign-2", Map.of("app", "x")));
  }
}
