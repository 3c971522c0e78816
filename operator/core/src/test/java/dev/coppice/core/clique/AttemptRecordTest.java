package dev.coppice.core.clique;

import static dev.coppice.core.clique.TrainingClique.NOW;
import static dev.coppice.core.clique.TrainingClique.RUNS;
import static dev.coppice.core.clique.TrainingClique.TRACKED;
import static dev.coppice.core.clique.TrainingClique.UNTRACKED;
import static dev.coppice.core.clique.TrainingClique.clique;
import static dev.coppice.core.clique.TrainingClique.created;
import static dev.coppice.core.clique.TrainingClique.deleted;
import static dev.coppice.core.clique.TrainingClique.mark;
import static dev.coppice.core.clique.TrainingClique.plan;
import static dev.coppice.core.clique.TrainingClique.planner;
import static dev.coppice.core.clique.TrainingClique.pod;
import static dev.coppice.core.clique.TrainingClique.recorded;
import static dev.coppice.core.clique.TrainingClique.set;
import static dev.coppice.core.clique.TrainingClique.snapshot;
import static dev.coppice.core.clique.TrainingClique.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a PodClique of a training job believes of its attempt, and what it tells of it. */
class AttemptRecordTest {

  @ParameterizedTest
  @CsvSource({"0, false", "0, true", "7, true", "0, never"})
  void believes_nothing_that_its_set_has_not_recorded(int attempt, String run) {
    PodClique edited = clique(1, 1, mark(attempt, run), "attempt: 0, attemptRun: 'true'");
    PodCliqueSet set =
        recorded(set(1, "0s"), clique(1, 1, mark(0, run.equals("true") ? "false" : "true"), ""));

    Plan plan = plan(set, edited, pod(0, 0, TRACKED, RUNS));

    assertThat(plan.actions()).isEmpty();
  }

  @Test
  void ends_what_runs_beside_its_attempt_and_beyond_its_size() {
    PodClique running = clique(1, 1, mark(1, "true"), "attempt: 1, attemptRun: 'true'");

    Plan plan =
        plan(
            running,
            pod(0, 1, TRACKED, RUNS),
            pod(1, 1, UNTRACKED, RUNS),
            pod(2, 0, UNTRACKED, RUNS),
            pod(3, 7, UNTRACKED, RUNS));

    assertThat(deleted(plan)).containsExactlyInAnyOrder("p1", "p2", "p3");
  }

  @Test
  void is_done_when_it_is_made_anew_in_a_replica_that_has_succeeded() {
    PodClique fresh = clique(2, 2, mark(1, "false"), "");
    PodCliqueSet set =
        set(2, "0s")
            .withStatus(
                TestYaml.read(
                    "replicaAttempts: [{replicaIndex: 0, attempt: 1, succeeded: true, podCliques: [{name: x-0-a, uid: old}]}]",
                    PodCliqueSetStatus.class));

    PodCliqueStatus status = written(plan(set, fresh));

    assertThat(Conditions.isTrue(status.conditions(), "Succeeded")).isTrue();
    assertThat(status.conditions())
        .extracting(Condition::getType, Condition::getReason)
        .contains(
            tuple("Ready", "Succeeded"),
            tuple("Waiting", "NothingToWaitFor"),
            tuple("Progressing", "Complete"));
  }

  @ParameterizedTest(name = "a node that says {0} where it is 10:10:00")
  @CsvSource({"10:15:00, 10:10:00", "10:08:00, 10:08:00", "09:55:00, 10:00:00"})
  void a_job_starts_neither_before_its_pods_were_made_nor_after_now(String told, String started) {
    PodClique fresh = clique(1, 1, mark(0, "true"), "attempt: 0, attemptRun: 'true'");
    Pod pod =
        pod(
            0,
            0,
            TRACKED,
            RUNS
                + ", containerStatuses: [{name: m, state: {running: {startedAt: '2026-08-19T%sZ'}}}]"
                    .formatted(told));

    CliqueView view =
        CliqueView.withoutSet(snapshot(recorded(set(1, "0s"), fresh), fresh, pod), NOW);
    assertThat(AttemptStatus.counted(AttemptView.withoutNodes(view).orElseThrow()).startTime())
        .isEqualTo("2026-08-19T%sZ".formatted(started));
  }

  @Test
  void names_what_is_refused_in_place_of_the_pods_that_it_keeps() {
    PodClique held = clique(1, 1, mark(1, "false"), "attempt: 1, attemptRun: 'false'");
    Snapshot<PodClique> snapshot =
        snapshot(recorded(set(1, "0s"), held), held, pod(0, 0, UNTRACKED, RUNS));
    Plan drain = planner().plan(snapshot, NOW);
    Answer refused =
        new Answer(drain.actions().getFirst(), new Outcome.Refused(403, "kept by a policy"));

    Plan next = planner().plan(snapshot.with(List.of(refused)), NOW);

    assertThat(deleted(drain)).containsExactly("p0");
    assertThat(Conditions.find(written(next).conditions(), "Waiting").orElseThrow())
        .returns("Refused", Condition::getReason)
        .satisfies(waiting -> assertThat(waiting.getMessage()).contains("kept by a policy"));
  }

  @Test
  void does_nothing_without_its_mark() {
    assertThat(plan(clique(2, 2, "theirs: x", "")).isEmpty()).isTrue();
  }

  @Test
  void makes_no_pod_of_a_set_that_goes() {
    PodCliqueSet going = set(1, "0s");
    going.getMetadata().setDeletionTimestamp("2026-08-19T10:09:00Z");

    assertThat(
            created(plan(going, clique(1, 1, mark(0, "true"), "attempt: 0, attemptRun: 'true'"))))
        .isEmpty();
  }
}
