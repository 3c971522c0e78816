package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.api.topology.ClusterTopologyBindingStatus;
import dev.coppice.api.topology.SchedulerTopologyStatus;
import dev.coppice.core.scheduler.kai.KaiTopology;
import dev.coppice.core.scheduler.kai.KaiTopologySpec.Level;
import dev.coppice.core.status.Conditions;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.junit.WithoutWebhooks;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** KAI knows the topologies that bindings describe, and bindings tell whether it does. */
@OnOwnOperators
@WithoutWebhooks("the webhook of the tests does not know KAI")
class TopologyBindingIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String CRD = "topologies.kai.scheduler";
  private static final String ZONE = "{domain: zone, key: example.com/zone}";
  private static final String ZONE_AND_RACK = ZONE + ", {domain: rack, key: example.com/rack}";
  private static final String IN_SYNC = "1 of 1 scheduler in sync";

  /** As much of the schema as counts; of KAI's own rules the one that levels stay. */
  private static final String DEFINITION =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: topologies.kai.scheduler}
      spec:
        group: kai.scheduler
        scope: Cluster
        names: {kind: Topology, listKind: TopologyList, plural: topologies, singular: topology}
        versions:
        - name: v1alpha1
          served: true
          storage: true
          schema:
            openAPIV3Schema:
              type: object
              properties:
                spec:
                  type: object
                  required: [levels]
                  properties:
                    levels:
                      type: array
                      minItems: 1
                      x-kubernetes-validations: [{rule: self == oldSelf, message: field is immutable}]
                      items:
                        type: object
                        required: [nodeLabel]
                        properties: {nodeLabel: {type: string}}
      """;

  @TempDir private Path directory;

  private ControlPlane plane;
  private Kubectl kubectl;
  private KubernetesClient client;
  private String topology;
  private String site;
  private OperatorProcess operator;

  @BeforeEach
  void start(
      ControlPlane runs,
      Kubectl administrator,
      KubernetesClient namespaced,
      TestNamespace namespace) {
    plane = runs;
    kubectl = administrator;
    client = namespaced;
    topology = namespace.name();
    site = namespace.name() + "-site";
    kubectl.apply(DEFINITION);
    kubectl.run("wait", "--for=condition=Established", "crd/" + CRD, "--timeout=60s");
    // Topologies are KAI's business whether or not sets may ask for them.
    operator =
        OperatorProcess.in(directory, plane.kubeconfig(PlaneUser.OPERATOR))
            .configure("scheduler.profiles", List.of(Map.of("name", "kai-scheduler")))
            .start();
  }

  @AfterEach
  void end() {
    operator.close();
    kubectl.run("delete", "clustertopologybinding", topology, site, "--ignore-not-found");
    // With it go all objects of the kind.
    kubectl.run("delete", "crd", CRD, "--ignore-not-found");
  }

  @Test
  void a_topology_lives_with_its_binding() {
    kubectl.apply(binding(topology, ZONE_AND_RACK, ""));
    KaiTopology first = awaitTopology(null, "example.com/zone", "example.com/rack");
    assertThat(first.getMetadata().getOwnerReferences())
        .singleElement()
        .matches(owner -> owner.getUid().equals(stored(topology).getMetadata().getUid()))
        .matches(owner -> Boolean.TRUE.equals(owner.getController()));
    awaitStatus(topology, "False", IN_SYNC);
    assertThat(status(topology).schedulerTopologyStatuses())
        .containsExactly(new SchedulerTopologyStatus("kai-scheduler", topology, true, null, null));
    assertThat(status(topology).observedGeneration()).isEqualTo(1);

    kubectl.apply(binding(site, ZONE_AND_RACK, topology));
    awaitStatus(site, "False", IN_SYNC);
    assertThat(status(site).schedulerTopologyStatuses())
        .containsExactly(new SchedulerTopologyStatus("kai-scheduler", topology, true, 1L, null));
    assertThat(topologies()).as("nothing is made of what is listed").containsExactly(topology);

    kubectl.apply(binding(topology, ZONE, ""));
    KaiTopology second = awaitTopology(first, "example.com/zone");
    awaitStatus(
        site,
        "True",
        "0 of 1 scheduler in sync; kai-scheduler: Topology %s has the levels [example.com/zone] in place of [example.com/zone, example.com/rack]"
            .formatted(topology));
    await().atMost(PATIENCE).until(() -> Objects.equals(status(topology).observedGeneration(), 2L));

    kubectl.run("delete", "topologies.kai.scheduler", topology);
    KaiTopology third = awaitTopology(second, "example.com/zone");

    kubectl.run("delete", "clustertopologybinding", topology);
    awaitStatus(
        site, "True", "0 of 1 scheduler in sync; kai-scheduler: there is no Topology " + topology);
    assertThat(topologies()).isEmpty();

    kubectl.apply(binding(topology, ZONE_AND_RACK, ""));
    awaitTopology(third, "example.com/zone", "example.com/rack");
    awaitStatus(site, "False", IN_SYNC);
    awaitStatus(topology, "False", IN_SYNC);
    assertThat(events(topology)).as("in sync all along").containsOnly("TopologyInSync");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(events(site)).contains("TopologyDriftDetected", "TopologyInSync"));
  }

  @Test
  void a_topology_of_somebody_else_is_told_of_and_left_as_it_is() {
    kubectl.apply(
        """
        apiVersion: kai.scheduler/v1alpha1
        kind: Topology
        metadata: {name: %s}
        spec: {levels: [{nodeLabel: example.com/zone}]}
        """
            .formatted(topology));
    KaiTopology made = client.resources(KaiTopology.class).withName(topology).require();
    // When this is told, the operator knows of it.
    kubectl.apply(binding(site, ZONE, topology));
    awaitStatus(site, "False", IN_SYNC);

    kubectl.apply(binding(topology, ZONE_AND_RACK, ""));

    awaitStatus(
        topology,
        "True",
        "0 of 1 scheduler in sync; kai-scheduler: Topology %s exists and nobody owns it, so it is left as it is: delete it, or name it in spec.schedulerTopologyBindings"
            .formatted(topology));
    assertThat(status(topology).observedGeneration()).isNull();

    Instant from = Instant.now();
    kubectl.run("label", "topologies.kai.scheduler", topology, "seen=again");
    // By the time that this one is told of, the other has been looked at again.
    kubectl.apply(binding(site, ZONE_AND_RACK, topology));
    await().atMost(PATIENCE).until(() -> Objects.equals(status(site).observedGeneration(), 2L));
    Writes writes = Writes.in(plane.auditLog()).by(PlaneUser.OPERATOR).between(from, Instant.now());
    assertThat(writes.to("clustertopologybindings")).returns(1, Writes::count);
    assertThat(writes.to("topologies")).returns(0, Writes::count);
    assertThat(client.resources(KaiTopology.class).withName(topology).require().getMetadata())
        .returns(made.getMetadata().getUid(), metadata -> metadata.getUid());

    kubectl.run("delete", "topologies.kai.scheduler", topology);
    awaitTopology(made, "example.com/zone", "example.com/rack");
    awaitStatus(topology, "False", IN_SYNC);
  }

  private KaiTopology awaitTopology(@Nullable KaiTopology besides, String... keys) {
    return await()
        .atMost(PATIENCE)
        .until(
            () -> client.resources(KaiTopology.class).withName(topology).get(),
            found ->
                found != null
                    && (besides == null
                        || !found.getMetadata().getUid().equals(besides.getMetadata().getUid()))
                    && found.getSpec().levels().stream()
                        .map(Level::nodeLabel)
                        .toList()
                        .equals(List.of(keys)));
  }

  private void awaitStatus(String binding, String drift, String message) {
    await(binding + ": " + message)
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(
                    Conditions.find(
                        status(binding).conditions(), ConditionTypes.SCHEDULER_TOPOLOGY_DRIFT))
                .hasValueSatisfying(condition -> {
                  assertThat(condition.getMessage()).isEqualTo(message);
                  assertThat(condition.getStatus()).isEqualTo(drift);
                }));
  }

  private List<String> topologies() {
    return client.resources(KaiTopology.class).list().getItems().stream()
        .map(found -> found.getMetadata().getName())
        .toList();
  }

  private List<String> events(String binding) {
    return client.v1().events().inNamespace("default").list().getItems().stream()
        .filter(event -> binding.equals(event.getInvolvedObject().getName()))
        .map(Event::getReason)
        .toList();
  }

  private ClusterTopologyBindingStatus status(String binding) {
    return stored(binding).statusOrEmpty();
  }

  private ClusterTopologyBinding stored(String binding) {
    return client.resources(ClusterTopologyBinding.class).withName(binding).require();
  }

  private static String binding(String name, String levels, String reference) {
    return """
    apiVersion: grove.io/v1alpha1
    kind: ClusterTopologyBinding
    metadata: {name: %s}
    spec: {levels: [%s], schedulerTopologyBindings: [%s]}
    """
        .formatted(
            name,
            levels,
            reference.isEmpty()
                ? ""
                : "{schedulerName: kai-scheduler, topologyReference: %s}".formatted(reference));
  }
}
