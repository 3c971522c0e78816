package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SharedOperator;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * The leader of a group goes, or nobody can tell where it is. Each pod is a subgroup of its own, so
 * that no term of the leader draws it to the others, and slices are free in other blocks. {@code
 * hack/exclusive} runs it.
 */
@OnCoppice
@EnabledIfEnvironmentVariable(named = "COPPICE_EXCLUSIVE_ROUNDS", matches = "\\d+")
class ExclusiveLeaderIT {

  /** The label of nodes that take workers; none does unless a test says so. */
  private static final String OPEN = "exclusive-open";

  private static final int WORKERS = 2;

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

  @AfterEach
  void close() {
    nodes.names().forEach(node -> nodes.removeLabel(node, OPEN));
    nodes.names().forEach(simulated::uncordon);
  }

  @AfterAll
  static void removeNodes(ControlPlane plane) {
    try (KubernetesClient client = plane.client()) {
      ExclusiveNodes.deleteAll(client);
    }
  }

  private static String group(String name) {
    return Sets.manifest(
            name,
            1,
            selecting(Sets.clique("lead", 1, 1), ExclusiveNodes.selector()),
            selecting(
                Sets.clique("work", WORKERS, WORKERS), "nodeSelector: {%s: \"\"}".formatted(OPEN)))
        .concat(
            """
                podCliqueScalingGroups:
                - name: g
                  cliqueNames: [lead, work]
                  replicas: 1
                  minAvailable: 1
                  annotations: %s
                  subGroupPolicy: {subGroupPolicyType: LeaderWorker, subGroupSize: 1}
            """
                .formatted(ExclusiveGroups.ANNOTATIONS));
  }

  private static String selecting(String clique, String selector) {
    return clique.replace("podSpec:", "podSpec:\n          " + selector);
  }

  private static String leader(String set) {
    return set + "-0-g-0-lead";
  }

  private static String workers(String set) {
    return set + "-0-g-0-work";
  }

  private String recorded(String set, String what) {
    return kubectl
        .run("get", "pclq", leader(set), "-o", "jsonpath={.status.group." + what + "}")
        .out();
  }

  private List<Pod> pods(String set) {
    return Stream.of(leader(set), workers(set))
        .flatMap(clique -> Sets.livePods(client, clique).stream())
        .toList();
  }

  private Pod leaderPod(String set) {
    return Sets.livePods(client, leader(set)).stream()
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no leader of " + set));
  }

  private static boolean isBound(Pod pod) {
    return pod.getSpec().getNodeName() != null;
  }

  private static boolean isReleased(Pod pod) {
    return pod.getSpec().getSchedulingGates().isEmpty();
  }

  private void open() {
    nodes.names().forEach(node -> nodes.setLabel(node, OPEN, ""));
  }

  /** Waits until the leader is placed and the workers look for nodes that there are not. */
  private String awaitWorkersReleased(String set) {
    Told.eventually(() -> {
      assertThat(Sets.livePods(client, workers(set)))
          .hasSize(WORKERS)
          .allMatch(ExclusiveLeaderIT::isReleased);
      assertThat(isBound(leaderPod(set))).isTrue();
    });
    assertThat(Sets.livePods(client, workers(set))).noneMatch(ExclusiveLeaderIT::isBound);
    return recorded(set, "domain");
  }

  private void awaitTogether(String... sets) {
    for (String set : sets) {
      kubectl.run("wait", "--for=condition=Available", "pcs/" + set, "--timeout=90s");
      Told.eventually(() -> assertThat(pods(set)).hasSize(1 + WORKERS).allMatch(Sets::isReady));
      assertThat(blocks(set)).containsExactly(recorded(set, "domain"));
    }
    Rules.assertKept(nodes.rules(), recorder.upToDate());
  }

  private Set<String> blocks(String set) {
    return pods(set).stream().map(nodes::blockOf).collect(Collectors.toSet());
  }

  @Test
  void a_leader_comes_back_to_workers_that_run() {
    open();
    kubectl.apply(group("one"));
    awaitTogether("one");
    String block = recorded("one", "domain");
    String uid = leaderPod("one").getMetadata().getUid();

    client.resource(leaderPod("one")).delete();

    Told.eventually(() -> assertThat(leaderPod("one").getMetadata().getUid()).isNotEqualTo(uid));
    awaitTogether("one");
    assertThat(recorded("one", "domain")).isEqualTo(block);
    assertThat(recorded("one", "epoch")).isEqualTo("0");
  }

  /** With it goes what it had written down, but not the workers. */
  @Test
  void a_leader_whose_pod_clique_is_deleted_comes_back_to_workers_that_run() {
    open();
    kubectl.apply(group("one"));
    awaitTogether("one");
    String block = recorded("one", "domain");
    List<String> running = workerUids("one");
    String clique = Sets.clique(client, leader("one")).getMetadata().getUid();

    kubectl.run("delete", "pclq", leader("one"));

    Told.eventually(() -> {
      assertThat(Sets.clique(client, leader("one")).getMetadata().getUid()).isNotEqualTo(clique);
      assertThat(recorded("one", "domain")).isEqualTo(block);
    });
    awaitTogether("one");
    assertThat(workerUids("one")).isEqualTo(running);
  }

  private List<String> workerUids(String set) {
    return Sets.livePods(client, workers(set)).stream()
        .map(pod -> pod.getMetadata().getUid())
        .sorted()
        .toList();
  }

  @Test
  void workers_that_have_no_node_yet_go_where_the_next_leader_goes() {
    kubectl.apply(group("one"));
    String block = awaitWorkersReleased("one");
    nodes.namesIn(block).forEach(simulated::cordon);

    client.resource(leaderPod("one")).delete();

    Told.eventually(() -> assertThat(recorded("one", "epoch")).isEqualTo("1"));
    nodes.namesIn(block).forEach(simulated::uncordon);
    open();
    awaitTogether("one");
  }

  /** Either group may be the one that gets the block; the other waits for the one that is freed. */
  @RepeatedTest(3)
  void of_two_leaders_that_want_one_block_each_has_a_block_in_the_end() {
    List<String> all = nodes.names();
    all.forEach(simulated::cordon);
    kubectl.apply(group("one"));
    String block = nodes.anyBlock();
    nodes.namesIn(block).forEach(simulated::uncordon);
    assertThat(awaitWorkersReleased("one")).isEqualTo(block);
    kubectl.apply(group("other"));
    Told.eventually(() ->
        assertThat(Told.condition(kubectl, "pclq/" + leader("other"), "Waiting"))
            .startsWith("True Unschedulable: 1 pod"));

    client.resource(leaderPod("one")).delete();

    Told.eventually(() -> {
      assertThat(recorded("one", "epoch")).isEqualTo("1");
      assertThat(Stream.of("one", "other").map(this::leaderPod))
          .filteredOn(ExclusiveLeaderIT::isBound)
          .hasSize(1);
    });
    all.forEach(simulated::uncordon);
    open();
    awaitTogether("one", "other");
    assertThat(blocks("one")).doesNotContainAnyElementsOf(blocks("other"));
  }

  @Test
  void a_group_whose_label_no_node_has_waits_at_rest(ControlPlane plane, TestNamespace namespace) {
    open();
    kubectl.apply(group("one").replace(ExclusiveNodes.BLOCK, "example.com/nowhere"));

    Told.eventually(() ->
        assertThat(Told.condition(kubectl, "pcs/one", "Ready"))
            .contains("1 pod of subgroup 0 without a place: 0/"));

    assertThat(leaderPod("one")).matches(ExclusiveLeaderIT::isReleased);
    assertThat(Sets.livePods(client, workers("one")))
        .hasSize(WORKERS)
        .noneMatch(ExclusiveLeaderIT::isReleased);
    assertThat(recorded("one", "domain")).isEmpty();
    AtRest.assertWritesNothing(plane, namespace, recorder);
  }

  @Test
  void workers_stay_gated_at_rest_while_their_leaders_node_has_lost_its_label(
      ControlPlane plane, TestNamespace namespace, SharedOperator operator) {
    open();
    nodes.names().forEach(simulated::cordon);
    kubectl.apply(group("one"));
    Told.eventually(() -> assertThat(isReleased(leaderPod("one"))).isTrue());
    // Nobody is to see the label between the binding and its loss.
    operator.process().kill();
    nodes.names().forEach(simulated::uncordon);
    Told.eventually(() -> assertThat(isBound(leaderPod("one"))).isTrue());
    String block = nodes.blockOf(leaderPod("one"));
    List<String> unlabelled = nodes.namesIn(block);
    unlabelled.forEach(nodes::removeBlock);
    operator.ensureRunning();

    Told.eventually(() ->
        assertThat(Told.warnings(kubectl, "PodClique", workers("one")))
            .contains(
                "TopologyLabelMissing: 2 pods wait: no node that the group runs on has the label "
                    + ExclusiveNodes.BLOCK));
    AtRest.assertWritesNothing(plane, namespace, recorder);
    assertThat(Sets.livePods(client, workers("one")))
        .hasSize(WORKERS)
        .noneMatch(ExclusiveLeaderIT::isReleased);
    assertThat(recorded("one", "domain")).isEmpty();

    unlabelled.forEach(node -> nodes.setBlock(node, block));
    awaitTogether("one");
  }
}
