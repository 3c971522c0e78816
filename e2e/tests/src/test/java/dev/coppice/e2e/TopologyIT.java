package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Annotations;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.gang.GangTopologyConstraint;
import dev.coppice.api.gang.PackConstraint;
import dev.coppice.api.gang.PodGang;
import dev.coppice.core.status.Conditions;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.junit.WithoutWebhooks;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gangs carry what their set asks of a topology for as long as the topology has it. */
@OnOwnOperators
@WithoutWebhooks("a set comes before its topology")
class TopologyIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String ZONE_AND_RACK =
      "{domain: zone, key: example.com/zone}, {domain: rack, key: example.com/rack}";
  private static final GangTopologyConstraint IN_ZONE = constraint("example.com/zone", null);
  private static final GangTopologyConstraint IN_RACK =
      constraint("example.com/zone", "example.com/rack");

  @TempDir private Path directory;

  private Kubectl kubectl;
  private KubernetesClient client;
  private String topology;
  private OperatorProcess operator;

  @BeforeEach
  void start(
      ControlPlane plane,
      Kubectl administrator,
      KubernetesClient namespaced,
      TestNamespace namespace) {
    kubectl = administrator;
    client = namespaced;
    topology = namespace.name();
    operator =
        OperatorProcess.in(directory, plane.kubeconfig(PlaneUser.OPERATOR))
            .configure("topologyAwareScheduling.enabled", true)
            .start();
  }

  @AfterEach
  void end() {
    operator.close();
    kubectl.run("delete", "clustertopologybinding", topology, "--ignore-not-found");
  }

  @Test
  void gangs_follow_the_topology_while_it_comes_changes_and_goes() {
    kubectl.apply(set());
    kubectl.run("wait", "--for=condition=Available", "pcs/web", "--timeout=60s");
    List<String> pods = podUids();
    awaitCondition("Unknown", "ClusterTopologyNotFound");
    assertThat(List.of(gang("web-0"), gang("web-0-g-0"))).allSatisfy(TopologyIT::isFree);

    kubectl.apply(binding(ZONE_AND_RACK));
    awaitCondition("False", "AllClusterTopologyLevelsAvailable");
    PodGang base = gang("web-0");
    assertThat(base.getMetadata().getAnnotations())
        .containsEntry(Annotations.TOPOLOGY_NAME, topology);
    assertThat(base.getSpec().topologyConstraint()).isEqualTo(IN_ZONE);
    assertThat(base.getSpec().podgroups().getFirst().topologyConstraint()).isEqualTo(IN_RACK);
    assertThat(base.getSpec().topologyConstraintGroupConfigs())
        .singleElement()
        .matches(shared -> shared.name().equals("web-0-g-0"))
        .matches(shared -> shared.podGroupNames().equals(List.of("web-0-g-0-worker")))
        .matches(shared -> IN_RACK.equals(shared.topologyConstraint()));
    assertThat(gang("web-0-g-0").getSpec().topologyConstraint()).isEqualTo(IN_RACK);

    kubectl.apply(binding("{domain: zone, key: example.com/zone}"));
    Condition lacking = awaitCondition("True", "ClusterTopologyLevelsUnavailable");
    assertThat(lacking.getMessage())
        .isEqualTo(
            "the ClusterTopologyBinding %s lacks 1 of the 2 levels asked for: rack; it has: zone",
            topology);
    assertThat(gang("web-0").getSpec().podgroups().getFirst().topologyConstraint())
        .isEqualTo(IN_ZONE);
    assertThat(gang("web-0-g-0").getSpec().topologyConstraint()).isEqualTo(IN_ZONE);

    kubectl.run("delete", "clustertopologybinding", topology);
    awaitCondition("Unknown", "ClusterTopologyNotFound");
    kubectl.run("scale", "pcs", "web", "--replicas=2");
    await()
        .atMost(PATIENCE)
        .until(() -> Sets.set(client, "web").statusOrEmpty().availableReplicas() == 2);
    assertThat(client.resources(PodGang.class).list().getItems())
        .hasSize(4)
        .allSatisfy(TopologyIT::isFree);
    kubectl.apply(binding(ZONE_AND_RACK));
    awaitCondition("False", "AllClusterTopologyLevelsAvailable");
    assertThat(List.of(gang("web-0"), gang("web-1")))
        .allMatch(gang -> IN_ZONE.equals(gang.getSpec().topologyConstraint()));
    assertThat(podUids()).as("no pod was lost on the way").containsAll(pods);
  }

  private static void isFree(PodGang gang) {
    assertThat(gang.getSpec().topologyConstraint()).isNull();
    assertThat(gang.getSpec().topologyConstraintGroupConfigs()).isEmpty();
    assertThat(gang.getSpec().podgroups()).allMatch(group -> group.topologyConstraint() == null);
    assertThat(gang.getMetadata().getAnnotations())
        .satisfiesAnyOf(
            annotations -> assertThat(annotations).isNull(),
            annotations -> assertThat(annotations).doesNotContainKey(Annotations.TOPOLOGY_NAME));
  }

  private Condition awaitCondition(String status, String reason) {
    return await(reason)
        .atMost(PATIENCE)
        .until(
            () ->
                Conditions.find(
                        Sets.set(client, "web").statusOrEmpty().conditions(),
                        ConditionTypes.TOPOLOGY_LEVELS_UNAVAILABLE)
                    .orElseGet(Condition::new),
            condition ->
                status.equals(condition.getStatus()) && reason.equals(condition.getReason()));
  }

  private PodGang gang(String name) {
    return Objects.requireNonNull(client.resources(PodGang.class).withName(name).get(), name);
  }

  private List<String> podUids() {
    return client.pods().list().getItems().stream().map(pod -> pod.getMetadata().getUid()).toList();
  }

  private static GangTopologyConstraint constraint(
      @Nullable String required, @Nullable String preferred) {
    return new GangTopologyConstraint(new PackConstraint(required, preferred));
  }

  private String set() {
    return Sets.manifest("web", 1, Sets.clique("router", 1, 1), Sets.clique("worker", 1, 1))
            .replace(
                "  template:\n",
                "  template:\n    topologyConstraint: {topologyName: %s, pack: {required: zone}}\n"
                    .formatted(topology))
            .replace(
                "- name: router\n",
                "- name: router\n      topologyConstraint: {pack: {required: zone, preferred: rack}}\n")
        + """
            podCliqueScalingGroups:
            - name: g
              replicas: 2
              minAvailable: 1
              cliqueNames: [worker]
              topologyConstraint: {pack: {required: zone, preferred: rack}}
        """;
  }

  private String binding(String levels) {
    return """
    apiVersion: grove.io/v1alpha1
    kind: ClusterTopologyBinding
    metadata: {name: %s}
    spec: {levels: [%s]}
    """
        .formatted(topology, levels);
  }
}
