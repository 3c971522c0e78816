package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatus;
import dev.coppice.core.status.Conditions;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.junit.WithoutWebhooks;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.ApiServerBeside;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the stock scheduler keeps of where a set wants its nodes, and what is said of the rest. */
@OnOwnOperators
@WithoutWebhooks("topology-aware scheduling is switched on for these operators alone")
class NativeTopologyIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int NODES_PER_ZONE = 4;

  @TempDir private Path directory;

  private Kubectl kubectl;
  private KubernetesClient client;
  private String topology;

  @BeforeEach
  void bind(Kubectl administrator, KubernetesClient namespaced, TestNamespace namespace) {
    kubectl = administrator;
    client = namespaced;
    topology = namespace.name();
    kubectl.apply(
        """
        apiVersion: grove.io/v1alpha1
        kind: ClusterTopologyBinding
        metadata: {name: %s}
        spec: {levels: [{domain: zone, key: %s}, {domain: rack, key: %s}]}
        """
            .formatted(topology, NodeShape.ZONE, NodeShape.RACK));
  }

  @AfterEach
  void end(TestNamespace namespace) {
    kubectl.run("delete", "clustertopologybinding", topology, "--ignore-not-found");
    OnePodNodes.deleteAll(client, namespace);
  }

  private OperatorProcess operator(Path kubeconfig) {
    return OperatorProcess.in(directory, kubeconfig)
        .nativeGangs()
        .configure("topologyAwareScheduling.enabled", true)
        .start();
  }

  /** Three pods that are placed together, and one that follows; a clique prefers one rack. */
  private String set(String selector) {
    return Sets.manifest("web", 1, Sets.clique("a", 2, 2), Sets.clique("b", 2, 1))
        .replace(
            "  template:\n",
            "  template:\n    topologyConstraint: {topologyName: %s, pack: {required: zone}}\n"
                .formatted(topology))
        .replace("- name: a\n", "- name: a\n      topologyConstraint: {pack: {preferred: rack}}\n")
        .replace("containers:", selector + "\n          containers:");
  }

  @Test
  void a_gang_stays_in_the_zone_that_it_was_given_however_its_pods_come(
      ControlPlane plane, SimulatedNodes nodes, TestNamespace namespace) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, 2 * NODES_PER_ZONE);
    List<String> small = places.names().subList(0, NODES_PER_ZONE);
    List<String> large = places.names().subList(NODES_PER_ZONE, 2 * NODES_PER_ZONE);
    small.stream().limit(2).forEach(nodes::cordon);
    nodes.cordon(large.getFirst());
    try (OperatorProcess _ = operator(plane.kubeconfig(PlaneUser.OPERATOR))) {
      kubectl.apply(set(places.selector()));

      awaitPlaced(1);
      Pod surplus = awaitUnschedulable("web-0-b");
      assertThat(nodesTaken()).isEqualTo(Set.copyOf(large.subList(1, NODES_PER_ZONE)));
      String zone = zoneOf(large.getFirst());
      assertThat(placements())
          .singleElement()
          .returns(NodeShape.ZONE, GangPlacement::topologyKey)
          .returns(zone, GangPlacement::domain);
      assertThat(surplus.getSpec().getNodeSelector()).containsEntry(NodeShape.ZONE, zone);
      Condition lacking = condition(ConditionTypes.TOPOLOGY_NOT_ENFORCED);
      assertThat(lacking.getReason()).isEqualTo("ConstraintsNotExpressible");
      assertThat(lacking.getMessage())
          .endsWith("not kept: preferred topology.kubernetes.io/rack of web-0-a");
      nodes.uncordon(large.getFirst());
      kubectl.run("wait", "--for=condition=Ready", "pclq/web-0-b", "--timeout=60s");

      small.forEach(nodes::uncordon);
      Pod lost = Sets.livePods(client, "web-0-a").getFirst();
      places.lose(lost);
      awaitUnschedulable("web-0-a");
      nodes.uncordon(lost.getSpec().getNodeName());
      awaitAllOf(large);

      kubectl.run("delete", "pclq", "web-0-b");
      awaitPlaced(2);
      assertThat(placements()).extracting(GangPlacement::domain).containsOnly(zone);
      awaitAllOf(large);
      awaitTold();
    }
  }

  @Test
  void without_the_gate_for_topologies_gangs_are_placed_and_nothing_is_dropped_silently(
      ControlPlane plane) {
    try (ApiServerBeside other =
            ApiServerBeside.start(plane, directory, "GenericWorkload=true,GangScheduling=true");
        OperatorProcess _ = operator(other.kubeconfig(PlaneUser.OPERATOR))) {
      kubectl.apply(set(""));
      awaitTold();

      assertThat(condition(ConditionTypes.GANG_SCHEDULING).getReason()).isEqualTo("NativeGangs");
      assertThat(condition(ConditionTypes.TOPOLOGY_NOT_ENFORCED).getMessage())
          .contains("feature gate TopologyAwareWorkloadScheduling")
          .endsWith(
              "not kept: required topology.kubernetes.io/zone of the gang,"
                  + " preferred topology.kubernetes.io/rack of web-0-a");
      assertThat(placements())
          .singleElement()
          .returns(true, GangPlacement::placed)
          .returns(null, GangPlacement::topologyKey);
      assertThat(gang().conditions())
          .anyMatch(one -> one.getType().equals(ConditionTypes.TOPOLOGY_NOT_ENFORCED));
    }
  }

  @Test
  void without_the_gates_for_workloads_pods_run_one_by_one_and_no_gate_stays(ControlPlane plane) {
    try (ApiServerBeside other = ApiServerBeside.start(plane, directory, "GenericWorkload=false");
        OperatorProcess _ = operator(other.kubeconfig(PlaneUser.OPERATOR))) {
      kubectl.apply(set(""));
      awaitTold();

      Condition gangs = condition(ConditionTypes.GANG_SCHEDULING);
      assertThat(gangs.getStatus() + " " + gangs.getReason()).isEqualTo("False GangSchedulingOff");
      Condition lacking = condition(ConditionTypes.TOPOLOGY_NOT_ENFORCED);
      assertThat(lacking.getReason()).isEqualTo("SchedulerWithoutTopologies");
      assertThat(lacking.getMessage()).contains("required topology.kubernetes.io/zone of the gang");
      assertThat(client.pods().list().getItems())
          .hasSize(4)
          .allMatch(pod -> pod.getSpec().getSchedulingGates().isEmpty());
      assertThat(placements()).isEmpty();
    }
  }

  // The operator ends with the test, and what it says last has to be true.
  private void awaitTold() {
    kubectl.run("wait", "--for=condition=Ready", "pcs/web", "--timeout=60s");
    kubectl.run(
        "wait", "--for=jsonpath={.status.readyReplicas}=2", "pclq/web-0-b", "--timeout=60s");
  }

  private Condition condition(String type) {
    return await(type)
        .atMost(PATIENCE)
        .until(
            () ->
                Conditions.find(Sets.set(client, "web").statusOrEmpty().conditions(), type)
                    .orElse(null),
            Objects::nonNull);
  }

  private PodGangStatus gang() {
    return Optional.ofNullable(client.resources(PodGang.class).withName("web-0").get())
        .map(PodGang::statusOrEmpty)
        .orElse(PodGangStatus.EMPTY);
  }

  private List<GangPlacement> placements() {
    return gang().podGroups();
  }

  private void awaitPlaced(int count) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(placements()).hasSize(count).allMatch(GangPlacement::placed));
  }

  private Pod awaitUnschedulable(String clique) {
    return await("a pod of " + clique + " has no place")
        .atMost(PATIENCE)
        .until(
            () ->
                Sets.livePods(client, clique).stream()
                    .filter(NativeTopologyIT::isUnschedulable)
                    .findFirst()
                    .orElse(null),
            Objects::nonNull);
  }

  private static boolean isUnschedulable(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .anyMatch(condition ->
            condition.getType().equals("PodScheduled")
                && "Unschedulable".equals(condition.getReason()));
  }

  private void awaitAllOf(List<String> zone) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(nodesTaken()).isEqualTo(Set.copyOf(zone));
          assertThat(client.pods().list().getItems()).hasSize(zone.size()).allMatch(Sets::isReady);
        });
  }

  private Set<String> nodesTaken() {
    return client.pods().list().getItems().stream()
        .map(pod -> pod.getSpec().getNodeName())
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  private String zoneOf(String node) {
    return client.nodes().withName(node).get().getMetadata().getLabels().get(NodeShape.ZONE);
  }
}
