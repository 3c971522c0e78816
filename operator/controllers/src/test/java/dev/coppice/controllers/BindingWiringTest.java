package dev.coppice.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.api.topology.ClusterTopologyBindingSpec;
import dev.coppice.api.topology.SchedulerTopologyBinding;
import dev.coppice.api.topology.SchedulerTopologyStatus;
import dev.coppice.api.topology.TopologyLevel;
import dev.coppice.core.binding.ClusterTopologyBindingPlanner;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.scheduler.TopologyObjects;
import dev.coppice.core.scheduler.kai.KaiScheduler;
import dev.coppice.core.scheduler.kai.KaiTopology;
import dev.coppice.core.scheduler.kai.KaiTopologySpec;
import dev.coppice.kube.history.ClusterHistory;
import dev.coppice.kube.schema.ServedSchemas;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A binding hears of the objects by which KAI knows its topology, and tells of them. */
@EnableKubernetesMockClient(crud = true)
class BindingWiringTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  KubernetesClient client;
  private Controllers controllers;

  @BeforeEach
  void start() {
    Definitions.install(client);
    define("topologies", "topology", "Topology", "kai.scheduler", "v1alpha1", "Cluster");
    define("podgroups", "podgroup", "PodGroup", "scheduling.run.ai", "v2alpha2", "Namespaced");
    KaiScheduler kai = new KaiScheduler();
    SchedulerBackends schedulers = new SchedulerBackends(List.of(kai), kai);
    controllers =
        new Controllers(
            client,
            InstantSource.system(),
            new ClusterHistory(),
            ControllerSettings.DEFAULTS,
            new SimpleMeterRegistry(),
            schedulers,
            new Planners(
                (_, _) -> Plan.empty(),
                (_, _) -> Plan.empty(),
                (_, _) -> Plan.empty(),
                (_, _) -> Plan.empty(),
                new ClusterTopologyBindingPlanner(schedulers)),
            ServedSchemas.unwatched());
    controllers.start();
  }

  private void define(
      String plural, String singular, String kind, String group, String version, String scope) {
    client
        .resource(
            new CustomResourceDefinitionBuilder()
                .withNewMetadata()
                .withName(plural + "." + group)
                .endMetadata()
                .withNewSpec()
                .withGroup(group)
                .withScope(scope)
                .withNewNames()
                .withKind(kind)
                .withPlural(plural)
                .withSingular(singular)
                .endNames()
                .addNewVersion()
                .withName(version)
                .withServed(true)
                .withStorage(true)
                .endVersion()
                .endSpec()
                .build())
        .create();
  }

  @AfterEach
  void stop() {
    controllers.stop();
  }

  @Test
  void one_that_is_deleted_by_hand_is_made_again() {
    client.resource(binding("dc", List.of())).create();
    String first = awaitTopology("dc", "").getMetadata().getUid();
    awaitStatus("dc", new SchedulerTopologyStatus("kai-scheduler", "dc", true, null, null));

    client.resources(KaiTopology.class).withName("dc").delete();

    assertThat(awaitTopology("dc", first).getSpec())
        .isEqualTo(new KaiTopologySpec(List.of(new KaiTopologySpec.Level("zone"))));
  }

  @Test
  void a_binding_hears_of_the_object_that_it_lists() {
    client
        .resource(binding("dc", List.of(new SchedulerTopologyBinding("kai-scheduler", "site"))))
        .create();
    awaitStatus(
        "dc",
        new SchedulerTopologyStatus(
            "kai-scheduler", "site", false, null, "there is no Topology site"));

    KaiTopology site = objects().object("site", List.of("zone"));
    site.setMetadata(new ObjectMetaBuilder(site.getMetadata()).withGeneration(1L).build());
    client.resource(site).create();

    awaitStatus("dc", new SchedulerTopologyStatus("kai-scheduler", "site", true, 1L, null));
    assertThat(client.resources(KaiTopology.class).withName("dc").get()).isNull();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(client.v1().events().inNamespace("default").list().getItems())
                .extracting(Event::getReason)
                .containsExactly("TopologyDriftDetected", "TopologyInSync"));
    assertThat(client.v1().events().inNamespace("default").list().getItems())
        .allMatch(event -> event.getSource().getComponent().equals("clustertopology-controller"));
  }

  @Test
  void a_binding_hears_of_the_object_that_another_one_makes() {
    client
        .resource(binding("site", List.of(new SchedulerTopologyBinding("kai-scheduler", "dc"))))
        .create();
    awaitStatus(
        "site",
        new SchedulerTopologyStatus("kai-scheduler", "dc", false, null, "there is no Topology dc"));

    client.resource(binding("dc", List.of())).create();

    await()
        .atMost(PATIENCE)
        .until(() -> statuses("site").stream().allMatch(SchedulerTopologyStatus::inSync));
  }

  private static TopologyObjects<KaiTopology> objects() {
    return new KaiScheduler().ofTopologies();
  }

  private KaiTopology awaitTopology(String name, String besides) {
    return await()
        .atMost(PATIENCE)
        .until(
            () -> client.resources(KaiTopology.class).withName(name).get(),
            found -> found != null && !found.getMetadata().getUid().equals(besides));
  }

  private void awaitStatus(String name, SchedulerTopologyStatus status) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(statuses(name)).containsExactly(status));
  }

  private List<SchedulerTopologyStatus> statuses(String name) {
    return client
        .resources(ClusterTopologyBinding.class)
        .withName(name)
        .require()
        .statusOrEmpty()
        .schedulerTopologyStatuses();
  }

  private static ClusterTopologyBinding binding(
      String name, List<SchedulerTopologyBinding> listed) {
    ClusterTopologyBinding binding = new ClusterTopologyBinding();
    binding.setMetadata(new ObjectMetaBuilder().withName(name).withGeneration(1L).build());
    binding.setSpec(
        new ClusterTopologyBindingSpec(List.of(new TopologyLevel("zone", "zone")), listed));
    return binding;
  }
}
