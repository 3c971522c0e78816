package dev.coppice.core.set;

import static dev.coppice.core.set.TrainingFixture.afterReading;
import static dev.coppice.core.set.TrainingFixture.clique;
import static dev.coppice.core.set.TrainingFixture.plan;
import static dev.coppice.core.set.TrainingFixture.released;
import static dev.coppice.core.set.TrainingFixture.running;
import static dev.coppice.core.set.TrainingFixture.set;
import static dev.coppice.core.set.TrainingFixture.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.reconcile.Step;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of PodCliques that another job has left behind. */
class TrainingOrphansTest {

  private static PodClique orphan() {
    PodClique clique = clique(0, "a", 0, "true", "completedIndexes: '0'");
    clique.getMetadata().setOwnerReferences(List.of());
    return clique;
  }

  private static Plan sweep(Snapshot<PodCliqueSet> snapshot) {
    return plan(TrainingOrphans::delete, snapshot);
  }

  @Test
  void what_another_job_left_goes_after_a_look_at_the_set() {
    PodCliqueSet set = set("", "");
    PodClique left = orphan();
    Snapshot<PodCliqueSet> snapshot = snapshot(set, left);

    Action read = sweep(snapshot).actions().getFirst();
    Plan sure = sweep(snapshot.with(List.of(new Answer(read, new Outcome.Found(List.of(set))))));

    assertThat(read).isInstanceOf(Action.Read.class);
    assertThat(sure.actions())
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Delete.class,
            delete -> assertThat(delete.uid()).isEqualTo(left.getMetadata().getUid()));
  }

  @Test
  void what_takes_part_in_an_attempt_is_kept_to_be_taken_back() {
    PodCliqueSet set = set("", "replicaAttempts: [%s]".formatted(released(0, 0)));

    assertThat(sweep(snapshot(set, orphan())).isEmpty()).isTrue();
  }

  @Test
  void what_is_not_ours_or_belongs_to_somebody_is_left_alone() {
    PodClique foreign = orphan();
    foreign.getMetadata().setLabels(Map.of());

    assertThat(sweep(snapshot(set("", ""), foreign, clique(0, "b", 0, "false", ""))).isEmpty())
        .isTrue();
  }

  @Test
  void one_that_has_lost_its_owner_and_its_labels_is_not_gone() {
    Step<SetView> advance = SetTraining::advance;
    PodCliqueSet set = set("maxRestarts: 1", "replicaAttempts: [%s]".formatted(released(0, 0)));
    PodClique bare = running(0, "a", "activePods: 1");
    bare.getMetadata().setOwnerReferences(List.of());
    bare.getMetadata().setLabels(Map.of());
    PodClique other = running(0, "b", "activePods: 1");

    assertThat(plan(advance, snapshot(set, bare, other)).isEmpty()).isTrue();
    assertThat(plan(advance, afterReading(advance, snapshot(set, other), bare)).isEmpty()).isTrue();
  }
}
