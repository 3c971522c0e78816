package dev.coppice.core.set;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.core.admission.ResolvedSet;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.queue.QueueSettings;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.reconcile.Step;
import dev.coppice.core.testing.TestYaml;
import dev.coppice.core.trial.TrialPods;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** A training job of two replicas with two cliques of one pod each, as its planner sees it. */
final class TrainingFixture {

  static final Instant NOW = Instant.parse("2026-08-19T10:10:00Z");

  private TrainingFixture() {}

  /**
   * The set.
   *
   * @param training what stands below trainingSpec, in flow style
   * @param status what stands below status, in flow style
   */
  static PodCliqueSet set(String training, String status) {
    return TestYaml.read(
        """
        metadata: {name: x, namespace: ai, uid: set-uid, resourceVersion: '7', generation: 1}
        spec:
          replicas: 2
          workloadType: Training
          trainingSpec: {%s}
          template:
            terminationDelay: 0s
            cliques:
            - {name: a, spec: {replicas: 1, minAvailable: 1, podSpec: {restartPolicy: Never, containers: [{name: m, image: i}]}}}
            - {name: b, spec: {replicas: 1, minAvailable: 1, podSpec: {restartPolicy: Never, containers: [{name: m, image: i}]}}}
        status: {%s}
        """
            .formatted(training, status),
        PodCliqueSet.class);
  }

  /** Both replicas released in their first attempt. */
  static String released() {
    return "replicaAttempts: [%s, %s]".formatted(released(0, 0), released(1, 0));
  }

  static String released(int replica, int attempt) {
    return "{replicaIndex: %d, attempt: %d, podCliques: [{name: x-%d-a, uid: x-%d-a}, {name: x-%d-b, uid: x-%d-b}]}"
        .formatted(replica, attempt, replica, replica, replica, replica);
  }

  /** A PodClique that was told to run and reports it; its UID is its name. */
  static PodClique running(int replica, String clique, String status) {
    return clique(replica, clique, 0, "true", "attempt: 0, attemptRun: 'true', " + status);
  }

  static PodClique clique(int replica, String clique, int attempt, String run, String status) {
    return TestYaml.read(
        """
        metadata:
          name: x-%1$d-%2$s
          namespace: ai
          uid: x-%1$d-%2$s
          resourceVersion: '3'
          generation: 1
          labels: {app.kubernetes.io/managed-by: grove-operator, app.kubernetes.io/part-of: x,
            grove.io/podcliqueset-replica-index: '%1$d'}
          annotations: {grove.io/restart-attempt: '%3$d', grove.io/attempt-run: '%4$s'}
          ownerReferences: [{kind: PodCliqueSet, name: x, uid: set-uid, controller: true}]
        spec: {replicas: 1, minAvailable: 1, podSpec: {restartPolicy: Never}}
        status: {%5$s}
        """
            .formatted(replica, clique, attempt, run, status),
        PodClique.class);
  }

  /** All four PodCliques alike. */
  static PodClique[] all(int attempt, String run, String status) {
    return Stream.of(0, 1)
        .flatMap(replica ->
            Stream.of("a", "b").map(clique -> clique(replica, clique, attempt, run, status)))
        .toArray(PodClique[]::new);
  }

  /** What a PodClique reports whose pod has failed. */
  static String failed(String pod) {
    return "failedIndexes: [{index: 0, failures: 1, podUID: %1$s, pod: %1$s, container: m, exitCode: 3, finishedAt: '2026-08-19T10:09:00Z'}], "
            .formatted(pod)
        + breach("PodsFailed");
  }

  static String breach(String reason) {
    return "conditions: [{type: MinAvailableBreached, status: 'True', reason: %s, message: 0 of 1, lastTransitionTime: '2026-08-19T10:09:59Z'}]"
        .formatted(reason);
  }

  static final String SUCCEEDED =
      "completedIndexes: '0', conditions: [{type: Succeeded, status: 'True'}]";

  static Snapshot<PodCliqueSet> snapshot(PodCliqueSet set, HasMetadata... others) {
    return Snapshot.of(set, Observed.of(List.of(others)));
  }

  /** What a step plans. */
  static Plan plan(Step<SetView> step, Snapshot<PodCliqueSet> snapshot) {
    return plan(step, snapshot, TrialPods.NONE);
  }

  /** The same where templates are tried. */
  static Plan plan(Step<SetView> step, Snapshot<PodCliqueSet> snapshot, TrialPods pods) {
    ResolvedSet.Complete resolved =
        ResolvedSet.of(snapshot.primary(), Validity.standard()).complete().orElseThrow();
    Plan.Builder plan = Plan.builder(snapshot.failures());
    step.plan(
        SetView.of(
            snapshot.mapPrimary(_ -> resolved.set()), resolved, QueueSettings.OFF, pods, NOW),
        plan);
    return plan.build();
  }

  /** The snapshot in which the read that a step plans has found these objects. */
  static Snapshot<PodCliqueSet> afterReading(
      Step<SetView> step, Snapshot<PodCliqueSet> snapshot, HasMetadata... found) {
    Action read = plan(step, snapshot).actions().getFirst();
    return snapshot.with(List.of(new Answer(read, new Outcome.Found(List.of(found)))));
  }

  /** The status that a plan writes and does nothing else. */
  static PodCliqueSetStatus written(Plan plan) {
    Action.PutStatus put = (Action.PutStatus) plan.actions().getFirst();
    if (plan.actions().size() != 1 || !put.intent()) {
      throw new AssertionError("not a record alone: " + plan.actions());
    }
    return ((PodCliqueSet) put.object()).statusOrEmpty();
  }
}
