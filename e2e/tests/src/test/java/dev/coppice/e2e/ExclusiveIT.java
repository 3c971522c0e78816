package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.oracle.Invariants;
import dev.coppice.testkit.oracle.Violation;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Groups and subgroups that the stock scheduler gives domains of nodes for themselves. {@code
 * hack/exclusive} does more of it.
 */
@OnCoppice
class ExclusiveIT {

  private static final String LEADER = "llm-0-g-0-lead";
  private static final String WORKERS = "llm-0-g-0-work";

  private static final String PROBE_POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: probe}
      spec:
        containers: [{name: main, image: "registry.example/probe:1"}]
        affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone}]}}
      """;

  private Kubectl kubectl;
  private KubernetesClient client;
  private Recorder recorder;
  private SimulatedNodes simulated;
  private ExclusiveNodes nodes;

  @BeforeEach
  void bind(
      Kubectl administrator, KubernetesClient namespaced, Recorder recording, SimulatedNodes all) {
    kubectl = administrator;
    client = namespaced;
    recorder = recording;
    simulated = all;
    nodes = ExclusiveNodes.create(client, all);
  }

  @AfterAll
  static void removeNodes(ControlPlane plane) {
    try (KubernetesClient client = plane.client()) {
      ExclusiveNodes.deleteAll(client);
    }
  }

  private static String on(String manifest) {
    return manifest.replace("containers:", ExclusiveNodes.selector() + "\n          containers:");
  }

  /** A leader and its workers in subgroups of two, so many of them. */
  private static String groups(String name, int groups, int subGroups, String annotations) {
    int workers = 2 * subGroups;
    return on(Sets.manifest(
            name, 1, Sets.clique("lead", 1, 1), Sets.clique("work", workers, workers)))
        .concat(
            """
                podCliqueScalingGroups:
                - name: g
                  cliqueNames: [lead, work]
                  replicas: %d
                  minAvailable: 1
                  annotations: %s
                  subGroupPolicy: {subGroupPolicyType: LeaderExcluded, subGroupSize: 2}
            """
                .formatted(groups, annotations));
  }

  private static String group() {
    return groups("llm", 1, 2, ExclusiveGroups.ANNOTATIONS);
  }

  private void awaitAvailable(String... sets) {
    for (String set : sets) {
      kubectl.run("wait", "--for=condition=Available", "pcs/" + set, "--timeout=90s");
    }
  }

  private void awaitReady(String clique, int pods) {
    Sets.awaitReady(kubectl, clique, pods);
  }

  private String recorded(String what) {
    return kubectl.run("get", "pclq", LEADER, "-o", "jsonpath={.status.group." + what + "}").out();
  }

  private Pod pod(String clique, int index) {
    return Sets.livePods(client, clique).stream()
        .filter(pod -> Sets.podIndex(pod).equals(Integer.toString(index)))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no pod %d of %s".formatted(index, clique)));
  }

  private Set<String> blocks(String clique) {
    return Sets.livePods(client, clique).stream().map(nodes::blockOf).collect(Collectors.toSet());
  }

  @Test
  void every_group_has_a_block_and_every_subgroup_a_slice() {
    kubectl.apply(
        groups(
            "llm",
            ExclusiveNodes.BLOCKS,
            ExclusiveNodes.SLICES_OF_A_BLOCK,
            ExclusiveGroups.ANNOTATIONS));
    awaitAvailable("llm");
    for (int group = 0; group < ExclusiveNodes.BLOCKS; group++) {
      awaitReady("llm-0-g-%d-work".formatted(group), 6);
    }

    Rules.assertKept(nodes.rules(), recorder.upToDate());
    assertThat(Told.condition(kubectl, "pcs/llm", "TopologyNotEnforced")).isBlank();
    String block = nodes.blockOf(pod(LEADER, 0));
    assertThat(recorded("domain")).isEqualTo(block);
    assertThat(pod(LEADER, 0).getSpec().getNodeSelector()).doesNotContainKey(ExclusiveNodes.BLOCK);
    assertThat(Sets.livePods(client, WORKERS))
        .hasSize(6)
        .allSatisfy(pod ->
            assertThat(pod.getSpec().getNodeSelector()).containsEntry(ExclusiveNodes.BLOCK, block));
  }

  @Test
  void a_clique_can_be_a_group_by_itself(TestNamespace namespace) {
    ExclusiveGroups kind = ExclusiveGroups.CLIQUES;
    kubectl.apply(kind.manifest("one", 2));
    awaitAvailable("one");
    awaitReady("one-0-work", ExclusiveGroups.SIZE);
    awaitReady("one-1-work", ExclusiveGroups.SIZE);

    Recording recording = recorder.upToDate();
    Rules.assertKept(nodes.rules(), recording);
    kind.assertLabelled(recording, namespace.name(), "one", 2);
    assertThat(nodes.places(client.pods().list().getItems())).isEqualTo(kind.places("one", 2));
  }

  @Test
  void without_the_annotations_the_scheduler_spreads_pods_as_it_likes() {
    // On nodes that are in no block nothing could be seen.
    kubectl.apply(
        groups("llm", 2, 2, "{}")
            .replace(ExclusiveNodes.selector(), ExclusiveNodes.insideSelector()));
    awaitAvailable("llm");
    awaitReady("llm-0-g-0-work", 4);
    awaitReady("llm-0-g-1-work", 4);

    assertThat(nodes.rules())
        .allSatisfy(rule ->
            assertThat(Invariants.check(List.of(rule), recorder.upToDate()))
                .extracting(Violation::finding)
                .isNotEmpty());
    assertThat(recorded("domain")).isEmpty();
  }

  @Test
  void a_policy_that_takes_the_affinity_from_pods_is_told() {
    try (MutatingPolicy _ =
        MutatingPolicy.inForce(
            kubectl,
            MutatingPolicy.rule("", "pods"),
            MutatingPolicy.patch(
                "has(object.spec.affinity) ? [JSONPatch{op: \"remove\", path: \"/spec/affinity\"}] : []"),
            PROBE_POD,
            made -> made.contains("probe") && !made.contains("podAntiAffinity"))) {
      // Nothing would keep it from nodes that are in no block.
      kubectl.apply(group().replace(ExclusiveNodes.selector(), ExclusiveNodes.insideSelector()));
      awaitAvailable("llm");
    }

    Told.eventually(() ->
        assertThat(Told.condition(kubectl, "pcs/llm", "TopologyNotEnforced"))
            .startsWith("True AffinityRewritten: PodClique " + LEADER)
            .contains("missing in 1 pod"));
    Told.eventually(() ->
        assertThat(Told.condition(kubectl, "pclq/" + WORKERS, "TopologyNotEnforced"))
            .contains("missing in 4 pods"));
  }

  @Test
  void whoever_comes_back_follows_his_group_and_a_lost_group_looks_anew() {
    kubectl.apply(group());
    awaitAvailable("llm");
    String block = recorded("domain");

    client.resource(pod(LEADER, 0)).delete();
    client.resource(pod(WORKERS, 3)).delete();
    awaitReady(LEADER, 1);
    awaitReady(WORKERS, 4);
    Told.eventually(() ->
        assertThat(pod(LEADER, 0).getSpec().getNodeSelector())
            .containsEntry(ExclusiveNodes.BLOCK, block));
    assertThat(recorded("domain")).isEqualTo(block);
    assertThat(recorded("epoch")).isEqualTo("0");

    List<String> full = nodes.namesIn(block);
    full.forEach(simulated::cordon);
    try {
      kubectl.run("delete", "pods", "-l", Labels.SCALING_GROUP + "=llm-0-g");
      Told.eventually(() -> assertThat(recorded("epoch")).isEqualTo("1"));
      Told.eventually(() -> {
        String other = nodes.blockOf(pod(LEADER, 0));
        assertThat(other).isNotEmpty().isNotEqualTo(block);
        assertThat(recorded("domain")).isEqualTo(other);
      });
      awaitReady(WORKERS, 4);
    } finally {
      full.forEach(simulated::uncordon);
    }
    Rules.assertKept(nodes.rules(), recorder.upToDate());
  }

  @Test
  void a_group_in_two_blocks_gives_up_the_smaller_part() {
    kubectl.apply(group());
    awaitAvailable("llm");
    Pod strayed = pod(WORKERS, 2);
    String node = strayed.getSpec().getNodeName();
    String block = nodes.blockOf(strayed);
    Set<String> others =
        Sets.livePods(client, WORKERS).stream()
            .filter(pod -> !pod.getSpec().getNodeName().equals(node))
            .map(pod -> pod.getMetadata().getUid())
            .collect(Collectors.toSet());
    try {
      nodes.setBlock(node, "elsewhere");

      Told.eventually(() ->
          assertThat(Told.warnings(kubectl, "PodClique", WORKERS))
              .anyMatch(warning -> warning.startsWith("GroupSplit: deleted ")));
      awaitReady(WORKERS, 4);
      Told.eventually(() -> assertThat(blocks(WORKERS)).containsExactly(block));
      assertThat(Sets.livePods(client, WORKERS))
          .extracting(pod -> pod.getMetadata().getUid())
          .containsAll(others);
    } finally {
      nodes.setBlock(node, block);
    }
  }

  @Test
  void pods_wait_while_the_label_of_their_group_is_missing() {
    kubectl.apply(group());
    awaitAvailable("llm");
    String block = recorded("domain");
    List<String> unlabelled = nodes.namesIn(block);
    try {
      unlabelled.forEach(nodes::removeBlock);
      client.resource(pod(WORKERS, 1)).delete();

      Told.eventually(() ->
          assertThat(Told.condition(kubectl, "pclq/" + WORKERS, "Waiting"))
              .isEqualTo(
                  "True TopologyLabelMissing: 1 pod waits: no node that the group runs on has the label "
                      + ExclusiveNodes.BLOCK));
      assertThat(Told.warnings(kubectl, "PodClique", WORKERS))
          .anyMatch(warning -> warning.startsWith("TopologyLabelMissing: 1 pod waits"));
      assertThat(recorded("domain")).isEqualTo(block);
    } finally {
      unlabelled.forEach(node -> nodes.setBlock(node, block));
    }
    awaitReady(WORKERS, 4);
    Rules.assertKept(nodes.rules(), recorder.upToDate());
  }

  @Test
  void a_group_without_a_block_waits_and_says_why() {
    kubectl.apply(groups("all", ExclusiveNodes.BLOCKS, 1, ExclusiveGroups.ANNOTATIONS));
    awaitAvailable("all");
    for (int group = 0; group < ExclusiveNodes.BLOCKS; group++) {
      awaitReady("all-0-g-%d-work".formatted(group), 2);
    }
    kubectl.apply(group());

    Told.eventually(() ->
        assertThat(Told.condition(kubectl, "pcs/llm", "Ready"))
            .contains("1 pod without a place: 0/")
            .contains("nodes are available"));
    Told.eventually(() ->
        assertThat(Told.condition(kubectl, "pclq/" + WORKERS, "Waiting"))
            .isEqualTo(
                "True LeaderUnbound: 4 pods wait until llm-0-g-0-lead-0 has a node, which leads the group"));
    assertThat(client.pods().withLabel(Labels.PART_OF, "llm").list().getItems())
        .hasSize(5)
        .allMatch(pod -> pod.getSpec().getNodeName() == null);
    kubectl.run("scale", "pcsg/all-0-g", "--replicas=3");
    awaitAvailable("llm");
    awaitReady(WORKERS, 4);

    Rules.assertKept(nodes.rules(), recorder.upToDate());
  }

  @Test
  void the_subgroup_that_has_no_slice_is_named() {
    kubectl.apply(
        groups("llm", 1, ExclusiveNodes.SLICES_OF_A_BLOCK + 1, ExclusiveGroups.ANNOTATIONS));
    awaitReady(WORKERS, 2 * ExclusiveNodes.SLICES_OF_A_BLOCK);

    List<String> pending =
        Sets.livePods(client, WORKERS).stream()
            .filter(pod -> pod.getSpec().getNodeName() == null)
            .map(pod -> pod.getMetadata().getLabels().get(Labels.SUBGROUP_INDEX))
            .toList();
    assertThat(pending).hasSize(2);
    assertThat(Set.copyOf(pending)).hasSize(1);
    String named =
        "2 pods of subgroup %s without a place in %s=%s: 0/"
            .formatted(pending.getFirst(), ExclusiveNodes.BLOCK, recorded("domain"));
    Told.eventually(
        () -> assertThat(Told.condition(kubectl, "pclq/" + WORKERS, "Waiting")).contains(named));
    Told.eventually(() -> assertThat(Told.condition(kubectl, "pcs/llm", "Ready")).contains(named));
    Rules.assertKept(nodes.rules(), recorder.upToDate());
  }
}
