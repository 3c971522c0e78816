package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.PlacementMode;
import dev.coppice.api.gang.PodGang;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.junit.WithoutWebhooks;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups whose gangs the stock scheduler places as a whole, each into a domain of its own. */
@OnOwnOperators
@WithoutWebhooks("the gate for gangs is switched on for this operator alone")
class ExclusiveGangIT {

  private static final String ANNOTATIONS =
      "{grove.io/exclusive-topology: %s, grove.io/subgroup-exclusive-topology: %s}"
          .formatted(ExclusiveNodes.BLOCK, ExclusiveNodes.SLICE);

  @TempDir private Path directory;

  private static String on(String manifest) {
    return manifest.replace("containers:", ExclusiveNodes.selector() + "\n          containers:");
  }

  /** Two groups of a leader and two subgroups of two workers. */
  private static String replicas() {
    return on(Sets.manifest("llm", 1, Sets.clique("lead", 1, 1), Sets.clique("work", 4, 4)))
        .concat(
            """
                podCliqueScalingGroups:
                - name: g
                  cliqueNames: [lead, work]
                  replicas: 2
                  minAvailable: 1
                  annotations: %s
                  subGroupPolicy: {subGroupPolicyType: LeaderExcluded, subGroupSize: 2}
            """
                .formatted(ANNOTATIONS));
  }

  /** A group of two subgroups of two pods. */
  private static String clique() {
    return on(Sets.manifest("one", 1, Sets.clique("work", 4, 4)))
        .replace("metadata: {name: one}", "metadata: {name: one, annotations: " + ANNOTATIONS + "}")
        .replace(
            "podSpec:",
            "subGroupPolicy: {subGroupPolicyType: LeaderWorker, subGroupSize: 2}\n        podSpec:");
  }

  @Test
  void each_gang_has_a_block_each_subgroup_a_slice_and_who_comes_back_finds_both(
      ControlPlane plane,
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes simulated,
      Recorder recorder) {
    ExclusiveNodes nodes = ExclusiveNodes.create(client, simulated);
    try (OperatorProcess _ =
        OperatorProcess.in(directory, plane.kubeconfig(PlaneUser.OPERATOR)).nativeGangs().start()) {
      kubectl.apply(replicas());
      kubectl.apply(clique());
      Stream.of("llm", "one")
          .forEach(set ->
              kubectl.run("wait", "--for=condition=Available", "pcs/" + set, "--timeout=60s"));
      Stream.of("llm-0-g-0-work", "llm-0-g-1-work")
          .forEach(name -> Sets.awaitReady(kubectl, name, 4));
      Stream.of("llm-0-g-0-lead", "llm-0-g-1-lead")
          .forEach(name -> Sets.awaitReady(kubectl, name, 1));
      Sets.awaitReady(kubectl, "one-0-work", 4);

      List<Set<String>> blocks =
          Stream.of(
                  pods(client, "llm-0-g-0-lead", "llm-0-g-0-work"),
                  pods(client, "llm-0-g-1-lead", "llm-0-g-1-work"),
                  pods(client, "one-0-work"))
              .map(pods -> pods.map(nodes::blockOf).collect(Collectors.toSet()))
              .toList();
      assertThat(blocks).doesNotHaveDuplicates().allSatisfy(one -> assertThat(one).hasSize(1));
      Told.eventually(() ->
          assertThat(gangs(client))
              .hasSize(3)
              .allSatisfy(gang ->
                  assertThat(gang.statusOrEmpty().placementMode()).isEqualTo(PlacementMode.GANG))
              .extracting(gang -> gang.statusOrEmpty().podGroups().getFirst())
              .extracting(GangPlacement::topologyKey, GangPlacement::domain)
              .containsExactlyElementsOf(
                  blocks.stream()
                      .map(one -> tuple(ExclusiveNodes.BLOCK, one.iterator().next()))
                      .toList()));

      comesBack(client, nodes, "llm-0-g-1-work", 4);
      comesBack(client, nodes, "one-0-work", 4);
      looksAnew(client, simulated, nodes, "llm-0-g-0", "llm-0-g-1-lead", "llm-0-g-1-work");
      assertThat(recorder.rest().await(AtRest.ALL_IS_TOLD, Updates.PATIENCE)).isPresent();
      Rules.assertKept(nodes.rules(), recorder.upToDate());
    }
  }

  private static void comesBack(
      KubernetesClient client, ExclusiveNodes nodes, String clique, int replicas) {
    Pod lost = Sets.livePods(client, clique).getLast();
    client.resource(lost).delete();
    Told.eventually(() ->
        assertThat(Sets.livePods(client, clique))
            .hasSize(replicas)
            .allMatch(Sets::isReady)
            .filteredOn(pod -> Sets.podIndex(pod).equals(Sets.podIndex(lost)))
            .singleElement()
            .satisfies(pod -> {
              assertThat(pod.getMetadata().getUid()).isNotEqualTo(lost.getMetadata().getUid());
              assertThat(nodes.blockOf(pod)).isEqualTo(nodes.blockOf(lost));
              assertThat(pod.getSpec().getNodeSelector())
                  .containsEntry(ExclusiveNodes.BLOCK, nodes.blockOf(lost));
            }));
  }

  /** Where it was there is no room any more, and no pod of it to follow. */
  private static void looksAnew(
      KubernetesClient client,
      SimulatedNodes simulated,
      ExclusiveNodes nodes,
      String gang,
      String... cliques) {
    List<Pod> lost = pods(client, cliques).toList();
    String block = nodes.blockOf(lost.getFirst());
    List<String> full = nodes.namesIn(block);
    full.forEach(simulated::cordon);
    try {
      lost.forEach(pod -> client.resource(pod).delete());

      Told.eventually(() -> {
        List<Pod> back = pods(client, cliques).toList();
        assertThat(back).hasSameSizeAs(lost).allMatch(Sets::isReady);
        Set<String> blocks = back.stream().map(nodes::blockOf).collect(Collectors.toSet());
        assertThat(blocks).hasSize(1).doesNotContain(block);
        assertThat(client.resources(PodGang.class).withName(gang).require().statusOrEmpty())
            .extracting(status -> status.podGroups().getLast().domain())
            .isEqualTo(blocks.iterator().next());
      });
    } finally {
      full.forEach(simulated::uncordon);
    }
  }

  private static Stream<Pod> pods(KubernetesClient client, String... cliques) {
    return Arrays.stream(cliques).flatMap(clique -> Sets.livePods(client, clique).stream());
  }

  private static List<PodGang> gangs(KubernetesClient client) {
    return client.resources(PodGang.class).list().getItems().stream()
        .sorted(Comparator.comparing(gang -> gang.getMetadata().getName()))
        .toList();
  }
}
