package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SideBySide;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The state of a set in one word, through its life. */
@OnCoppice
class StatesIT {

  private static final String SLOWLY =
      Sets.manifest("llm", 1, Sets.clique("decode", 2, 2, "sim/ready-delay: 3s"));

  private static void assertState(Kubectl kubectl, String state, String message) {
    Told.eventually(() -> {
      assertThat(Told.status(kubectl, "pcs/llm")).isEqualTo(state);
      assertThat(Told.condition(kubectl, "pcs/llm", "Ready"))
          .startsWith((state.equals("Ready") ? "True " : "False ") + state + ": ")
          .contains(message);
    });
  }

  @Test
  @SideBySide
  void goes_from_creating_over_ready_to_updating_and_back(Kubectl kubectl) {
    kubectl.apply(SLOWLY);
    assertState(kubectl, "Creating", "0 of 1 replica available; replica 0: PodClique llm-0-decode");
    assertState(kubectl, "Ready", "1 of 1 replica available");
    assertThat(Told.status(kubectl, "pclq/llm-0-decode")).isEqualTo("Ready");

    kubectl.apply(SLOWLY.replace("model:1", "model:2"));

    assertState(kubectl, "Updating", "");
    assertState(kubectl, "Ready", "1 of 1 replica available");
    assertThat(Told.warnings(kubectl, "PodCliqueSet", "llm")).isEmpty();
    assertThat(Told.warnings(kubectl, "PodClique", "llm-0-decode")).isEmpty();
  }

  @Test
  @SideBySide
  void is_ready_with_outdated_pods_under_on_delete_and_says_how_many(Kubectl kubectl) {
    String onDelete =
        Sets.manifest("llm", 1, Sets.clique("decode", 2, 2))
            .replace("replicas: 1\n", "replicas: 1\n  updateStrategy: {type: OnDelete}\n");
    kubectl.apply(onDelete);
    assertState(kubectl, "Ready", "1 of 1 replica available");

    kubectl.apply(onDelete.replace("model:1", "model:2"));

    assertState(kubectl, "Ready", "1 of 1 replica available, 2 pods of an old template");
    Told.eventually(() ->
        assertThat(Told.condition(kubectl, "pcs/llm", "Progressing"))
            .isEqualTo(
                "False OnDelete: 2 pods are made from an old template and stay until they are deleted"));
    assertThat(Told.warnings(kubectl, "PodCliqueSet", "llm")).isEmpty();
    assertThat(Told.warnings(kubectl, "PodClique", "llm-0-decode")).isEmpty();
  }

  @Test
  @SideBySide
  void counts_a_podclique_that_is_scaled_to_zero(Kubectl kubectl) {
    kubectl.apply(
        Sets.manifest("llm", 1, Sets.clique("decode", 2, 2), Sets.clique("prefill", 1, 1)));
    assertState(kubectl, "Ready", "1 of 1 replica available");

    kubectl.run("scale", "pclq/llm-0-prefill", "--replicas=0");

    assertState(kubectl, "Ready", "1 of 1 replica available, 1 PodClique idle");
    Told.eventually(() ->
        assertThat(Told.condition(kubectl, "pclq/llm-0-prefill", "Ready"))
            .isEqualTo("True Idle: spec.replicas is 0, so that there are no pods"));
    assertThat(Told.status(kubectl, "pclq/llm-0-prefill")).isEqualTo("Idle");
    assertThat(Told.condition(kubectl, "pclq/llm-0-prefill", "MinAvailableBreached"))
        .isEqualTo("False Idle: 0 of 0 pods are ready");

    kubectl.run("scale", "pclq/llm-0-prefill", "--replicas=1");

    Told.eventually(() ->
        assertThat(Told.condition(kubectl, "pcs/llm", "Ready"))
            .isEqualTo("True Ready: 1 of 1 replica available"));
    assertThat(Told.warnings(kubectl)).isEmpty();
  }

  @Test
  @SideBySide
  void names_pods_that_hang_on_a_node_that_died_at_every_level(
      Kubectl kubectl, KubernetesClient client, SimulatedNodes nodes, TestNamespace namespace) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, 2);
    kubectl.apply(
        Sets.manifest("llm", 1, Sets.clique("decode", 1, 1))
            .replace(
                "podSpec:\n",
                "podSpec:\n          terminationGracePeriodSeconds: 3\n          %s\n"
                    .formatted(places.selector()))
            .concat(
                """
                    podCliqueScalingGroups:
                    - {name: g, cliqueNames: [decode]}
                """));
    assertState(kubectl, "Ready", "1 of 1 replica available");
    Pod pod = Sets.livePods(client, "llm-0-g-0-decode").getFirst();
    String dead = pod.getSpec().getNodeName();

    nodes.kill(dead);

    String hangs =
        "1 pod hangs in Terminating on a node that is not Ready: %s on %s since 20"
            .formatted(pod.getMetadata().getName(), dead);
    for (String object : List.of("pclq/llm-0-g-0-decode", "pcsg/llm-0-g", "pcs/llm")) {
      Told.eventually(() ->
          assertThat(Told.condition(kubectl, object, "Ready"))
              .startsWith("True StuckTerminating: 1 of 1 ")
              .contains(hangs));
      assertThat(Told.status(kubectl, object)).isEqualTo("StuckTerminating");
    }

    nodes.revive(dead);
    for (String object : List.of("pclq/llm-0-g-0-decode", "pcsg/llm-0-g", "pcs/llm")) {
      Told.eventually(() -> assertThat(Told.status(kubectl, object)).isEqualTo("Ready"));
    }
    kubectl.run("delete", "pcs/llm");
    Told.eventually(() -> assertThat(client.pods().list().getItems()).isEmpty());
    OnePodNodes.deleteAll(client, namespace);
  }

  @Test
  @SideBySide
  void tells_no_warning_when_the_strategy_changes(Kubectl kubectl) {
    String rolling = Sets.manifest("llm", 1, Sets.clique("decode", 2, 2));
    kubectl.apply(rolling);
    assertState(kubectl, "Ready", "1 of 1 replica available");
    String changed = rolling.replace("model:1", "model:2");

    kubectl.apply(
        changed.replace("replicas: 1\n", "replicas: 1\n  updateStrategy: {type: OnDelete}\n"));
    assertState(kubectl, "Ready", "1 of 1 replica available, 2 pods of an old template");
    kubectl.apply(changed);
    kubectl.run("wait", "--for=condition=Progressing=False", "pcs/llm", "--timeout=60s");

    assertState(kubectl, "Ready", "1 of 1 replica available");
    assertThat(Told.condition(kubectl, "pcs/llm", "Progressing"))
        .isEqualTo("False Complete: 1 of 1 replicas are at the current template");
    assertThat(Told.warnings(kubectl)).isEmpty();
  }

  @Test
  @SideBySide
  void tells_no_warning_of_an_update_of_cliques_with_one_pod_and_of_a_group(Kubectl kubectl) {
    String manifest =
        Sets.manifest(
                "llm",
                1,
                Sets.clique("frontend", 1, 1),
                Sets.clique("prefill", 1, 1),
                Sets.clique("decode", 1, 1))
            .concat(
                """
                    podCliqueScalingGroups:
                    - {name: g, cliqueNames: [decode], replicas: 2, minAvailable: 1}
                """);
    kubectl.apply(manifest);
    assertState(kubectl, "Ready", "1 of 1 replica available");

    kubectl.apply(manifest.replace("model:1", "model:2"));
    kubectl.run("wait", "--for=condition=Progressing=False", "pcs/llm", "--timeout=60s");

    assertState(kubectl, "Ready", "1 of 1 replica available");
    assertThat(Told.warnings(kubectl)).isEmpty();
  }

  @Test
  @SideBySide
  void tells_the_same_twice_as_one_event(Kubectl kubectl) {
    kubectl.apply(Sets.manifest("llm", 1, Sets.clique("decode", 2, 2)));
    assertState(kubectl, "Ready", "1 of 1 replica available");

    // Each one is made again at once, so that two of them fall into one moment sooner or later.
    Told.eventually(() -> {
      kubectl.run("delete", "pclq/llm-0-decode", "--ignore-not-found");
      assertThat(
              kubectl.run(
                  "get",
                  "events",
                  "-o",
                  "jsonpath={range .items[?(@.message==\"created 1 PodClique: llm-0-decode\")]}{.count} {end}"))
          .extracting(Kubectl.Result::out)
          .asString()
          .containsPattern("[2-9]");
    });
    assertState(kubectl, "Ready", "1 of 1 replica available");
  }

  @Test
  @SideBySide
  void waits_for_what_goes_when_a_policy_keeps_a_part_of_a_teardown(
      Kubectl kubectl, KubernetesClient client, SimulatedNodes nodes) {
    kubectl.apply(
        Teardowns.delayed(
            Sets.manifest("llm", 1, Sets.clique("decode", 2, 2), Sets.clique("prefill", 1, 1)),
            "1s"));
    assertState(kubectl, "Ready", "1 of 1 replica available");

    try (KeptByPolicy _ = KeptByPolicy.inForce(kubectl, "podcliques", "llm-0-decode")) {
      nodes.stall(Sets.livePods(client, "llm-0-decode").getFirst());

      assertState(kubectl, "TearingDown", "waits until 2 PodCliques have gone");
      Told.eventually(() ->
          assertThat(Told.condition(kubectl, "pclq/llm-0-decode", "Waiting"))
              .isEqualTo("True TornDown: waits until 2 PodCliques of replica 0 have gone"));
    }
    assertState(kubectl, "Ready", "1 of 1 replica available");
  }

  @Test
  @SideBySide
  void is_degraded_when_a_pod_is_lost_and_torn_down_when_it_does_not_come_back(
      Kubectl kubectl, KubernetesClient client, SimulatedNodes nodes, Recorder recorder) {
    kubectl.apply(Teardowns.delayed(Sets.manifest("llm", 1, Sets.clique("decode", 2, 2)), "3s"));
    assertState(kubectl, "Ready", "1 of 1 replica available");

    nodes.stall(Sets.livePods(client, "llm-0-decode").getFirst());

    assertState(
        kubectl,
        "Degraded",
        "replica 0: PodClique llm-0-decode has 1 of 2 pods ready; 1 of 2 pods");
    assertState(kubectl, "Ready", "1 of 1 replica available");
    assertThat(Told.warnings(kubectl, "PodCliqueSet", "llm"))
        .anyMatch(line -> line.startsWith("Degraded: replica 0: PodClique llm-0-decode has 1 of 2"))
        .anyMatch(line ->
            line.startsWith(
                "ReplicaTornDown: replica 0 is deleted, to be made again: llm-0-decode had 1"));
    // A teardown takes less time than kubectl does: what it would have printed stands recorded.
    assertThat(
            recorder
                .upToDate()
                .ofKind("PodCliqueSet")
                .flatMap(event ->
                    StreamSupport.stream(event.status().path("conditions").spliterator(), false)))
        .filteredOn(condition -> condition.path("reason").asText().equals("TearingDown"))
        .extracting(condition -> condition.path("message").asText())
        .anyMatch(message ->
            message.startsWith("replica 0 is deleted, because llm-0-decode had 1 ready since "));
  }
}
