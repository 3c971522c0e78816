package dev.coppice.e2e;

import dev.coppice.testkit.Kubectl;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.stream.Collectors;

/**
 * What a metrics server would tell of pods. The API is a CRD, and each test writes what it wants to
 * be told: autoscalers cannot see the difference.
 */
final class PodMetrics implements AutoCloseable {

  private static final String API =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata:
        name: pods.metrics.k8s.io
        annotations: {api-approved.kubernetes.io: "unapproved, for tests"}
      spec:
        group: metrics.k8s.io
        scope: Namespaced
        names: {plural: pods, singular: podmetrics, kind: PodMetrics, listKind: PodMetricsList}
        versions:
        - name: v1beta1
          served: true
          storage: true
          schema:
            openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
      """;

  // Of pods that have begun just now, only what was measured after that counts.
  private static final Duration AHEAD = Duration.ofMinutes(5);

  private final Kubectl kubectl;

  private PodMetrics(Kubectl kubectl) {
    this.kubectl = kubectl;
  }

  /** Serves the API. */
  static PodMetrics served(Kubectl kubectl) {
    kubectl.apply(API);
    kubectl.run("wait", "--for=condition=Established", "crd/pods.metrics.k8s.io", "--timeout=60s");
    return new PodMetrics(kubectl);
  }

  /** Tells that each container of these pods uses so much CPU. */
  void tell(Collection<Pod> pods, String cpu) {
    if (!pods.isEmpty()) {
      kubectl.apply(
          pods.stream().map(pod -> metrics(pod, cpu)).collect(Collectors.joining("---\n")));
    }
  }

  private static String metrics(Pod pod, String cpu) {
    String labels =
        pod.getMetadata().getLabels().entrySet().stream()
            .map(label -> "\"%s\": \"%s\"".formatted(label.getKey(), label.getValue()))
            .collect(Collectors.joining(", "));
    String containers =
        pod.getSpec().getContainers().stream()
            .map(container ->
                "{name: %s, usage: {cpu: %s, memory: 1Mi}}".formatted(container.getName(), cpu))
            .collect(Collectors.joining(", "));
    return """
    apiVersion: metrics.k8s.io/v1beta1
    kind: PodMetrics
    metadata: {name: %s, labels: {%s}}
    timestamp: "%s"
    window: 1s
    containers: [%s]
    """
        .formatted(pod.getMetadata().getName(), labels, Instant.now().plus(AHEAD), containers);
  }

  @Override
  public void close() {
    kubectl.run("delete", "crd", "pods.metrics.k8s.io", "--timeout=60s");
  }
}
