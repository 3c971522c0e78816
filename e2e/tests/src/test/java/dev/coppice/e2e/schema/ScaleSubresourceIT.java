package dev.coppice.e2e.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.Kubectl.Result;
import dev.coppice.testkit.junit.OnCoppice;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever scales things in Kubernetes can scale sets and cliques. */
@OnCoppice
class ScaleSubresourceIT {

  /** An autoscaler looks every 15 s. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String TWO_TIMES_THREE_PODS =
      """
      apiVersion: grove.io/v1alpha1
      kind: PodCliqueSet
      metadata: {name: llm}
      spec:
        replicas: 2
        template:
          cliques:
          - name: prefill
            spec:
              replicas: 3
              minAvailable: 1
              podSpec:
                containers:
                - {name: main, image: "registry.example/model:1", resources: {requests: {cpu: 10m}}}
      """;

  private Kubectl kubectl;

  @BeforeEach
  void apply(Kubectl tool) {
    kubectl = tool;
    kubectl.apply(TWO_TIMES_THREE_PODS);
    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");
  }

  @ParameterizedTest
  @CsvSource({"pcs/llm, 2", "pclq/llm-0-prefill, 3"})
  void tells_wanted_and_existing_replicas_and_how_to_find_a_pod_of_each(
      String object, int replicas) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(scale(object, ".spec.replicas")).isEqualTo(Integer.toString(replicas));
          assertThat(scale(object, ".status.replicas")).isEqualTo(Integer.toString(replicas));
          assertThat(podsOf(scale(object, ".status.selector"))).hasSize(replicas);
        });
  }

  @ParameterizedTest
  @CsvSource({"pcs/llm, 2", "pclq/llm-0-prefill, 3"})
  void scales_from_the_number_that_the_user_expects(String object, int replicas) {
    String more = Integer.toString(replicas + 1);

    kubectl.run("scale", object, "--current-replicas=" + replicas, "--replicas=" + more);

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(scale(object, ".status.replicas")).isEqualTo(more));
  }

  @ParameterizedTest
  @CsvSource({"pcs/llm, 2", "pclq/llm-0-prefill, 3"})
  void does_not_scale_from_another_number_than_the_user_expects(String object, String replicas) {
    Result refused = kubectl.call("", "scale", object, "--current-replicas=7", "--replicas=8");

    assertThat(refused.code()).isNotZero();
    assertThat(refused.err()).contains("xpected replicas to be 7, was " + replicas);
    assertThat(scale(object, ".spec.replicas")).isEqualTo(replicas);
  }

  @Test
  void an_autoscaler_scales_a_clique() {
    kubectl.apply(
        """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: prefill}
        spec:
          scaleTargetRef: {apiVersion: grove.io/v1alpha1, kind: PodClique, name: llm-0-prefill}
          minReplicas: 5
          maxReplicas: 6
          metrics:
          - {type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}
        """);

    // Below its minimum it needs no metrics, which nobody serves here.
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(text("hpa/prefill", ".status.conditions[?(@.type==\"AbleToScale\")].status"))
              .isEqualTo("True");
          assertThat(text("pclq/llm-0-prefill", ".spec.replicas")).isEqualTo("5");
          assertThat(text("pclq/llm-0-prefill", ".status.readyReplicas")).isEqualTo("5");
        });
    assertThat(text("pclq/llm-1-prefill", ".spec.replicas")).isEqualTo("3");
  }

  private String scale(String object, String path) {
    return kubectl
        .run("get", object, "--subresource=scale", "-o", "jsonpath={%s}".formatted(path))
        .out();
  }

  private List<String> podsOf(String selector) {
    return kubectl.run("get", "pods", "-l", selector, "-o", "name").out().lines().toList();
  }

  private String text(String object, String path) {
    return kubectl.run("get", object, "-o", "jsonpath={%s}".formatted(path)).out();
  }
}
