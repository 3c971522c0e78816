package dev.coppice.core.set;

import static dev.coppice.core.set.TrainingFixture.NOW;
import static dev.coppice.core.set.TrainingFixture.plan;
import static dev.coppice.core.set.TrainingFixture.set;
import static dev.coppice.core.set.TrainingFixture.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Plan;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** When a training job that has ended is deleted. */
class TrainingTtlTest {

  private static final String ENDED = "phase: Succeeded, completionTime: '2026-08-19T10:09:30Z'";

  private static Plan deletion(String training, String status) {
    return plan(SetTraining::deleteFinished, snapshot(set(training, status)));
  }

  @Test
  void goes_as_it_was_seen_when_its_time_has_passed() {
    assertThat(deletion("ttlSecondsAfterFinished: 30", ENDED).actions())
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Delete.class,
            delete -> {
              assertThat(delete.uid()).isEqualTo("set-uid");
              assertThat(delete.resourceVersion()).isEqualTo("7");
            });
  }

  @Test
  void waits_for_that_instant() {
    Plan plan = deletion("ttlSecondsAfterFinished: 31", ENDED);

    assertThat(plan.isEmpty()).isTrue();
    assertThat(plan.requeueAt()).isEqualTo(NOW.plusSeconds(1));
    assertThat(plan.requeueAt()).isEqualTo(Instant.parse("2026-08-19T10:10:01Z"));
  }

  @Test
  void stays_without_a_time_or_an_end() {
    assertThat(deletion("", ENDED).isEmpty()).isTrue();
    assertThat(deletion("ttlSecondsAfterFinished: 0", "phase: Running").isEmpty()).isTrue();
  }
}
