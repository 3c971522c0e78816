package dev.coppice.core.set;

import static dev.coppice.core.set.TrainingFixture.clique;
import static dev.coppice.core.set.TrainingFixture.plan;
import static dev.coppice.core.set.TrainingFixture.released;
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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What PodCliques are told about the attempt of their replica. */
class TrainingMarksTest {

  private static final String FAILING =
      ", conditions: [{type: FailureTarget, status: 'True', reason: MaxRestartsExceeded}]";

  private static Plan tell(Snapshot<PodCliqueSet> snapshot) {
    return plan(SetTraining::tellAttempts, snapshot);
  }

  private static List<String> told(Plan plan) {
    return plan.actions().stream()
        .map(Action.Patch.class::cast)
        .map(patch ->
            patch.target().name() + " " + patch.operations().path(2).path("value").asText())
        .toList();
  }

  @Test
  void those_that_take_part_are_told_to_run_and_others_are_left_to_wait() {
    Snapshot<PodCliqueSet> snapshot =
        snapshot(
            set("", "replicaAttempts: [%s]".formatted(released(0, 0))),
            clique(0, "a", 0, "false", ""),
            clique(0, "b", 0, "true", ""),
            clique(1, "a", 0, "false", ""));

    assertThat(told(tell(snapshot))).containsExactly("x-0-a true");
  }

  @Test
  void a_podclique_that_was_made_anew_does_not_take_part() {
    PodClique next = clique(0, "a", 0, "false", "");
    next.getMetadata().setUid("next");

    assertThat(
            tell(snapshot(set("", "replicaAttempts: [%s]".formatted(released(0, 0))), next))
                .isEmpty())
        .isTrue();
  }

  @Test
  void a_restart_is_told_as_another_attempt_that_may_not_run_yet() {
    Plan plan =
        tell(
            snapshot(
                set("", "replicaAttempts: [{replicaIndex: 0, attempt: 1}]"),
                clique(0, "a", 0, "true", "")));

    assertThat(((Action.Patch) plan.actions().getFirst()).operations())
        .hasToString(
            """
            [{"op":"test","path":"/metadata/annotations/grove.io~1attempt-run","value":"true"},\
            {"op":"test","path":"/metadata/annotations/grove.io~1restart-attempt","value":"0"},\
            {"op":"add","path":"/metadata/annotations/grove.io~1attempt-run","value":"false"},\
            {"op":"add","path":"/metadata/annotations/grove.io~1restart-attempt","value":"1"}]\
            """);
  }

  @Test
  void when_the_job_fails_all_are_told_never_to_run_again() {
    Snapshot<PodCliqueSet> snapshot =
        snapshot(
            set("", released() + FAILING),
            clique(0, "a", 0, "true", ""),
            clique(0, "b", 0, "false", ""),
            clique(1, "a", 0, "never", ""));

    assertThat(told(tell(snapshot))).containsExactlyInAnyOrder("x-0-a never", "x-0-b never");
  }

  @Test
  void a_replica_that_has_done_its_work_is_left_alone() {
    assertThat(
            tell(snapshot(
                    set("", "replicaAttempts: [{replicaIndex: 0, attempt: 0, succeeded: true}]"),
                    clique(0, "a", 0, "true", "")))
                .isEmpty())
        .isTrue();
  }

  @Test
  void a_mark_that_is_ahead_of_the_record_is_taken_back_only_after_a_look_at_the_set() {
    PodCliqueSet set = set("", "replicaAttempts: [{replicaIndex: 0, attempt: 1}]");
    Snapshot<PodCliqueSet> snapshot = snapshot(set, clique(0, "a", 2, "false", ""));

    Action read = tell(snapshot).actions().getFirst();
    Plan sure = tell(snapshot.with(List.of(new Answer(read, new Outcome.Found(List.of(set))))));

    assertThat(read).isInstanceOf(Action.Read.class);
    assertThat(sure.actions()).singleElement().isInstanceOf(Action.Patch.class);
  }

  @Test
  void what_somebody_took_away_is_told_again() {
    PodClique bare = clique(0, "a", 0, "false", "");
    bare.getMetadata().setAnnotations(Map.of());

    assertThat(tell(snapshot(set("", ""), bare)).actions())
        .singleElement()
        .isInstanceOf(Action.Patch.class);
  }
}
