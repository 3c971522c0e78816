package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Cliques and groups that ask for it get a HorizontalPodAutoscaler, in every replica of the set.
 */
@OnCoppice
class AutoscalerIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String MANIFEST =
      Workload.WORKLOAD2
          .manifest()
          .replace("cliqueNames:", "scaleConfig: {minReplicas: 1, maxReplicas: 6}, cliqueNames:")
          .replaceFirst(
              "replicas: 2\n        minAvailable: 1\n",
              "replicas: 2\n        minAvailable: 1\n        autoScalingConfig: {maxReplicas: 4}\n");

  @Test
  void makes_changes_and_removes_them_with_what_they_scale(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(MANIFEST);
    kubectl.run("wait", "--for=condition=Available", "pcs/workload2", "--timeout=90s");

    awaitAutoscalers(
        client,
        "workload2-0-pc-a: PodClique workload2-0-pc-a 2-4",
        "workload2-0-sg-x: PodCliqueScalingGroup workload2-0-sg-x 1-6");
    assertThat(autoscalers(client).getFirst().getMetadata().getLabels())
        .containsEntry(Labels.MANAGED_BY, Labels.MANAGER)
        .containsEntry(Labels.PART_OF, "workload2")
        .containsEntry(Labels.COMPONENT, "pcs-hpa")
        .containsEntry(Labels.NAME, "workload2-0-pc-a");

    kubectl.run("scale", "pcs", "workload2", "--replicas=2");
    awaitAutoscalers(
        client,
        "workload2-0-pc-a: PodClique workload2-0-pc-a 2-4",
        "workload2-0-sg-x: PodCliqueScalingGroup workload2-0-sg-x 1-6",
        "workload2-1-pc-a: PodClique workload2-1-pc-a 2-4",
        "workload2-1-sg-x: PodCliqueScalingGroup workload2-1-sg-x 1-6");

    kubectl.run("scale", "pcs", "workload2", "--replicas=1");
    awaitAutoscalers(
        client,
        "workload2-0-pc-a: PodClique workload2-0-pc-a 2-4",
        "workload2-0-sg-x: PodCliqueScalingGroup workload2-0-sg-x 1-6");
  }

  @Test
  void lets_an_autoscaler_scale_what_it_was_made_for(Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(MANIFEST.replace("maxReplicas: 6", "maxReplicas: 3"));
    kubectl.run("wait", "--for=condition=Available", "pcs/workload2", "--timeout=90s");

    // Without metrics an autoscaler still keeps its bounds.
    kubectl.run("scale", "pclq", "workload2-0-pc-a", "--replicas=5");
    kubectl.run("scale", "pcsg", "workload2-0-sg-x", "--replicas=4");

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(Sets.clique(client, "workload2-0-pc-a").getSpec().replicas()).isEqualTo(4);
          assertThat(kubectl.run("get", "pcsg", "-o", "jsonpath={.items[*].spec.replicas}").out())
              .isEqualTo("3");
          assertThat(client.pods().list().getItems()).hasSize(4 + 3 * 4).allMatch(Sets::isReady);
        });
    assertThat(autoscalers(client))
        .allSatisfy(autoscaler ->
            assertThat(autoscaler.getStatus().getDesiredReplicas())
                .isEqualTo(autoscaler.getSpec().getMaxReplicas()));
  }

  @Test
  void counts_one_pod_of_each_replica_of_a_group_and_every_pod_of_a_clique(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(
        """
        apiVersion: grove.io/v1alpha1
        kind: PodCliqueSet
        metadata: {name: s}
        spec:
          replicas: 1
          template:
            cliques:
            - {name: solo, spec: {replicas: 2, minAvailable: 1, POD}}
            - {name: lead, spec: {replicas: 1, POD}}
            - {name: work, spec: {replicas: 3, POD}}
            podCliqueScalingGroups:
            - {name: x, cliqueNames: [lead, work], replicas: 2, minAvailable: 1}
        """
            .replace(
                "POD",
                "podSpec: {containers: [{name: m, image: i, resources: {requests: {cpu: 100m}}}]}"));
    kubectl.run("wait", "--for=condition=Available", "pcs/s", "--timeout=60s");
    kubectl.apply(
        autoscaler("PodCliqueScalingGroup", "s-0-x")
            + "---\n"
            + autoscaler("PodClique", "s-0-solo"));

    try (PodMetrics metrics = PodMetrics.served(kubectl)) {
      awaitReplicas(kubectl, client, metrics, "150m", "3 3");
      awaitReplicas(kubectl, client, metrics, "50m", "1 1");
    }
  }

  private static String autoscaler(String kind, String name) {
    return """
    apiVersion: autoscaling/v2
    kind: HorizontalPodAutoscaler
    metadata: {name: own-%2$s}
    spec:
      scaleTargetRef: {apiVersion: grove.io/v1alpha1, kind: %1$s, name: %2$s}
      minReplicas: 1
      maxReplicas: 20
      metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 100}}}]
      behavior: {scaleDown: {stabilizationWindowSeconds: 0}}
    """
        .formatted(kind, name);
  }

  // More load makes more pods only while no autoscaler has counted those that came of it.
  private static void awaitReplicas(
      Kubectl kubectl, KubernetesClient client, PodMetrics metrics, String cpu, String expected) {
    metrics.tell(client.pods().list().getItems(), cpu);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(
                    kubectl
                        .run(
                            "get",
                            "pcsg/s-0-x",
                            "pclq/s-0-solo",
                            "-o",
                            "jsonpath={.items[*].spec.replicas}")
                        .out())
                .isEqualTo(expected));
  }

  private static void awaitAutoscalers(KubernetesClient client, String... expected) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(autoscalers(client)).map(AutoscalerIT::line).containsExactly(expected));
  }

  private static List<HorizontalPodAutoscaler> autoscalers(KubernetesClient client) {
    return client.autoscaling().v2().horizontalPodAutoscalers().list().getItems().stream()
        .sorted(Comparator.comparing(autoscaler -> autoscaler.getMetadata().getName()))
        .toList();
  }

  private static String line(HorizontalPodAutoscaler autoscaler) {
    var spec = autoscaler.getSpec();
    return "%s: %s %s %d-%d"
        .formatted(
            autoscaler.getMetadata().getName(),
            spec.getScaleTargetRef().getKind(),
            spec.getScaleTargetRef().getName(),
            spec.getMinReplicas(),
            spec.getMaxReplicas());
  }
}
