package dev.coppice.core.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.core.testing.TestYaml;
import dev.coppice.core.training.AttemptMark.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AttemptMarkTest {

  private static PodClique clique(String annotations) {
    return TestYaml.read(
        "{metadata: {name: c, resourceVersion: '7', annotations: %s}}".formatted(annotations),
        PodClique.class);
  }

  private static PodClique marked(int attempt, String run) {
    return clique(
        "{grove.io/restart-attempt: '%d', grove.io/attempt-run: '%s', theirs: x}"
            .formatted(attempt, run));
  }

  @Test
  void is_read_as_it_was_written() {
    AttemptMark mark = new AttemptMark(3, Run.HELD);

    assertThat(AttemptMark.of(mark.on(clique("{theirs: x}")))).contains(mark);
    assertThat(mark.on(clique("{theirs: x}")).getMetadata().getAnnotations())
        .containsEntry("theirs", "x");
  }

  @ParameterizedTest
  @CsvSource({
    "'{}'",
    "'{grove.io/restart-attempt: \"1\"}'",
    "'{grove.io/attempt-run: \"true\"}'",
    "'{grove.io/restart-attempt: \"1\", grove.io/attempt-run: \"perhaps\"}'",
    "'{grove.io/restart-attempt: \"-1\", grove.io/attempt-run: \"true\"}'"
  })
  void what_nobody_can_read_is_no_mark(String annotations) {
    assertThat(AttemptMark.of(clique(annotations))).isEmpty();
  }

  @Test
  void a_patch_holds_only_for_the_marks_that_were_seen() {
    assertThat(new AttemptMark(0, Run.RELEASED).patch(marked(0, "false")).operations())
        .hasToString(
            """
            [{"op":"test","path":"/metadata/annotations/grove.io~1attempt-run","value":"false"},\
            {"op":"test","path":"/metadata/annotations/grove.io~1restart-attempt","value":"0"},\
            {"op":"add","path":"/metadata/annotations/grove.io~1attempt-run","value":"true"}]\
            """);
  }

  @Test
  void marks_that_somebody_took_away_come_back_only_while_nobody_has_changed_the_object() {
    assertThat(new AttemptMark(1, Run.HELD).patch(clique("{theirs: x}")).operations())
        .hasToString(
            """
            [{"op":"test","path":"/metadata/resourceVersion","value":"7"},\
            {"op":"add","path":"/metadata/annotations/grove.io~1attempt-run","value":"false"},\
            {"op":"add","path":"/metadata/annotations/grove.io~1restart-attempt","value":"1"}]\
            """);
    assertThat(
            new AttemptMark(1, Run.HELD)
                .patch(clique("{}"))
                .operations()
                .get(1)
                .path("path")
                .asText())
        .isEqualTo("/metadata/annotations");
  }

  @ParameterizedTest
  @CsvSource({
    "1, HELD, 2, HELD, true",
    "1, RELEASED, 2, HELD, true",
    "1, HELD, 1, RELEASED, true",
    "1, RELEASED, 1, ENDED, true",
    "1, RELEASED, 1, HELD, false",
    "2, HELD, 1, RELEASED, false",
    "1, HELD, 1, HELD, false"
  })
  void an_attempt_begins_held_is_released_and_ends(
      int attempt, Run run, int otherAttempt, Run otherRun, boolean behind) {
    assertThat(new AttemptMark(attempt, run).isBehind(new AttemptMark(otherAttempt, otherRun)))
        .isEqualTo(behind);
  }

  @Test
  void a_status_without_an_attempt_has_reported_nothing() {
    AttemptMark first = new AttemptMark(0, Run.HELD);

    assertThat(first.isOf(PodCliqueStatusBuilder.builder().build())).isFalse();
    assertThat(first.isOf(PodCliqueStatusBuilder.builder().attempt(0).attemptRun("true").build()))
        .isTrue();
    assertThat(
            first.isReportedBy(
                PodCliqueStatusBuilder.builder().attempt(0).attemptRun("true").build()))
        .isFalse();
    assertThat(
            first.isReportedBy(
                PodCliqueStatusBuilder.builder().attempt(0).attemptRun("false").build()))
        .isTrue();
  }
}
