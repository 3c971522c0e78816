package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SideBySide;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The one recipe for a pipeline: apply, and wait for {@code Progressing=False}. {@code
 * COPPICE_PROGRESSING_ROUNDS} asks for more rounds than two.
 */
@OnCoppice
class ProgressingIT {

  private static final int ROUNDS =
      Integer.parseInt(System.getenv().getOrDefault("COPPICE_PROGRESSING_ROUNDS", "2"));

  private static String version(int version) {
    return Sets.manifest(
            "llm",
            2,
            Sets.clique("prefill", 2, 2, "sim/ready-delay: 700ms"),
            Sets.clique("decode", 1, 1, "sim/ready-delay: 700ms"))
        .replace("model:1", "model:" + version)
        .concat(
            """
                podCliqueScalingGroups:
                - {name: g, cliqueNames: [decode], replicas: 2, minAvailable: 2}
            """);
  }

  @Test
  @SideBySide
  void ends_the_wait_of_a_pipeline_when_all_is_at_the_template_and_not_before(
      Kubectl kubectl, KubernetesClient client) {
    for (int round = 1; round <= ROUNDS; round++) {
      applyAndWait(kubectl, client, version(1));
      applyAndWait(kubectl, client, version(2));
      applyAndWait(kubectl, client, version(2));
      kubectl.run("delete", "pcs", "llm", "--cascade=foreground");
    }
  }

  @Test
  @SideBySide
  void a_restart_replaces_every_pod_and_is_not_undone_by_the_next_apply(
      Kubectl kubectl, KubernetesClient client) {
    applyAndWait(kubectl, client, version(1));
    Set<String> first = uids(client);

    kubectl.run("annotate", "pcs/llm", "coppice.dev/restartedAt=2026-11-28T12:00:00Z");
    kubectl.run(
        "wait",
        "--for=jsonpath={.status.restartedAt}=2026-11-28T12:00:00Z",
        "--timeout=90s",
        "pcs/llm");
    applyAndWait(kubectl, client, version(1));
    Set<String> restarted = uids(client);
    assertThat(restarted).hasSameSizeAs(first).doesNotContainAnyElementsOf(first);

    applyAndWait(kubectl, client, version(1));
    assertThat(uids(client)).isEqualTo(restarted);
  }

  private static Set<String> uids(KubernetesClient client) {
    return client.pods().list().getItems().stream()
        .map(pod -> pod.getMetadata().getUid())
        .collect(Collectors.toSet());
  }

  private static void applyAndWait(Kubectl kubectl, KubernetesClient client, String manifest) {
    kubectl.apply(manifest);
    kubectl.run("wait", "--for=condition=Progressing=False", "--timeout=90s", "pcs/llm");

    List<Pod> pods = client.pods().list().getItems();
    String image = manifest.substring(manifest.indexOf("registry.example/")).split("\"", -1)[0];
    assertThat(pods).as("the pods when the wait returned").hasSize(8);
    assertThat(pods)
        .allMatch(Sets::isReady)
        .allMatch(pod -> pod.getSpec().getContainers().getFirst().getImage().equals(image));
    assertThat(Told.condition(kubectl, "pcs/llm", "Progressing"))
        .isEqualTo("False Complete: 2 of 2 replicas are at the current template");
    kubectl.run("wait", "--for=condition=Available", "--timeout=90s", "pcs/llm");
  }
}
