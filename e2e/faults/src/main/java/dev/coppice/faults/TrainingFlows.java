package dev.coppice.faults;

import dev.coppice.api.Labels;
import dev.coppice.testkit.nodes.SimAnnotations;
import dev.coppice.testkit.recorder.RecordedEvent;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** A training job of two replicas with two cliques of one pod each comes to one of its ends. */
public final class TrainingFlows {

  private static final String MANIFEST =
      """
      apiVersion: grove.io/v1alpha1
      kind: PodCliqueSet
      metadata: {name: job}
      spec:
        replicas: 2
        workloadType: Training
        trainingSpec: {%s}
        template:
          terminationDelay: 0s
          cliques:
          - name: a
            spec: &one
              replicas: 1
              minAvailable: 1
              podSpec:
                restartPolicy: Never
                terminationGracePeriodSeconds: 1
                containers:
                - {name: main, image: "registry.example/trainer:1", resources: {requests: {cpu: 10m}}}
          - name: b
            spec: *one
      """;

  /** Every pod does its work. */
  public static final Flow SUCCESS =
      new Flow(
          "training-success",
          stage -> {},
          stage -> {
            stage.kubectl().apply(MANIFEST.formatted(""));
            awaitRunning(stage, 0, 4);
            finishAll(stage, "Succeeded");
          });

  /** A pod fails, its replica is restarted, and then all do their work. */
  public static final Flow RESTART =
      new Flow(
          "training-restart",
          stage -> {
            stage.kubectl().apply(MANIFEST.formatted("maxRestarts: 1"));
            awaitRunning(stage, 0, 4);
          },
          stage -> {
            exit(stage, stage.pods("job-0-a").getFirst(), 1);
            awaitRunning(stage, 1, 2);
            finishAll(stage, "Succeeded");
          });

  /** A pod fails in every attempt, more often than it may. */
  public static final Flow BUDGET =
      new Flow(
          "training-budget",
          stage -> {},
          stage -> {
            stage.kubectl().apply(MANIFEST.formatted("maxRestarts: 1"));
            awaitRunning(stage, 0, 4);
            exit(stage, stage.pods("job-0-a").getFirst(), 1);
            awaitRunning(stage, 1, 2);
            exit(stage, runningOf(stage, "job-0-a"), 1);
            awaitPhase(stage, "Failed");
          });

  /** The job runs for longer than it may. */
  public static final Flow DEADLINE =
      new Flow(
          "training-deadline",
          stage -> {},
          stage -> {
            stage.kubectl().apply(MANIFEST.formatted("maxRuntime: 3s"));
            awaitPhase(stage, "Failed");
          });

  /** All of them. */
  public static final List<Flow> ALL = List.of(SUCCESS, RESTART, BUDGET, DEADLINE);

  private TrainingFlows() {}

  private static void finishAll(Stage stage, String phase) {
    running(stage.recorder().upToDate().atEnd()).forEach(pod -> exit(stage, pod, 0));
    awaitPhase(stage, phase);
  }

  private static RecordedEvent runningOf(Stage stage, String clique) {
    return running(stage.recorder().upToDate().atEnd())
        .filter(pod -> pod.label(Labels.POD_CLIQUE).equals(clique))
        .findFirst()
        .orElseThrow();
  }

  private static void exit(Stage stage, RecordedEvent pod, int code) {
    stage
        .client()
        .pods()
        .withName(pod.name())
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\":{\"annotations\":{\"%s\":\"%d\"}}}"
                .formatted(SimAnnotations.EXIT_CODE, code));
  }

  // Whether the operator sees a pod Ready that fails at once is a matter of moments.
  private static void awaitRunning(Stage stage, int attempt, int pods) {
    String number = Integer.toString(attempt);
    stage.awaitThat(
        "%d pods of attempt %d are ready, and their PodCliques say so".formatted(pods, attempt),
        all ->
            running(all).filter(pod -> pod.label(Labels.RESTART_ATTEMPT).equals(number)).count()
                    == pods
                && all.stream()
                        .filter(event -> event.kind().equals("PodClique"))
                        .map(RecordedEvent::status)
                        .filter(status -> status.path("attempt").asInt() == attempt)
                        .filter(status -> status.path("availableInAttempt").asBoolean())
                        .count()
                    == pods);
  }

  private static Stream<RecordedEvent> running(Collection<RecordedEvent> all) {
    return all.stream().filter(event -> event.kind().equals("Pod")).filter(Outline::isReady);
  }

  private static void awaitPhase(Stage stage, String phase) {
    stage.awaitThat(
        "the job is " + phase,
        all ->
            all.stream()
                .filter(event -> event.kind().equals("PodCliqueSet"))
                .anyMatch(event -> event.status().path("phase").asText().equals(phase)));
  }
}
