package dev.coppice.core.admission.field;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class FindingsTest {

  private static final FieldPath NAME =
      FieldPath.of("spec", "template").child("cliques").index(2).child("name");

  private static final String LARGE = "z".repeat(300 << 10);

  static Stream<Arguments> texts() {
    return Stream.of(
        text(c -> c.required(NAME, "must not be empty"), "Required value: must not be empty"),
        text(c -> c.required(NAME, ""), "Required value"),
        text(c -> c.invalid(NAME, "a\"b", "no"), "Invalid value: \"a\\\"b\": no"),
        text(c -> c.invalid(NAME, -1, "no"), "Invalid value: -1: no"),
        text(c -> c.invalid(NAME, true, "no"), "Invalid value: true: no"),
        text(c -> c.invalid(NAME, null, "no"), "Invalid value: \"null\": no"),
        text(c -> c.invalid(NAME, List.of("a"), "no"), "Invalid value: [\"a\"]: no"),
        text(c -> c.duplicate(NAME, "a"), "Duplicate value: \"a\""),
        text(c -> c.forbidden(NAME, "no"), "Forbidden: no"),
        text(c -> c.notFound(NAME, "a", ""), "Not found: \"a\""),
        text(
            c -> c.unsupported(NAME, "c", List.of("b", "a")),
            "Unsupported value: \"c\": supported values: \"a\", \"b\""),
        text(c -> c.tooLong(NAME, 3), "Too long: may not be more than 3 bytes"),
        text(c -> c.tooMany(NAME, 9, 3), "Too many: 9: must have at most 3 items"));
  }

  private static Arguments text(Consumer<Findings.Collector> note, String text) {
    return Arguments.of(note, text);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void read_like_the_field_errors_of_kubernetes(Consumer<Findings.Collector> note, String text) {
    Findings.Collector found = new Findings.Collector();

    note.accept(found);

    assertThat(found.findings().message()).isEqualTo("spec.template.cliques[2].name: " + text);
  }

  @ParameterizedTest
  @CsvSource({
    "plain text, plain text",
    "tab\there, tab\\there",
    "back\\slash, back\\\\slash",
    "größe-名前, größe-名前",
    "'\u0001', \\x01",
    "\u00a0, \\u00a0",
    "\ud800, \\ufffd",
    "\ud83d\ude00, \ud83d\ude00",
    "\udb40\udc01, \\U000e0001"
  })
  void quote_texts_as_go_does(String text, String quoted) {
    assertThat(FieldValue.quote(text)).isEqualTo("\"" + quoted + "\"");
  }

  @Test
  void put_several_violations_into_one_line() {
    Findings.Collector found = new Findings.Collector();

    found.required(FieldPath.of("a").key("k/ey"), "");
    found.forbidden(FieldPath.of("b"), "no");

    assertThat(found.findings().message()).isEqualTo("[a[k/ey]: Required value, b: Forbidden: no]");
  }

  @Test
  void stay_readable_when_everything_is_wrong() {
    Findings.Collector found = new Findings.Collector();

    IntStream.range(0, 10_000).forEach(i -> found.required(FieldPath.of("list").index(i), ""));

    assertThat(found.findings().violations()).hasSize(100);
    assertThat(found.findings().message())
        .hasSizeLessThan(4_000)
        .endsWith("list[99]: Required value, and 9900 more]");
  }

  @Test
  void tell_each_thing_once() {
    Findings.Collector found = new Findings.Collector();

    IntStream.range(0, 300).forEach(_ -> found.invalid(NAME, List.of("a"), "no"));

    assertThat(found.findings().message())
        .isEqualTo("spec.template.cliques[2].name: Invalid value: [\"a\"]: no");
  }

  @Test
  void count_the_warnings_that_nobody_would_read() {
    Findings.Collector found = new Findings.Collector();

    IntStream.range(0, 10_000).forEach(i -> found.warn(FieldPath.of("list").index(i), "look out"));

    assertThat(found.findings().warnings()).hasSize(100).endsWith("list[99]: look out");
    assertThat(found.findings().moreWarnings()).isEqualTo(9_900);
    assertThat(found.findings().and(found.findings()).moreWarnings()).isEqualTo(19_900);
  }

  static Stream<Object> largeValues() {
    return Stream.of(
        LARGE,
        BigInteger.TEN.pow(10_000),
        List.of(LARGE, LARGE),
        Collections.nCopies(1 << 20, "z"),
        Map.of(LARGE, 1),
        new PodSpecBuilder().withHostname(LARGE).build(),
        new PodSpecBuilder().withAdditionalProperties(Map.of(LARGE, LARGE)).build());
  }

  @ParameterizedTest
  @MethodSource("largeValues")
  void quote_values_as_far_as_anybody_reads(Object value) {
    Violation violation = new Violation(NAME, Violation.Type.INVALID, value, "no");

    String quoted = violation.body().replaceAll("^Invalid value: |: no$", "");
    assertThat(quoted.replaceAll("^\"|\"$", ""))
        .hasSizeBetween(254, 256)
        .endsWith("…")
        .doesNotContain("……");
  }

  @Test
  void cut_no_character_in_two() {
    String characters = "\ud83d\ude00".repeat(300);

    assertThat(new Violation(NAME, Violation.Type.DUPLICATE, characters, "").body())
        .isEqualTo("Duplicate value: \"" + "\ud83d\ude00".repeat(255) + "…\"");
    assertThat(new Violation(NAME, Violation.Type.DUPLICATE, List.of(characters), "").body())
        .isEqualTo("Duplicate value: [\"" + "\ud83d\ude00".repeat(253) + "…");
    String fits = "\ud83d\ude00".repeat(256);
    assertThat(new Violation(NAME, Violation.Type.DUPLICATE, fits, "").body()).contains(fits);
  }

  @Test
  void hold_nothing_of_what_they_tell() {
    List<String> list = new ArrayList<>(List.of("a"));
    Violation violation = new Violation(NAME, Violation.Type.INVALID, list, "no");

    list.set(0, "b");

    assertThat(violation.body()).isEqualTo("Invalid value: [\"a\"]: no");
    assertThat(violation)
        .isEqualTo(new Violation(NAME, Violation.Type.INVALID, List.of("a"), "no"))
        .isNotEqualTo(new Violation(NAME, Violation.Type.INVALID, "[\"a\"]", "no"));
  }

  @Test
  void cut_keys_and_names_in_paths() {
    FieldPath path = FieldPath.of("metadata").child("labels").key(LARGE).child(LARGE);

    assertThat(path.text()).hasSize("metadata.labels[".length() + 256 + "].".length() + 256);
    FieldPath deep = path;
    for (int i = 0; i < 128; i++) {
      deep = deep.child(LARGE);
    }
    assertThat(deep.text()).hasSize(1024).endsWith("…");
  }
}
