package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Groups for which there is a block too few, or a slice too few in their block: who has no place
 * waits as a whole, is named, and gets his place when there is one. {@code hack/exclusive} runs it.
 */
@OnCoppice
@EnabledIfEnvironmentVariable(named = "COPPICE_EXCLUSIVE_ROUNDS", matches = "\\d+")
class ExclusiveShortageIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String SET = "llm";

  @AfterAll
  static void removeNodes(ControlPlane plane) {
    try (KubernetesClient client = plane.client()) {
      ExclusiveNodes.deleteAll(client);
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_group_that_has_no_block_waits_as_a_whole(
      ExclusiveGroups kind,
      Kubectl kubectl,
      KubernetesClient client,
      Recorder recorder,
      SimulatedNodes simulated,
      TestNamespace namespace) {
    ExclusiveNodes nodes = ExclusiveNodes.create(client, simulated);
    String last = nodes.anyBlock();
    nodes.namesIn(last).forEach(simulated::cordon);
    try {
      kubectl.apply(kind.manifest(SET, ExclusiveNodes.BLOCKS));
      awaitPods(client, ExclusiveNodes.BLOCKS, ExclusiveNodes.BLOCKS - 1);

      Told.eventually(() ->
          assertThat(Told.condition(kubectl, "pcs/" + SET, "Ready"))
              .contains("1 pod of subgroup 0 without a place: 0/")
              .contains("nodes are available"));
      assertThat(unbound(client))
          .hasSize(ExclusiveGroups.SIZE)
          .extracting(pod -> pod.getMetadata().getLabels().get(Labels.GROUP_KEY))
          .containsOnly(unbound(client).getFirst().getMetadata().getLabels().get(Labels.GROUP_KEY));
    } finally {
      nodes.namesIn(last).forEach(simulated::uncordon);
    }
    awaitPods(client, ExclusiveNodes.BLOCKS, ExclusiveNodes.BLOCKS);
    assertKept(kind, nodes, recorder, client, namespace, ExclusiveNodes.BLOCKS);
  }

  @ParameterizedTest
  @EnumSource
  void the_subgroup_that_has_no_slice_waits_alone(
      ExclusiveGroups kind,
      Kubectl kubectl,
      KubernetesClient client,
      Recorder recorder,
      SimulatedNodes simulated,
      TestNamespace namespace) {
    ExclusiveNodes nodes = ExclusiveNodes.create(client, simulated);
    String only = nodes.anySlice();
    List<String> free = nodes.namesIn(ExclusiveNodes.SLICE, only);
    List<String> full = nodes.names().stream().filter(node -> !free.contains(node)).toList();
    full.forEach(simulated::cordon);
    try {
      kubectl.apply(kind.manifest(SET, 1));
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(pods(client))
                  .hasSize(ExclusiveGroups.SIZE)
                  .filteredOn(Sets::isReady)
                  .hasSize(2));

      Set<String> waiting =
          unbound(client).stream()
              .map(pod -> pod.getMetadata().getLabels().get(Labels.SUBGROUP_INDEX))
              .collect(Collectors.toSet());
      assertThat(unbound(client)).hasSize(2);
      // The first pod of a group chooses its block, and it is in the first subgroup.
      assertThat(waiting).containsExactly("1");
      Told.eventually(() ->
          assertThat(Told.condition(kubectl, "pcs/" + SET, "Ready"))
              .contains(
                  "2 pods of subgroup 1 without a place in %s=".formatted(ExclusiveNodes.BLOCK)));
    } finally {
      full.forEach(simulated::uncordon);
    }
    awaitPods(client, 1, 1);
    assertKept(kind, nodes, recorder, client, namespace, 1);
  }

  private static List<Pod> pods(KubernetesClient client) {
    return client.pods().withLabel(Labels.PART_OF, SET).list().getItems();
  }

  private static List<Pod> unbound(KubernetesClient client) {
    return pods(client).stream().filter(pod -> pod.getSpec().getNodeName() == null).toList();
  }

  private static void awaitPods(KubernetesClient client, int groups, int ready) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(pods(client))
                .hasSize(groups * ExclusiveGroups.SIZE)
                .filteredOn(Sets::isReady)
                .hasSize(ready * ExclusiveGroups.SIZE));
  }

  private static void assertKept(
      ExclusiveGroups kind,
      ExclusiveNodes nodes,
      Recorder recorder,
      KubernetesClient client,
      TestNamespace namespace,
      int groups) {
    Recording recording = recorder.upToDate();
    Rules.assertKept(nodes.rules(), recording);
    kind.assertLabelled(recording, namespace.name(), SET, groups);
    assertThat(nodes.places(pods(client))).isEqualTo(kind.places(SET, groups));
  }
}
