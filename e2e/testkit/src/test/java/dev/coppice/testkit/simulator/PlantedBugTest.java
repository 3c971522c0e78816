package dev.coppice.testkit.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.simulator.rule.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A simulator that finds nothing proves nothing. */
class PlantedBugTest {

  private static final int STEPS = 1000;

  @ParameterizedTest
  @CsvSource({
    "INDEX_FROM_STALE_CACHE, 3, one pod per index",
    "DELETE_WITHOUT_UID, 13, only what was seen",
    "STATUS_WITHOUT_RESOURCE_VERSION, 9, status is not lost",
    "GATE_REMOVED_ON_MISSING_BASE_GANG, 9, gates",
    "POD_CREATED_BESIDE_THOSE_OF_THE_DEAD, 3, nothing of the dead",
    "SIBLINGS_DO_NOT_WAKE, 2, nothing is left to do at rest"
  })
  void is_found(PlantedBug bug, long seed, String rule) {
    Run run = Walk.run(bug.subject(), seed, STEPS);

    assertThat(run.violation()).map(Violation::rule).contains(rule);
  }

  @Test
  void is_shrunk_to_a_script_of_which_every_step_is_needed() {
    Subject subject = PlantedBug.GATE_REMOVED_ON_MISSING_BASE_GANG.subject();
    Run life = Walk.run(subject, 9, STEPS);

    Run shrunk = new Shrinker(subject).shrink(life);

    assertThat(shrunk.violation()).map(Violation::rule).contains("gates");
    assertThat(shrunk.script().steps()).hasSizeLessThan(life.script().steps().size() / 4);
    for (int i = 0; i < shrunk.script().steps().size(); i++) {
      assertThat(Run.of(subject, without(shrunk.script(), i), line -> {}).violation())
          .map(Violation::rule)
          .isNotEqualTo(Optional.of("gates"));
    }
  }

  private static Script without(Script script, int step) {
    List<Step> steps = new ArrayList<>(script.steps());
    steps.remove(step);
    return script.with(steps);
  }
}
