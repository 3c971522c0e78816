package dev.coppice.benchmark.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RowTest {

  private static final Figure BUDGETED = Figure.atMost(1.1, "writes", "", Unit.WRITES_PER_POD);
  private static final Figure TOLD = Figure.told("peak", "", Unit.MEBIBYTES);

  static Stream<Arguments> verdicts() {
    return Stream.of(
        verdict("below the budget", BUDGETED, Outcome.of(1.0), "ok", true),
        verdict("exactly the budget", BUDGETED, Outcome.of(1.1), "ok", true),
        verdict("above by less than is shown", BUDGETED, Outcome.of(1.1001), "OVER", false),
        verdict("no value", BUDGETED, Outcome.none("no time"), "MISSING", false),
        verdict("no budget", TOLD, Outcome.of(1_000), "", null));
  }

  private static Arguments verdict(
      String name, Figure figure, Outcome outcome, String word, Boolean ok) {
    return Arguments.argumentSet(name, new Row(figure, outcome, Optional.empty()), word, ok);
  }

  @ParameterizedTest
  @MethodSource("verdicts")
  void judges_by_the_budget(Row row, String word, Boolean ok) {
    assertThat(row.verdict()).isEqualTo(word);
    assertThat(row.ok()).isEqualTo(Optional.ofNullable(ok));
  }

  static Stream<Arguments> lines() {
    return Stream.of(
        Arguments.argumentSet(
            "a kept budget",
            new Row(BUDGETED, Outcome.of(1.00044), Optional.empty()),
            """
            {"figure":"writes","value":1,"budget":1.1,"ok":true}\
            """),
        Arguments.argumentSet(
            "no value, and why",
            new Row(BUDGETED, Outcome.none("no time"), Optional.empty()),
            """
            {"figure":"writes","value":null,"budget":1.1,"ok":false,"note":"no time"}\
            """),
        Arguments.argumentSet(
            "no budget",
            new Row(TOLD, Outcome.of(10_000), Optional.empty()),
            """
            {"figure":"peak","value":10000,"budget":null,"ok":null}\
            """),
        Arguments.argumentSet(
            "with a peer",
            new Row(BUDGETED, Outcome.of(1, "a"), Optional.of(Outcome.of(11, "b"))),
            """
            {"figure":"writes","value":1,"budget":1.1,"ok":true,"peer":11,"note":"a; peer: b"}\
            """));
  }

  @ParameterizedTest
  @MethodSource("lines")
  void is_one_object_in_json(Row row, String json) {
    assertThat(row.json()).isEqualTo(json);
  }

  @Test
  void shows_values_in_their_units() {
    Row row = new Row(BUDGETED, Outcome.of(1.004), Optional.of(Outcome.none("")));

    assertThat(row)
        .returns("1.00 writes/pod", Row::value)
        .returns("<= 1.10 writes/pod", Row::budget)
        .returns("-", Row::peerValue);
  }
}
