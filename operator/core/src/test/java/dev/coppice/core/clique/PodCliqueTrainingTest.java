package dev.coppice.core.clique;

import static dev.coppice.core.clique.TrainingClique.DONE;
import static dev.coppice.core.clique.TrainingClique.FAILED;
import static dev.coppice.core.clique.TrainingClique.RUNS;
import static dev.coppice.core.clique.TrainingClique.TRACKED;
import static dev.coppice.core.clique.TrainingClique.UNTRACKED;
import static dev.coppice.core.clique.TrainingClique.clique;
import static dev.coppice.core.clique.TrainingClique.created;
import static dev.coppice.core.clique.TrainingClique.deleted;
import static dev.coppice.core.clique.TrainingClique.mark;
import static dev.coppice.core.clique.TrainingClique.plan;
import static dev.coppice.core.clique.TrainingClique.pod;
import static dev.coppice.core.clique.TrainingClique.recorded;
import static dev.coppice.core.clique.TrainingClique.set;
import static dev.coppice.core.clique.TrainingClique.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.SubGroupPolicy;
import dev.coppice.api.clique.SubGroupPolicyType;
import dev.coppice.api.clique.SubGroupStatus;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pods of a training job, as their PodClique's planner decides about them. */
class PodCliqueTrainingTest {

  @Test
  void makes_no_pod_before_its_attempt_may_run_and_says_so() {
    PodCliqueStatus status = written(plan(clique(2, 2, mark(0, "false"), "")));

    assertThat(status.attempt()).isZero();
    assertThat(status.attemptRun()).isEqualTo("false");
    assertThat(Conditions.find(status.conditions(), "Waiting").orElseThrow().getReason())
        .isEqualTo("Barrier");
  }

  @Test
  void makes_its_pods_when_it_may() {
    Plan plan = plan(clique(2, 2, mark(1, "true"), "attempt: 1, attemptRun: 'false'"));

    assertThat(created(plan))
        .hasSize(2)
        .allSatisfy(pod -> {
          assertThat(pod.getMetadata().getLabels()).containsEntry(Labels.RESTART_ATTEMPT, "1");
          assertThat(pod.getMetadata().getFinalizers()).containsExactly("grove.io/pod-tracking");
          assertThat(pod.getMetadata().getAnnotations())
              .doesNotContainKeys("grove.io/restart-attempt", "grove.io/attempt-run");
        });
  }

  @Test
  void writes_down_how_a_pod_ended_before_it_lets_it_go() {
    PodClique before = clique(2, 2, mark(0, "true"), "attempt: 0, attemptRun: 'true'");
    Pod[] pods = {pod(0, 0, TRACKED, DONE), pod(1, 0, TRACKED, RUNS)};

    PodCliqueStatus status = written(plan(before, pods));
    Plan next = plan(before.withStatus(status), pods);

    assertThat(status.completedIndexes()).isEqualTo("0");
    assertThat(next.actions())
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Patch.class, patch -> assertThat(patch.target().name()).isEqualTo("p0"));
  }

  @Test
  void takes_a_pod_of_its_attempt_back_before_it_is_judged_and_ends_those_of_others() {
    PodClique clique = clique(1, 1, mark(1, "true"), "attempt: 1, attemptRun: 'true'");
    Pod own = pod(0, 1, TRACKED, FAILED);
    Pod older = pod(1, 0, TRACKED, RUNS);
    own.getMetadata().setOwnerReferences(List.of());
    older.getMetadata().setOwnerReferences(List.of());

    assertThat(plan(clique, own).actions()).singleElement().isInstanceOf(Action.Read.class);
    Plan letGo = plan(clique, older);
    assertThat(letGo.actions()).singleElement().isInstanceOf(Action.Patch.class);
    older.getMetadata().setFinalizers(List.of());
    assertThat(deleted(plan(clique, older))).containsExactly("p1");
  }

  @Test
  void what_ends_before_its_attempt_may_run_is_no_failure() {
    PodClique held = clique(2, 2, mark(1, "false"), "attempt: 1, attemptRun: 'false'");

    Plan plan = plan(held, pod(0, 1, TRACKED, FAILED));

    assertThat(plan.actions()).singleElement().isInstanceOf(Action.Patch.class);
    assertThat(written(plan(held, pod(0, 1, UNTRACKED, FAILED))).failedIndexes()).isEmpty();
  }

  @Test
  void what_is_done_counts_in_its_subgroup_as_if_it_were_there() {
    PodClique divided =
        clique(4, 4, mark(0, "true"), "attempt: 0, attemptRun: 'true', completedIndexes: '0'");
    divided.setSpec(
        PodCliqueSpecBuilder.builder(divided.getSpec())
            .subGroupPolicy(new SubGroupPolicy(SubGroupPolicyType.LEADER_WORKER, 2))
            .build());

    PodCliqueStatus status =
        written(
            plan(
                divided,
                pod(1, 0, TRACKED, RUNS),
                pod(2, 0, TRACKED, RUNS),
                pod(3, 0, TRACKED, "phase: Pending")));

    assertThat(status.readyReplicas()).isEqualTo(3);
    assertThat(status.subGroups())
        .isEqualTo(new SubGroupStatus("EVEN", 4, 0, 2, 1, 2, 4, 4, List.of()));
    assertThat(Conditions.isTrue(status.conditions(), "Available")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", completedIndexes: '0-999999999'"})
  void a_number_that_nobody_allowed_is_not_counted_up_to(String completed) {
    PodClique scaled =
        clique(Integer.MAX_VALUE, 2, mark(0, "true"), "attempt: 0, attemptRun: 'true'" + completed);
    PodCliqueSet set = recorded(set(2, "0s"), scaled);

    assertTimeoutPreemptively(
        Duration.ofSeconds(10), () -> assertThat(created(plan(set, scaled))).isEmpty());
  }

  @Test
  void never_fills_an_index_again_that_is_done() {
    PodClique done =
        clique(2, 2, mark(0, "true"), "attempt: 0, attemptRun: 'true', completedIndexes: '0'");

    assertThat(created(plan(done)).map(pod -> pod.getMetadata().getLabels().get(Labels.POD_INDEX)))
        .containsExactly("1");
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 0s, false", "2, 2, 0s, false", "2, 2, 30s, true", "2, 1, 0s, true"})
  void replaces_a_pod_in_its_attempt_unless_the_replica_is_restarted_for_it(
      int replicas, int minimum, String delay, boolean replaced) {
    PodClique broken =
        clique(
            replicas,
            minimum,
            mark(0, "true"),
            "attempt: 0, attemptRun: 'true', availableInAttempt: true, failedIndexes: "
                + "[{index: 0, failures: 1, podUID: p0, pod: p0, finishedAt: '2026-08-19T10:09:00Z'}]");
    List<Pod> pods = new ArrayList<>(List.of(pod(0, 0, UNTRACKED, FAILED)));
    if (replicas > 1) {
      pods.add(pod(1, 0, TRACKED, RUNS));
    }

    Plan plan = plan(recorded(set(replicas, delay), broken), broken, pods.toArray(Pod[]::new));

    assertThat(deleted(plan).toList().contains("p0")).isEqualTo(replaced);
  }

  @ParameterizedTest
  @CsvSource({"0s, false", "30s, true"})
  void fills_an_index_whose_pod_has_vanished_unless_the_replica_is_restarted_for_it(
      String delay, boolean filled) {
    PodClique clique =
        clique(
            2,
            2,
            mark(0, "true"),
            "attempt: 0, attemptRun: 'true', wasAvailable: true, availableInAttempt: true");

    Plan plan = plan(recorded(set(2, delay), clique), clique, pod(1, 0, TRACKED, RUNS));

    assertThat(created(plan).toList()).hasSize(filled ? 1 : 0);
  }

  @Test
  void fills_an_index_that_failed_again_and_again_after_a_while() {
    PodClique broken =
        clique(
            2,
            1,
            mark(0, "true"),
            "attempt: 0, attemptRun: 'true', availableInAttempt: true, failedIndexes: "
                + "[{index: 0, failures: 3, podUID: p0, pod: p0, finishedAt: '2026-08-19T10:09:45Z'}]");

    Plan plan = plan(broken, pod(1, 0, TRACKED, RUNS));

    assertThat(created(plan)).isEmpty();
    assertThat(plan.requeueAt()).isEqualTo(Instant.parse("2026-08-19T10:10:05Z"));
    assertThat(Conditions.find(written(plan).conditions(), "Waiting").orElseThrow().getReason())
        .isEqualTo("BackOff");
  }

  @Test
  void gives_up_every_pod_of_an_earlier_attempt_and_forgets_how_they_ended() {
    PodClique restarted =
        clique(
            2,
            2,
            mark(1, "false"),
            "attempt: 0, attemptRun: 'true', availableInAttempt: true, completedIndexes: '1', failedIndexes: "
                + "[{index: 0, failures: 1, podUID: p0, pod: p0, finishedAt: '2026-08-19T10:09:45Z'}], "
                + "conditions: [{type: MinAvailableBreached, status: 'True', reason: PodsFailed, lastTransitionTime: '2026-08-19T10:09:59Z'}]");
    Pod[] pods = {pod(0, 0, UNTRACKED, FAILED), pod(1, 0, UNTRACKED, RUNS)};

    Plan drain = plan(restarted, pods);
    PodCliqueStatus status =
        written(
            plan(
                restarted,
                pod(
                    1,
                    0,
                    "deletionTimestamp: '2026-08-19T10:10:30Z'\n  deletionGracePeriodSeconds: 30",
                    RUNS)));

    assertThat(deleted(drain)).containsExactlyInAnyOrder("p0", "p1");
    assertThat(status.attempt()).isEqualTo(1);
    assertThat(status.activePods()).isEqualTo(1);
    assertThat(status.completedIndexes()).isNull();
    assertThat(status.failedIndexes()).isEmpty();
    assertThat(status.availableInAttempt()).isFalse();
    assertThat(Conditions.isTrue(status.conditions(), "MinAvailableBreached")).isFalse();
  }

  @Test
  void ends_what_runs_when_the_job_has_failed_and_leaves_the_logs_of_what_has_ended() {
    PodClique ended =
        clique(2, 2, mark(0, "never"), "attempt: 0, attemptRun: 'true', completedIndexes: '0'");

    Plan plan = plan(ended, pod(0, 0, UNTRACKED, DONE), pod(1, 0, TRACKED, RUNS));

    assertThat(deleted(plan)).containsExactly("p1");
    assertThat(created(plan)).isEmpty();
  }
}
