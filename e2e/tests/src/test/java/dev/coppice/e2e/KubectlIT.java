package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.EndsUnsettled;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SharedOperator;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A user of Kubernetes meets a PodCliqueSet and finds that everything works as it always does. */
@OnCoppice
class KubectlIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String ALL = "pcs,pcsg,pclq,pg,pods,services,hpa";

  @Test
  void applies_a_set_and_waits_until_it_is_available(Kubectl kubectl) {
    kubectl.apply(
        Sets.manifest("llm", 2, Sets.clique("prefill", 3, 2), Sets.clique("decode", 2, 2)));

    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(kubectl.run("get", "pcs", "llm").table().getFirst())
              .containsExactly(
                  "NAME", "STATUS", "REPLICAS", "AVAILABLE", "UPDATED", "PHASE", "AGE");
          assertThat(kubectl.run("get", "pcs", "llm", "-o", "wide").table().getFirst())
              .containsExactly(
                  "NAME",
                  "STATUS",
                  "REPLICAS",
                  "AVAILABLE",
                  "UPDATED",
                  "PCLQS-UPDATED",
                  "PCLQS-TOTAL",
                  "PCSGS-UPDATED",
                  "PCSGS-TOTAL",
                  "TYPE",
                  "RESTARTS",
                  "PHASE",
                  "UPDATE",
                  "AGE");
          assertThat(words(kubectl, "pcs", "llm")).startsWith("llm", "Ready", "2", "2", "2");
          assertThat(kubectl.run("get", "pclq", "llm-0-prefill").table().getFirst())
              .containsExactly(
                  "NAME", "STATUS", "MINAVAIL", "REPLICAS", "READY", "SCHEDULED", "UPDATED", "AGE");
          assertThat(words(kubectl, "pclq", "llm-0-prefill"))
              .startsWith("llm-0-prefill", "Ready", "2", "3", "3", "3", "3");
          assertThat(words(kubectl, "pg", "llm-0")).startsWith("llm-0", "Running");
        });
    assertThat(
            kubectl
                .run("get", "pods", "-l", "grove.io/podclique=llm-1-decode", "-o", "name")
                .out()
                .lines())
        .hasSize(2);
  }

  private static List<String> words(Kubectl kubectl, String kind, String name) {
    return List.of(kubectl.run("get", kind, name, "--no-headers").out().strip().split("\\s+"));
  }

  @Test
  void describes_what_happened(Kubectl kubectl) {
    kubectl.apply(Sets.manifest("llm", 1, Sets.clique("prefill", 3, 2)));
    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");

    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(kubectl.run("describe", "pcs", "llm").out())
                .contains("1 of 1 replicas are available")
                .contains("PodCliqueCreateOrUpdateSuccessful")
                .contains("created 1 PodClique: llm-0-prefill"));
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(kubectl.run("describe", "pclq", "llm-0-prefill").out())
                .contains("3 of 3 pods are ready"));
  }

  @Test
  void explains_every_field(Kubectl kubectl) {
    assertThat(kubectl.run("explain", "pcs.spec.template").out())
        .contains("cliques")
        .contains("cliqueStartupType")
        .doesNotContain("<no description>");
    assertThat(kubectl.run("explain", "pclq.status.podFailures").out())
        .doesNotContain("<no description>");
  }

  @Test
  void scales_a_set_and_a_clique_out_and_in(Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(Sets.manifest("llm", 1, Sets.clique("prefill", 3, 2)));
    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");

    kubectl.run("scale", "pcs", "llm", "--replicas=3");
    awaitReady(client, "llm-2-prefill", 3);
    kubectl.run("scale", "pclq", "llm-0-prefill", "--replicas=5");
    awaitReady(client, "llm-0-prefill", 5);
    kubectl.run("scale", "pclq", "llm-0-prefill", "--replicas=1");
    awaitReady(client, "llm-0-prefill", 1);
    kubectl.run("scale", "pcs", "llm", "--replicas=1");

    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(kubectl.run("get", "pclq", "-o", "name").out().lines())
                .containsExactly("podclique.grove.io/llm-0-prefill"));
    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");
  }

  private static void awaitReady(KubernetesClient client, String clique, int count) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(Sets.livePods(client, clique)).hasSize(count).allMatch(Sets::isReady));
  }

  @Test
  void deletes_a_set_with_everything_below_it(Kubectl kubectl) {
    kubectl.apply(Sets.manifest("llm", 2, Sets.clique("prefill", 3, 2)));
    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");

    kubectl.run("delete", "pcs", "llm");

    awaitNothingLeft(kubectl);
  }

  @Test
  @EndsUnsettled("the operator is stopped")
  void deletes_a_set_also_while_the_operator_is_stopped(Kubectl kubectl, SharedOperator operator) {
    kubectl.apply(Sets.manifest("llm", 2, Sets.clique("prefill", 3, 2)));
    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");
    operator.process().terminate();

    kubectl.run("delete", "pcs", "llm");

    awaitNothingLeft(kubectl);
  }

  private static void awaitNothingLeft(Kubectl kubectl) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(kubectl.run("get", ALL, "-l", Labels.PART_OF + "=llm", "-o", "name").out())
                .isEmpty());
  }
}
