package dev.coppice.core.clique;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.template.TemplateHash;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A PodClique of a training job, its set and its pods, and what is planned for them. */
final class TrainingClique {

  private TrainingClique() {}

  static final Instant NOW = Instant.parse("2026-08-19T10:10:00Z");
  static final String TRACKED = "finalizers: [grove.io/pod-tracking]";
  static final String UNTRACKED = "annotations: {}";
  static final String RUNS = "phase: Running, conditions: [{type: Ready, status: 'True'}]";
  static final String DONE = "phase: Succeeded";
  static final String FAILED =
      "phase: Failed, containerStatuses: [{name: m, state: {terminated: {exitCode: 1, finishedAt: '2026-08-19T10:09:00Z'}}}]";

  static final PodGang GANG =
      TestYaml.read(
          """
          metadata: {name: x-0, namespace: ai, uid: gang,
            ownerReferences: [{kind: PodCliqueSet, name: x, uid: set-uid, controller: true}]}
          spec: {podgroups: [{name: x-0-a, minReplicas: 1}]}
          """,
          PodGang.class);
  static final Node NODE =
      TestYaml.read(
          "{metadata: {name: n}, status: {conditions: [{type: Ready, status: 'True'}]}}",
          Node.class);

  static PodCliqueSet set(int replicas, String delay) {
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

  static PodClique clique(int replicas, int minimum, String mark, String status) {
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

  static String mark(int attempt, String run) {
    return "grove.io/restart-attempt: '%d', grove.io/attempt-run: '%s'".formatted(attempt, run);
  }

  static Pod pod(int index, int attempt, String metadata, String status) {
    return TestYaml.read(
        """
        metadata:
          name: p%1$d
          namespace: ai
          uid: p%1$d
          creationTimestamp: '2026-08-19T10:00:00Z'
          labels: {app.kubernetes.io/managed-by: grove-operator, app.kubernetes.io/part-of: x,
            grove.io/podclique: x-0-a,
            grove.io/podcliqueset-replica-index: '0',
            grove.io/podclique-pod-index: '%1$d', grove.io/restart-attempt: '%2$d'}
          ownerReferences: [{kind: PodClique, name: x-0-a, uid: c, controller: true}]
          %3$s
        spec: {nodeName: n}
        status: {%4$s}
        """
            .formatted(index, attempt, metadata, status),
        Pod.class);
  }

  static Plan plan(PodClique clique, HasMetadata... others) {
    return plan(recorded(set(clique.getSpec().replicas(), "0s"), clique), clique, others);
  }

  /** A set that has recorded what the PodClique was told. */
  static PodCliqueSet recorded(PodCliqueSet set, PodClique clique) {
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

  static Plan plan(PodCliqueSet set, PodClique clique, HasMetadata... others) {
    return planner().plan(snapshot(set, clique, others), NOW);
  }

  static PodCliquePlanner planner() {
    return new PodCliquePlanner(
        SchedulerBackends.standard(), PodSettings.DEFAULTS, Validity.standard());
  }

  static Snapshot<PodClique> snapshot(PodCliqueSet set, PodClique clique, HasMetadata... others) {
    List<HasMetadata> observed = new ArrayList<>(List.of(set, GANG, NODE));
    observed.addAll(List.of(others));
    return Snapshot.of(clique, Observed.of(observed));
  }

  static PodCliqueStatus written(Plan plan) {
    return plan.actions().stream()
        .filter(Action.PutStatus.class::isInstance)
        .map(put -> ((PodClique) ((Action.PutStatus) put).object()).statusOrEmpty())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no status in " + plan.actions()));
  }

  static Stream<Pod> created(Plan plan) {
    return plan.actions().stream()
        .filter(Action.Create.class::isInstance)
        .map(create -> (Pod) ((Action.Create) create).object());
  }

  static Stream<String> deleted(Plan plan) {
    return plan.actions().stream()
        .filter(Action.Delete.class::isInstance)
        .map(delete -> delete.target().name());
  }
}
