package dev.coppice.core.admission.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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

    assertThat(found.findings().violations()).hasSize(10_000);
    assertThat(found.findings().message())
        .hasSizeLessThan(4_000)
        .endsWith("list[99]: Required value, and 9900 more]");
  }
}
