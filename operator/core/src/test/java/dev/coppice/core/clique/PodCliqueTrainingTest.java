package dev.coppice.core.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.template.TemplateHash;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pods of a training job, as their PodClique's planner decides about them. */
class PodCliqueTrainingTest {

  private static final Instant NOW = Instant.parse("2026-08-19T10:10:00Z");
  private static final String TRACKED = "finalizers: [grove.io/pod-tracking]";
  private static final String RUNS = "phase: Running, conditions: [{type: Ready, status: 'True'}]";
  private static final String DONE = "phase: Succeeded";
  private static final String FAILED =
      "phase: Failed, containerStatuses: [{name: m, state: {terminated: {exitCode: 1, finishedAt: '2026-08-19T10:09:00Z'}}}]";

  private static final PodGang GANG =
      TestYaml.read(
          """
          metadata: {name: x-0, namespace: ai, uid: gang,
            ownerReferences: [{kind: PodCliqueSet, name: x, uid: set-uid, controller: true}]}
          spec: {podgroups: [{name: x-0-a, minReplicas: 1}]}
          """,
          PodGang.class);
  private static final Node NODE =
      TestYaml.read(
          "{metadata: {name: n}, status: {conditions: [{type: Ready, status: 'True'}]}}",
          Node.class);

  private static PodCliqueSet set(int replicas, String delay) {
    return TestYaml.read(
        """
        metadata: {name: x, namespace: ai, uid: set-uid, generation: 1}
        spec:
          replicas: 1
          workloadType: Training
          template:
            terminationDelay: %s
            cliques:
            - {name: a, spec: {replicas: %d, minAvailable: 1, podSpec: {restartPolicy: Never, containers: [{name: m, image: i}]}}}
        """
            .formatted(delay, replicas),
        PodCliqueSet.class);
  }

  private static PodClique clique(int replicas, int minimum, String mark, String status) {
    PodClique clique =
        TestYaml.read(
            """
            metadata:
              name: x-0-a
              namespace: ai
              uid: c
              generation: 1
              labels: {app.kubernetes.io/managed-by: grove-operator, app.kubernetes.io/part-of: x,
                grove.io/podcliqueset-replica-index: '0', grove.io/podgang: x-0}
              annotations: {%s}
              ownerReferences: [{kind: PodCliqueSet, name: x, uid: set-uid, controller: true}]
            spec: {replicas: %d, minAvailable: %d, podSpec: {restartPolicy: Never, containers: [{name: m, image: i}]}}
            status: {%s}
            """
                .formatted(mark, replicas, minimum, status),
            PodClique.class);
    clique
        .getMetadata()
        .getAnnotations()
        .put("grove.io/pod-spec-hash", TemplateHash.ofPodSpec(clique.getSpec().podSpec()));
    return clique;
  }

  private static String mark(int attempt, String run) {
    return "grove.io/restart-attempt: '%d', grove.io/attempt-run: '%s'".formatted(attempt, run);
  }

  private static Pod pod(int index, int attempt, String metadata, String status) {
    return TestYaml.read(
        """
        metadata:
          name: p%1$d
          namespace: ai
          uid: p%1$d
          creationTimestamp: '2026-08-19T10:00:00Z'
          labels: {grove.io/podclique: x-0-a, app.kubernetes.io/part-of: x,
            grove.io/podclique-pod-index: '%1$d', grove.io/restart-attempt: '%2$d'}
          ownerReferences: [{kind: PodClique, name: x-0-a, uid: c, controller: true}]
          %3$s
        spec: {nodeName: n}
        status: {%4$s}
        """
            .formatted(index, attempt, metadata, status),
        Pod.class);
  }

  private static Plan plan(PodClique clique, HasMetadata... others) {
    return plan(set(clique.getSpec().replicas(), "0s"), clique, others);
  }

  private static Plan plan(PodCliqueSet set, PodClique clique, HasMetadata... others) {
    List<HasMetadata> observed = new ArrayList<>(List.of(set, GANG, NODE));
    observed.addAll(List.of(others));
    return new PodCliquePlanner(
            SchedulerBackends.standard(), PodSettings.DEFAULTS, Validity.standard())
        .plan(Snapshot.of(clique, Observed.of(observed)), NOW);
  }

  private static PodCliqueStatus written(Plan plan) {
    return plan.actions().stream()
        .filter(Action.PutStatus.class::isInstance)
        .map(put -> ((PodClique) ((Action.PutStatus) put).object()).statusOrEmpty())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no status in " + plan.actions()));
  }

  private static Stream<Pod> created(Plan plan) {
    return plan.actions().stream()
        .filter(Action.Create.class::isInstance)
        .map(create -> (Pod) ((Action.Create) create).object());
  }

  private static Stream<String> deleted(Plan plan) {
    return plan.actions().stream()
        .filter(Action.Delete.class::isInstance)
        .map(delete -> delete.target().name());
  }

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
    List<Pod> pods = new ArrayList<>(List.of(pod(0, 0, "annotations: {}", FAILED)));
    if (replicas > 1) {
      pods.add(pod(1, 0, TRACKED, RUNS));
    }

    Plan plan = plan(set(replicas, delay), broken, pods.toArray(Pod[]::new));

    assertThat(deleted(plan).toList().contains("p0")).isEqualTo(replaced);
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
    Pod[] pods = {pod(0, 0, "annotations: {}", FAILED), pod(1, 0, "annotations: {}", RUNS)};

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

    Plan plan = plan(ended, pod(0, 0, "annotations: {}", DONE), pod(1, 0, TRACKED, RUNS));

    assertThat(deleted(plan)).containsExactly("p1");
    assertThat(created(plan)).isEmpty();
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
