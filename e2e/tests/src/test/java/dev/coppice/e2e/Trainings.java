package dev.coppice.e2e;

import static dev.coppice.e2e.Updates.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.nodes.SimAnnotations;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Training jobs, and what their pods are made to do. */
final class Trainings {

  /** The pods exit with 0 as soon as they are Ready. */
  static final String SUCCEED = SimAnnotations.EXIT_CODE + ": '0'";

  private Trainings() {}

  /**
   * A training job of standalone cliques.
   *
   * @param spec what stands below {@code trainingSpec}, in flow style
   */
  static String manifest(String name, int replicas, String spec, String... cliques) {
    return Sets.manifest(name, replicas, cliques)
        .replace(
            "  template:", "  workloadType: Training\n  trainingSpec: {" + spec + "}\n  template:");
  }

  /** A clique of one pod that runs until it is told otherwise. */
  static String clique(String name) {
    return clique(name, 1, 1, "");
  }

  /** The same with more pods, and told by annotations what to do. */
  static String clique(String name, int replicas, int minAvailable, String annotations) {
    return Sets.clique(name, replicas, minAvailable, annotations)
        .replace("podSpec:\n", "podSpec:\n          restartPolicy: Never\n");
  }

  /** Changes what may be changed of a job while it runs. */
  static void patch(Kubectl kubectl, String set, String field, String value) {
    kubectl.run(
        "patch",
        "pcs",
        set,
        "--type=merge",
        "-p",
        "{\"spec\":{\"trainingSpec\":{\"%s\":%s}}}".formatted(field, value));
  }

  /** Lets the containers of a Ready pod exit. */
  static void exit(KubernetesClient client, Pod pod, int code) {
    annotate(client, pod, SimAnnotations.EXIT_CODE, Integer.toString(code));
  }

  static void annotate(KubernetesClient client, Pod pod, String key, String value) {
    client
        .pods()
        .resource(pod)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}".formatted(key, value));
  }

  static PodCliqueSetStatus status(KubernetesClient client, String set) {
    return Sets.set(client, set).statusOrEmpty();
  }

  static void awaitPhase(KubernetesClient client, String set, PodCliqueSetPhase phase) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(status(client, set).phase()).isEqualTo(phase));
  }

  /** Waits for the pods of an attempt to be Ready, and returns them by name. */
  static List<Pod> awaitReady(KubernetesClient client, int attempt, int pods) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(ofAttempt(client, attempt).filter(Sets::isReady)).hasSize(pods));
    return ofAttempt(client, attempt).filter(Sets::isReady).toList();
  }

  static Stream<Pod> ofAttempt(KubernetesClient client, int attempt) {
    return client
        .pods()
        .withLabel(Labels.RESTART_ATTEMPT, Integer.toString(attempt))
        .list()
        .getItems()
        .stream();
  }

  /** The pod of a clique among others. */
  static Pod podOf(List<Pod> pods, String clique) {
    return pods.stream()
        .filter(pod -> clique.equals(pod.getMetadata().getLabels().get(Labels.POD_CLIQUE)))
        .findFirst()
        .orElseThrow();
  }

  /** Waits for a job to be gone, and tells since when it is. */
  static Instant awaitGone(Recorder recorder, String set) {
    AtomicReference<Instant> gone = new AtomicReference<>();
    await()
        .atMost(PATIENCE)
        .until(() -> {
          recorder
              .upToDate()
              .ofKind("PodCliqueSet")
              .filter(event -> event.name().equals(set) && !event.isPresent())
              .findFirst()
              .ifPresent(event -> gone.set(event.arrivedAt()));
          return gone.get() != null;
        });
    return gone.get();
  }

  /** The messages of a set's events of a reason. */
  static List<String> events(KubernetesClient client, String set, String reason) {
    return client.v1().events().list().getItems().stream()
        .filter(event -> event.getInvolvedObject().getName().equals(set))
        .filter(event -> event.getReason().equals(reason))
        .map(event -> event.getMessage())
        .toList();
  }

  static void awaitEvent(KubernetesClient client, String set, String reason) {
    await().atMost(PATIENCE).until(() -> !events(client, set, reason).isEmpty());
  }

  static void wait(Kubectl kubectl, String condition, String set) {
    kubectl.run("wait", "--for=condition=" + condition, "pcs/" + set, "--timeout=120s");
  }
}
