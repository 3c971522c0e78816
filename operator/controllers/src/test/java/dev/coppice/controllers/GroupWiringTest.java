package dev.coppice.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupSpecBuilder;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.kube.history.ClusterHistory;
import dev.coppice.kube.schema.ServedSchemas;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What each level sees of a set with a scaling group, and what wakes it. */
@EnableKubernetesMockClient(crud = true)
class GroupWiringTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Purpose ANY = Purpose.unannounced("ERR", "wrote", "object");

  /** Names of what the last reconcile over an object saw, by kind and name of the object. */
  private final Map<String, Set<String>> seen = new ConcurrentHashMap<>();

  KubernetesClient client;
  private Controllers controllers;

  @BeforeEach
  void start() {
    Definitions.install(client);
    controllers =
        new Controllers(
            client,
            InstantSource.system(),
            new ClusterHistory(),
            ControllerSettings.DEFAULTS,
            new SimpleMeterRegistry(),
            SchedulerBackends.standard(),
            new Planners(
                this::onlyLooks,
                this::makesMembersAndCountsTheReadyOnes,
                this::onlyLooks,
                (_, _) -> Plan.empty(),
                (_, _) -> Plan.empty()),
            ServedSchemas.unwatched());
    controllers.start();
  }

  @AfterEach
  void stop() {
    controllers.stop();
  }

  @Test
  void a_group_makes_its_members_and_hears_of_their_status() {
    client.resource(group(2)).create();
    await().atMost(PATIENCE).until(() -> storedCliques().size() == 2);

    becomeReady("x-0-g-1-w");

    await().atMost(PATIENCE).until(() -> storedGroup().statusOrEmpty().availableReplicas() == 1);
  }

  @Test
  void a_group_hears_of_a_member_that_goes() {
    client.resource(group(1)).create();
    await().atMost(PATIENCE).until(() -> storedCliques().size() == 1);
    String first = storedClique("x-0-g-0-w").getMetadata().getUid();

    client.resource(storedClique("x-0-g-0-w")).delete();

    await()
        .atMost(PATIENCE)
        .until(() ->
            storedCliques().stream()
                .anyMatch(clique -> !clique.getMetadata().getUid().equals(first)));
  }

  @Test
  void a_group_sees_its_set_and_its_members() {
    client.resource(set()).create();
    client.resource(group(2)).create();

    awaitView(
        "PodCliqueScalingGroup x-0-g",
        "PodCliqueSet x",
        "PodClique x-0-g-0-w",
        "PodClique x-0-g-1-w");
  }

  @Test
  void a_group_is_woken_by_a_change_of_its_set() {
    client.resource(group(0)).create();
    awaitView("PodCliqueScalingGroup x-0-g");

    client.resource(set()).create();

    awaitView("PodCliqueScalingGroup x-0-g", "PodCliqueSet x");
  }

  @Test
  void a_group_sees_the_other_groups_of_its_replica_of_the_set_and_hears_of_them() {
    client.resource(group(0)).create();
    awaitView("PodCliqueScalingGroup x-0-g");

    client.resource(sibling("x-0-h", "0")).create();
    client.resource(sibling("x-1-h", "1")).create();

    awaitView("PodCliqueScalingGroup x-0-g", "PodCliqueScalingGroup x-0-h");
  }

  @Test
  void a_member_of_a_scaled_gang_sees_both_gangs_its_siblings_the_groups_and_its_set() {
    client.resource(set()).create();
    client.resource(gang("x-0")).create();
    client.resource(gang("x-0-g-0")).create();
    client.resource(gang("x-0-g-1")).create();
    client.resource(standalone("x-0-leader", "0")).create();
    client.resource(standalone("x-1-leader", "1")).create();
    client.resource(group(2)).create();

    awaitView(
        "PodClique x-0-g-1-w",
        "PodCliqueSet x",
        "PodCliqueScalingGroup x-0-g",
        "PodGang x-0",
        "PodGang x-0-g-0",
        "PodClique x-0-leader",
        "PodClique x-0-g-0-w");
  }

  @Test
  void a_set_sees_the_members_of_its_groups_and_its_autoscalers() {
    client.resource(set()).create();
    client.resource(group(1)).create();
    client
        .resource(
            new HorizontalPodAutoscalerBuilder()
                .withMetadata(child("x-0-g"))
                .withNewSpec()
                .withMaxReplicas(3)
                .endSpec()
                .build())
        .create();

    awaitView(
        "PodCliqueSet x",
        "PodCliqueScalingGroup x-0-g",
        "PodClique x-0-g-0-w",
        "HorizontalPodAutoscaler x-0-g");
  }

  @Test
  void a_clique_is_looked_at_again_when_one_that_it_starts_after_becomes_ready() {
    client.resource(standalone("x-0-leader", "0")).create();
    PodClique router = standalone("x-0-router", "0");
    router.setSpec(
        PodCliqueSpecBuilder.builder(router.getSpec()).startsAfter(List.of("x-0-leader")).build());
    client.resource(router).create();
    awaitView("PodClique x-0-router", "PodClique x-0-leader");
    seen.remove("PodClique x-0-router");

    becomeReady("x-0-leader");

    awaitView("PodClique x-0-router", "PodClique x-0-leader");
  }

  private void awaitView(String of, String... names) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(seen.get(of)).containsExactlyInAnyOrder(names));
  }

  private <P extends HasMetadata> Plan onlyLooks(Snapshot<P> snapshot, Instant now) {
    seen.put(
        name(snapshot.primary()),
        snapshot.observed().all().map(GroupWiringTest::name).collect(Collectors.toSet()));
    return Plan.empty();
  }

  private Plan makesMembersAndCountsTheReadyOnes(
      Snapshot<PodCliqueScalingGroup> snapshot, Instant now) {
    onlyLooks(snapshot, now);
    PodCliqueScalingGroup group = snapshot.primary();
    Plan.Builder plan = Plan.builder(snapshot.failures());
    for (int replica = 0; replica < group.getSpec().replicas(); replica++) {
      PodClique member = member(group, replica);
      if (snapshot
          .observed()
          .get(PodClique.class, "ns", member.getMetadata().getName())
          .isEmpty()) {
        plan.add(new Action.Create(member, ANY));
      }
    }
    int ready =
        (int)
            snapshot
                .observed()
                .all(PodClique.class)
                .filter(member -> member.statusOrEmpty().readyReplicas() > 0)
                .count();
    if (!plan.isRoundPlanned() && ready != group.statusOrEmpty().availableReplicas()) {
      PodCliqueScalingGroup reported =
          group.withStatus(
              PodCliqueScalingGroupStatusBuilder.builder().availableReplicas(ready).build());
      plan.add(new Action.PutStatus(reported, false, ANY));
    }
    return plan.build();
  }

  private static String name(HasMetadata object) {
    ObjectKey key = ObjectKey.of(object);
    return key.kind() + " " + key.name();
  }

  private static PodCliqueSet set() {
    PodCliqueSet set = new PodCliqueSet();
    set.setMetadata(new ObjectMetaBuilder().withNamespace("ns").withName("x").build());
    set.setSpec(
        PodCliqueSetSpecBuilder.builder()
            .template(PodCliqueSetTemplateBuilder.builder().build())
            .build());
    return set;
  }

  private static PodCliqueScalingGroup group(int replicas) {
    PodCliqueScalingGroup group = new PodCliqueScalingGroup();
    group.setMetadata(child("x-0-g", Labels.SET_REPLICA_INDEX, "0"));
    group.setSpec(
        PodCliqueScalingGroupSpecBuilder.builder()
            .replicas(replicas)
            .cliqueNames(List.of("w"))
            .build());
    return group;
  }

  private static PodCliqueScalingGroup sibling(String name, String setReplica) {
    PodCliqueScalingGroup sibling = group(0);
    sibling.setMetadata(child(name, Labels.SET_REPLICA_INDEX, setReplica));
    return sibling;
  }

  private static PodClique member(PodCliqueScalingGroup group, int replica) {
    ObjectMeta metadata =
        child(
            "x-0-g-" + replica + "-w",
            Labels.SET_REPLICA_INDEX,
            "0",
            Labels.SCALING_GROUP,
            "x-0-g",
            Labels.POD_GANG,
            replica == 0 ? "x-0" : "x-0-g-" + (replica - 1));
    if (replica > 0) {
      metadata.getLabels().put(Labels.BASE_POD_GANG, "x-0");
    }
    metadata.setOwnerReferences(List.of(Ownership.controllerReference(group)));
    return clique(metadata);
  }

  private static PodClique standalone(String name, String setReplica) {
    return clique(
        child(name, Labels.SET_REPLICA_INDEX, setReplica, Labels.POD_GANG, "x-" + setReplica));
  }

  private static PodClique clique(ObjectMeta metadata) {
    PodClique clique = new PodClique();
    clique.setMetadata(metadata);
    clique.setSpec(PodCliqueSpecBuilder.builder().podSpec(new PodSpec()).build());
    return clique;
  }

  private static PodGang gang(String name) {
    PodGang gang = new PodGang();
    gang.setMetadata(child(name));
    gang.setSpec(PodGangSpecBuilder.builder().build());
    return gang;
  }

  private static ObjectMeta child(String name, String... labels) {
    ObjectMeta metadata =
        new ObjectMetaBuilder()
            .withNamespace("ns")
            .withName(name)
            .addToLabels(Labels.MANAGED_BY, Labels.MANAGER)
            .addToLabels(Labels.PART_OF, "x")
            .build();
    for (int i = 0; i < labels.length; i += 2) {
      metadata.getLabels().put(labels[i], labels[i + 1]);
    }
    return metadata;
  }

  private void becomeReady(String name) {
    client
        .resource(storedClique(name))
        .editStatus(clique -> {
          clique.setStatus(PodCliqueStatusBuilder.builder().readyReplicas(1).build());
          return clique;
        });
  }

  private PodClique storedClique(String name) {
    return client.resources(PodClique.class).inNamespace("ns").withName(name).require();
  }

  private List<PodClique> storedCliques() {
    return client.resources(PodClique.class).inNamespace("ns").list().getItems();
  }

  private PodCliqueScalingGroup storedGroup() {
    return client
        .resources(PodCliqueScalingGroup.class)
        .inNamespace("ns")
        .withName("x-0-g")
        .require();
  }
}
