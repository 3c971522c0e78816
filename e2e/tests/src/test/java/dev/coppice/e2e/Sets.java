package dev.coppice.e2e;

import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Manifests, and looks at what became of them. */
public final class Sets {

  private Sets() {}

  /** A set of standalone cliques. */
  public static String manifest(String name, int replicas, String... cliques) {
    return """
    apiVersion: grove.io/v1alpha1
    kind: PodCliqueSet
    metadata: {name: %s}
    spec:
      replicas: %d
      template:
        cliques:
    """
            .formatted(name, replicas)
        + String.join("", cliques);
  }

  /** One clique. */
  public static String clique(String name, int replicas, int minAvailable) {
    return clique(name, replicas, minAvailable, "");
  }

  /** One clique, its pods told by annotations what to do on simulated nodes. */
  static String clique(String name, int replicas, int minAvailable, String annotations) {
    return """
    - name: %s
      annotations: {%s}
      spec:
        replicas: %d
        minAvailable: %d
        podSpec:
          tolerations:
          - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 5}
          - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 5}
          containers:
          - {name: main, image: "registry.example/model:1", resources: {requests: {cpu: 10m, memory: 16Mi}}}
    """
        .formatted(name, annotations, replicas, minAvailable)
        .indent(4);
  }

  /** An autoscaler of a PodClique, as somebody makes it by hand. */
  static String autoscaler(String clique, int minReplicas, int maxReplicas) {
    // Below its minimum it needs no metrics, which nobody serves here.
    return """
    apiVersion: autoscaling/v2
    kind: HorizontalPodAutoscaler
    metadata: {name: by-hand}
    spec:
      scaleTargetRef: {apiVersion: grove.io/v1alpha1, kind: PodClique, name: %s}
      minReplicas: %d
      maxReplicas: %d
      metrics:
      - {type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}
    """
        .formatted(clique, minReplicas, maxReplicas);
  }

  static PodCliqueSet set(KubernetesClient client, String name) {
    return Objects.requireNonNull(client.resources(PodCliqueSet.class).withName(name).get(), name);
  }

  static PodClique clique(KubernetesClient client, String name) {
    return Objects.requireNonNull(client.resources(PodClique.class).withName(name).get(), name);
  }

  /** Lets a namespace have so many pods, and waits until that is in force. */
  static void allowPods(KubernetesClient client, int count) {
    client
        .resourceQuotas()
        .resource(
            new ResourceQuotaBuilder()
                .withNewMetadata()
                .withName("pods")
                .endMetadata()
                .withNewSpec()
                .withHard(Map.of("pods", new Quantity(Integer.toString(count))))
                .endSpec()
                .build())
        .serverSideApply();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> {
          var status = client.resourceQuotas().withName("pods").get().getStatus();
          return status != null
              && status.getHard() != null
              && new Quantity(Integer.toString(count)).equals(status.getHard().get("pods"));
        });
  }

  /** Waits until a PodClique is there and tells of so many Ready pods. */
  static void awaitReady(Kubectl kubectl, String clique, int pods) {
    List.of("create", "jsonpath={.status.readyReplicas}=" + pods)
        .forEach(what -> kubectl.run("wait", "--for=" + what, "pclq/" + clique, "--timeout=90s"));
  }

  /** Pods of a clique that neither terminate nor have ended. */
  static List<Pod> livePods(KubernetesClient client, String clique) {
    return client.pods().withLabel(Labels.POD_CLIQUE, clique).list().getItems().stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .filter(pod -> !List.of("Failed", "Succeeded").contains(pod.getStatus().getPhase()))
        .toList();
  }

  /** How many pods were ever made. */
  static long podsMade(Recording recording) {
    return recording.ofKind("Pod").filter(event -> event.type() == ChangeType.ADDED).count();
  }

  static boolean isReady(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True"));
  }

  static String podIndex(Pod pod) {
    return pod.getMetadata().getLabels().get(Labels.POD_INDEX);
  }
}
