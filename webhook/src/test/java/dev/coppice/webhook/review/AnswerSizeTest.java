package dev.coppice.webhook.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import io.fabric8.kubernetes.api.model.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An answer has 64 KiB at most, and says how much it leaves out. */
class AnswerSizeTest {

  private static final String BELL = "\u0007";

  private static JsonNode answer(Verdict verdict) throws IOException {
    byte[] answer = ReviewFormat.write("u1", verdict);
    assertThat(answer).hasSizeLessThanOrEqualTo(64 << 10);
    JsonNode response = ReviewFormat.mapper().readTree(answer).path("response");
    assertThat(response.path("uid").asText()).isEqualTo("u1");
    return response;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a", BELL, "\"", "\\", "é", "…", "\ud83d\ude00", "\ud83d", "\udb40\udc01"})
  void no_character_takes_more_than_is_counted(String character) throws IOException {
    String text = character.repeat(100);

    byte[] written =
        ReviewFormat.mapper().writeValueAsString(text).getBytes(StandardCharsets.UTF_8);

    assertThat(written.length - 2).isLessThanOrEqualTo(AnswerSize.of(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"z", BELL, "\ud83d\ude00", "\udb40\udc01", "\ud83d"})
  void a_refusal_tells_as_much_as_fits(String character) throws IOException {
    String large = character.repeat(300 << 10);
    Findings.Collector found = new Findings.Collector();
    for (int i = 0; i < 500; i++) {
      FieldPath path = FieldPath.of("spec").index(i).key(large);
      found.invalid(path, large, large);
      found.warn(path, large);
    }
    Findings findings = found.findings();

    JsonNode response =
        answer(
            Verdict.of(
                findings, () -> Denials.invalid("grove.io", "PodCliqueSet", large, findings)));

    JsonNode causes = response.at("/status/details/causes");
    assertThat(causes.size()).isBetween(1, 100);
    assertThat(response.at("/status/message").asText())
        .endsWith("and %d more]".formatted(500 - causes.size()));
    assertThat(response.at("/status/details/name").asText()).hasSizeLessThanOrEqualTo(512);
    assertThat(told(response).getLast()).matches("and \\d+ more warnings");
    assertThat(passedOn(told(response))).isLessThanOrEqualTo(4096);
  }

  @Test
  void what_is_usual_is_told_as_a_whole() throws IOException {
    Findings.Collector found = new Findings.Collector();
    IntStream.range(0, 64)
        .forEach(i ->
            found.invalid(
                FieldPath.of("spec", "template", "cliques").index(i).child("name"),
                "Not a name",
                "must consist of lower-case letters, digits and '-'"));
    found.warn(FieldPath.of("spec"), "w".repeat(500));

    JsonNode response =
        answer(
            Verdict.of(
                found.findings(),
                () -> Denials.invalid("grove.io", "PodCliqueSet", "web", found.findings())));

    assertThat(response.at("/status/details/causes")).hasSize(64);
    assertThat(told(response)).containsExactly("spec: " + "w".repeat(500));
  }

  @Test
  void warnings_that_the_API_server_would_drop_are_counted() {
    List<String> warnings = Collections.nCopies(100, "w".repeat(300));

    Verdict verdict = Verdict.allow(warnings);

    assertThat(verdict.warnings())
        .hasSize(16)
        .startsWith("w".repeat(255) + "…")
        .endsWith("and 85 more warnings");
    assertThat(Verdict.allow(verdict.warnings())).isEqualTo(verdict);
  }

  private static List<String> told(JsonNode response) {
    return StreamSupport.stream(response.path("warnings").spliterator(), false)
        .map(JsonNode::asText)
        .toList();
  }

  private static int passedOn(List<String> warnings) {
    return warnings.stream().mapToInt(text -> text.codePointCount(0, text.length())).sum();
  }

  @Test
  void a_patch_is_whole_or_left_out() throws IOException {
    JsonNode response = answer(Verdict.patch(patch(520)));
    assertThat(response.has("patch")).isTrue();

    JsonNode without = answer(Verdict.patch(patch(1_000)));

    assertThat(without.has("patch")).isFalse();
    assertThat(without.has("patchType")).isFalse();
    assertThat(without.path("allowed").asBoolean()).isTrue();
    assertThat(told(without)).singleElement().asString().contains("64 KiB");
  }

  private static ArrayNode patch(int operations) {
    ArrayNode patch = ReviewFormat.mapper().createArrayNode();
    for (int i = 0; i < operations; i++) {
      patch
          .addObject()
          .put("op", "add")
          .put("path", "/spec/template/cliques/%d/spec/minAvailable".formatted(i))
          .put("value", 1);
    }
    return patch;
  }

  @Test
  void a_status_of_any_other_length_is_cut() throws IOException {
    Status status = Denials.forbidden(BELL.repeat(1 << 20));

    JsonNode response = answer(Verdict.deny(status));

    assertThat(response.at("/status/code").asInt()).isEqualTo(403);
    assertThat(response.at("/status/message").asText()).hasSize(1024).endsWith("…");
  }
}
