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
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two groups that lose pods and nodes, are torn down and updated: places keep their labels, and
 * nobody is where he must not be, not even for a moment. {@code hack/exclusive} runs it.
 */
@OnCoppice
@EnabledIfEnvironmentVariable(named = "COPPICE_EXCLUSIVE_ROUNDS", matches = "\\d+")
class ExclusiveLossIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String SET = "llm";
  private static final int GROUPS = 2;
  private static final int PODS = GROUPS * ExclusiveGroups.SIZE;

  private Kubectl kubectl;
  private KubernetesClient client;
  private Recorder recorder;
  private SimulatedNodes simulated;
  private ExclusiveNodes nodes;
  private TestNamespace namespace;

  @BeforeEach
  void bind(
      Kubectl administrator,
      KubernetesClient namespaced,
      Recorder recording,
      SimulatedNodes all,
      TestNamespace own) {
    kubectl = administrator;
    client = namespaced;
    recorder = recording;
    simulated = all;
    namespace = own;
    nodes = ExclusiveNodes.create(client, all);
  }

  @AfterAll
  static void removeNodes(ControlPlane plane) {
    try (KubernetesClient client = plane.client()) {
      ExclusiveNodes.deleteAll(client);
    }
  }

  /** Starts the groups; returns the slices of their pods by host name. */
  private Map<String, String> start(String manifest) {
    kubectl.apply(manifest);
    awaitReady(pods -> assertThat(pods).hasSize(PODS));
    return nodes.slices(live());
  }

  private List<Pod> live() {
    return client.pods().withLabel(Labels.PART_OF, SET).list().getItems().stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .toList();
  }

  private Pod pod(ExclusiveGroups kind, int group, int slot) {
    return live().stream()
        .filter(pod -> pod.getSpec().getHostname().equals(kind.host(SET, group, slot)))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no pod of slot " + slot));
  }

  private void awaitReady(ThrowingConsumer<List<Pod>> look) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          List<Pod> pods = live();
          assertThat(pods).hasSize(PODS).allMatch(Sets::isReady);
          look.accept(pods);
        });
  }

  private void awaitReadyWithout(Pod... lost) {
    Set<String> uids = uids(List.of(lost));
    awaitReady(pods -> assertThat(uids(pods)).doesNotContainAnyElementsOf(uids));
  }

  private static Set<String> uids(List<Pod> pods) {
    return pods.stream().map(pod -> pod.getMetadata().getUid()).collect(Collectors.toSet());
  }

  private void assertKept(ExclusiveGroups kind) {
    Recording recording = recorder.upToDate();
    Rules.assertKept(nodes.rules(), recording);
    kind.assertLabelled(recording, namespace.name(), SET, GROUPS);
    assertThat(nodes.places(live())).isEqualTo(kind.places(SET, GROUPS));
  }

  @ParameterizedTest
  @EnumSource
  void a_pod_that_is_lost_comes_back_to_its_slice(ExclusiveGroups kind) {
    Map<String, String> before = start(kind.manifest(SET, GROUPS));
    Pod lost = pod(kind, 0, 3);

    client.resource(lost).delete();

    awaitReadyWithout(lost);
    assertThat(nodes.slices(live())).isEqualTo(before);
    assertKept(kind);
  }

  /** Their pods are evicted after five seconds, and end when the node is back. */
  @ParameterizedTest
  @EnumSource
  void the_pods_of_a_dead_node_come_back_on_the_other_nodes_of_their_slice(ExclusiveGroups kind) {
    Map<String, String> before = start(kind.manifest(SET, GROUPS));
    Pod lost = pod(kind, 0, 3);
    String dead = lost.getSpec().getNodeName();
    simulated.kill(dead);
    try {
      awaitReady(
          pods -> assertThat(pods).noneMatch(pod -> pod.getSpec().getNodeName().equals(dead)));
      assertThat(client.resource(lost).get()).as("it hangs on its node").isNotNull();
      assertThat(nodes.slices(live())).isEqualTo(before);
    } finally {
      simulated.revive(dead);
      simulated.awaitSchedulable(dead);
    }
    assertKept(kind);
  }

  /** Nothing of the group is left but what hangs, and that draws only pods of its own subgroup. */
  @ParameterizedTest
  @EnumSource
  void a_group_comes_back_to_where_its_last_pods_hang(ExclusiveGroups kind) {
    Map<String, String> before = start(kind.manifest(SET, GROUPS));
    List<Pod> hanging = List.of(pod(kind, 0, 2), pod(kind, 0, 3));
    List<String> slice = nodes.namesIn(ExclusiveNodes.SLICE, before.get(kind.host(SET, 0, 3)));
    List<String> dead =
        hanging.stream().map(pod -> pod.getSpec().getNodeName()).distinct().toList();
    slice.forEach(simulated::cordon);
    dead.forEach(simulated::kill);
    try {
      Told.eventually(() ->
          assertThat(List.of(pod(kind, 0, 2), pod(kind, 0, 3)))
              .allMatch(pod -> pod.getSpec().getNodeName() == null)
              .allMatch(pod -> pod.getSpec().getSchedulingGates().isEmpty()));
      List<Pod> lost = List.of(pod(kind, 0, 0), pod(kind, 0, 1));
      lost.forEach(pod -> client.resource(pod).delete());
      Told.eventually(() -> {
        List<Pod> leaders = List.of(pod(kind, 0, 0), pod(kind, 0, 1));
        assertThat(leaders).allMatch(Sets::isReady);
        assertThat(uids(leaders)).doesNotContainAnyElementsOf(uids(lost));
      });
      slice.stream().filter(node -> !dead.contains(node)).forEach(simulated::uncordon);
      awaitReady(pods -> assertThat(pods).hasSize(PODS));
      assertThat(nodes.slices(live()))
          .containsEntry(kind.host(SET, 0, 3), before.get(kind.host(SET, 0, 3)));
    } finally {
      dead.forEach(simulated::revive);
      slice.forEach(simulated::uncordon);
      dead.forEach(simulated::awaitSchedulable);
    }
    assertKept(kind);
  }

  @ParameterizedTest
  @EnumSource
  void a_group_that_is_torn_down_comes_back_in_a_block_of_its_own(ExclusiveGroups kind) {
    start(kind.manifest(SET, GROUPS).replace("template:", "template:\n    terminationDelay: 4s"));
    List<Pod> before = group(kind, 0);
    List<Pod> others = group(kind, 1);
    nodes.names().forEach(simulated::cordon);
    try {
      client.resource(before.getLast()).delete();
      Told.eventually(() -> assertThat(uids(live())).doesNotContainAnyElementsOf(uids(before)));
    } finally {
      nodes.names().forEach(simulated::uncordon);
    }

    awaitReady(pods ->
        assertThat(uids(pods)).doesNotContainAnyElementsOf(uids(before)).containsAll(uids(others)));
    assertKept(kind);
  }

  private List<Pod> group(ExclusiveGroups kind, int group) {
    return IntStream.range(0, ExclusiveGroups.SIZE)
        .mapToObj(slot -> pod(kind, group, slot))
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void an_update_reaches_the_last_pod(ExclusiveGroups kind) {
    start(kind.manifest(SET, GROUPS));

    kubectl.apply(kind.updated(SET, GROUPS));

    awaitReady(pods ->
        assertThat(pods)
            .allMatch(
                pod -> pod.getSpec().getContainers().getFirst().getImage().endsWith("model:2")));
    await()
        .atMost(PATIENCE)
        .until(
            () -> Sets.set(client, SET).statusOrEmpty().updateProgress().updateEndedAt() != null);
    assertKept(kind);
  }
}
