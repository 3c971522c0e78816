package dev.coppice.core.clique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.template.TemplateHash;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pods of a training job, as their PodClique's planner decides about them. */
class PodCliqueTrainingTest {

  private static final Instant NOW = Instant.parse("2026-08-19T10:10:00Z");
  private static final String TRACKED = "finalizers: [grove.io/pod-tracking]";
  private static final String UNTRACKED = "annotations: {}";
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
    return plan(recorded(set(clique.getSpec().replicas(), "0s"), clique), clique, others);
  }

  /** A set that has recorded what the PodClique was told. */
  private static PodCliqueSet recorded(PodCliqueSet set, PodClique clique) {
    Map<String, String> told = clique.getMetadata().getAnnotations();
    String run = told.getOrDefault("grove.io/attempt-run", "false");
    return set.withStatus(
        TestYaml.read(
            """
            replicaAttempts: [{replicaIndex: 0, attempt: %s, podCliques: [%s]}]
            conditions: [%s]
            """
                .formatted(
                    told.getOrDefault("grove.io/restart-attempt", "0"),
                    run.equals("true") ? "{name: x-0-a, uid: c}" : "",
                    run.equals("never") ? "{type: FailureTarget, status: 'True'}" : ""),
            PodCliqueSetStatus.class));
  }

  private static Plan plan(PodCliqueSet set, PodClique clique, HasMetadata... others) {
    return planner().plan(snapshot(set, clique, others), NOW);
  }

  private static PodCliquePlanner planner() {
    return new PodCliquePlanner(
        SchedulerBackends.standard(), PodSettings.DEFAULTS, Validity.standard());
  }

  private static Snapshot<PodClique> snapshot(
      PodCliqueSet set, PodClique clique, HasMetadata... others) {
    List<HasMetadata> observed = new ArrayList<>(List.of(set, GANG, NODE));
    observed.addAll(List.of(others));
    return Snapshot.of(clique, Observed.of(observed));
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

  @Test
  void does_nothing_without_its_mark() {
    assertThat(plan(clique(2, 2, "theirs: x", "")).isEmpty()).isTrue();
  }

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
  void makes_no_pod_of_a_set_that_goes() {
    PodCliqueSet going = set(1, "0s");
    going.getMetadata().setDeletionTimestamp("2026-08-19T10:09:00Z");

    assertThat(
            created(plan(going, clique(1, 1, mark(0, "true"), "attempt: 0, attemptRun: 'true'"))))
        .isEmpty();
  }
}
