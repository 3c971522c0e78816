package dev.coppice.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupSpecBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.queue.QueueSettings;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.kube.history.ClusterHistory;
import dev.coppice.kube.schema.ServedSchemas;
import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListMetaBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.javaoperatorsdk.operator.OperatorException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What all levels see of the caches that they share. */
@EnableKubernetesMockClient(crud = true)
class SharedCachesTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String LIST_OF_OURS =
      "?labelSelector=app.kubernetes.io%2Fmanaged-by%3Dgrove-operator&limit=500";

  private static final List<String> LISTED =
      List.of(
          "podcliquesets",
          "podcliquescalinggroups",
          "podcliques",
          "podgangs",
          "clustertopologybindings",
          "nodes",
          "pods",
          "services",
          "horizontalpodautoscalers");

  /** What the first and the last reconcile over an object saw. */
  private final Map<String, Set<String>> first = new ConcurrentHashMap<>();

  private final Map<String, Set<String>> last = new ConcurrentHashMap<>();

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  KubernetesClient client;
  KubernetesMockServer server;
  private Controllers controllers;

  @BeforeEach
  void prepare() {
    Definitions.install(client);
    controllers = controllers(ControllerSettings.DEFAULTS, registry);
  }

  private Controllers controllers(ControllerSettings settings, MeterRegistry meters) {
    return new Controllers(
        client,
        InstantSource.system(),
        new ClusterHistory(),
        settings,
        meters,
        SchedulerBackends.standard(),
        new Planners(
            this::looks, this::looks, this::looks, (_, _) -> Plan.empty(), (_, _) -> Plan.empty()),
        ServedSchemas.unwatched());
  }

  @AfterEach
  void stop() {
    controllers.stop();
  }

  @Test
  void the_first_reconcile_of_every_level_sees_what_there_is_of_every_kind() {
    createAll();

    controllers.start();

    await().atMost(PATIENCE).until(() -> first.size() == 3);
    assertThat(first)
        .containsEntry(
            "PodCliqueSet x",
            Set.of("PodClique x-0-g-0-w", "PodCliqueScalingGroup x-0-g", "PodGang x-0"))
        .containsEntry(
            "PodCliqueScalingGroup x-0-g", Set.of("PodClique x-0-g-0-w", "PodCliqueSet x"))
        .containsEntry(
            "PodClique x-0-g-0-w",
            Set.of("Pod p", "PodGang x-0", "PodCliqueScalingGroup x-0-g", "PodCliqueSet x"));
  }

  @Test
  void no_level_looks_before_the_informers_of_all_levels_have_listed() {
    createAll();
    PodGangList gangs = new PodGangList();
    gangs.setMetadata(new ListMetaBuilder().withResourceVersion("1").build());
    gangs.setItems(client.resources(PodGang.class).inNamespace("ns").list().getItems());
    CompletableFuture<Object> listed = new CompletableFuture<>();
    server
        .expect()
        .get()
        .withPath("/apis/scheduler.grove.io/v1alpha1/podgangs" + LIST_OF_OURS)
        .andReply(200, _ -> listed.join())
        .once();
    CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(() -> listed.complete(gangs));

    controllers.start();

    await().atMost(PATIENCE).until(() -> first.size() == 3);
    assertThat(first.get("PodClique x-0-g-0-w")).contains("PodGang x-0");
  }

  @Test
  void every_kind_is_listed_once() throws InterruptedException {
    createAll();

    assertThat(listedByStart()).containsExactlyInAnyOrderElementsOf(LISTED);
  }

  @Test
  void a_topology_that_sets_read_as_well_is_listed_once() throws InterruptedException {
    controllers =
        controllers(
            new ControllerSettings(1, 1, 1, 1, Duration.ofSeconds(1), true),
            new SimpleMeterRegistry());
    createAll();

    assertThat(listedByStart()).containsExactlyInAnyOrderElementsOf(LISTED);
  }

  @Test
  void queues_that_nobody_serves_or_manages_are_not_listed() throws InterruptedException {
    controllers =
        controllers(
            ControllerSettings.DEFAULTS.with(QueueSettings.DEFAULTS, false, true),
            new SimpleMeterRegistry());
    createAll();

    assertThat(listedByStart()).containsExactlyInAnyOrderElementsOf(LISTED);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void queues_are_listed_once_whoever_writes_their_statuses(boolean managed)
      throws InterruptedException {
    controllers =
        controllers(
            ControllerSettings.DEFAULTS.with(QueueSettings.DEFAULTS, true, managed),
            new SimpleMeterRegistry());
    createAll();

    assertThat(listedByStart())
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(LISTED.stream(), Stream.of("queues")).toList());
  }

  private List<String> listedByStart() throws InterruptedException {
    while (server.takeRequest(0, TimeUnit.SECONDS) != null) {}

    controllers.start();
    await().atMost(PATIENCE).until(() -> first.size() == 3);

    List<String> listed = new ArrayList<>();
    for (RecordedRequest request = server.takeRequest(0, TimeUnit.SECONDS);
        request != null;
        request = server.takeRequest(0, TimeUnit.SECONDS)) {
      if (request.getMethod().equals("GET") && request.getPath().contains("limit=500")) {
        listed.add(request.getPath().replaceAll(".*/|\\?.*", ""));
      }
    }
    return listed;
  }

  @Test
  void every_level_measures_how_long_its_objects_wait() {
    createAll();

    controllers.start();

    await()
        .atMost(PATIENCE)
        .until(() ->
            registry.get("coppice.reconcile.queue").timers().stream()
                    .filter(timer -> timer.count() > 0)
                    .count()
                == 3);
  }

  @Test
  void what_users_made_is_passed_over_and_seen_by_no_other_level() {
    createAll();
    controllers.start();
    await().atMost(PATIENCE).until(() -> first.size() == 3);
    PodClique foreign = clique("x-0-g-1-w");
    foreign.getMetadata().getLabels().remove(Labels.MANAGED_BY);

    client.resource(foreign).create();
    await().atMost(PATIENCE).until(() -> first.containsKey("PodClique x-0-g-1-w"));
    client.resource(clique("x-0-g-2-w")).create();

    await()
        .atMost(PATIENCE)
        .until(() ->
            last.get("PodCliqueScalingGroup x-0-g").contains("PodClique x-0-g-2-w")
                && last.get("PodCliqueSet x").contains("PodClique x-0-g-2-w"));
    assertThat(last.get("PodCliqueScalingGroup x-0-g")).doesNotContain("PodClique x-0-g-1-w");
    assertThat(last.get("PodCliqueSet x")).doesNotContain("PodClique x-0-g-1-w");
  }

  @Test
  void nobody_waits_for_caches_that_cannot_be_filled() {
    createAll();
    server
        .expect()
        .get()
        .withPath("/api/v1/pods" + LIST_OF_OURS)
        .andReturn(403, new StatusBuilder().withCode(403).withReason("Forbidden").build())
        .always();

    assertTimeout(
        ControllerSettings.DEFAULTS.stopTimeout().dividedBy(2),
        () -> assertThatThrownBy(controllers::start).isInstanceOf(OperatorException.class));

    assertThat(first).isEmpty();
  }

  private static final class PodGangList extends DefaultKubernetesResourceList<PodGang> {}

  private <P extends HasMetadata> Plan looks(Snapshot<P> snapshot, Instant now) {
    Set<String> seen =
        snapshot.observed().all().map(SharedCachesTest::name).collect(Collectors.toSet());
    first.putIfAbsent(name(snapshot.primary()), seen);
    last.put(name(snapshot.primary()), seen);
    return Plan.empty();
  }

  private static String name(HasMetadata object) {
    ObjectKey key = ObjectKey.of(object);
    return key.kind() + " " + key.name();
  }

  private void createAll() {
    PodCliqueSet set = new PodCliqueSet();
    set.setMetadata(new ObjectMetaBuilder().withNamespace("ns").withName("x").build());
    set.setSpec(
        PodCliqueSetSpecBuilder.builder()
            .template(PodCliqueSetTemplateBuilder.builder().build())
            .build());
    client.resource(set).create();
    PodCliqueScalingGroup group = new PodCliqueScalingGroup();
    group.setMetadata(child("x-0-g"));
    group.setSpec(PodCliqueScalingGroupSpecBuilder.builder().cliqueNames(List.of("w")).build());
    client.resource(group).create();
    PodGang gang = new PodGang();
    gang.setMetadata(child("x-0"));
    gang.setSpec(PodGangSpecBuilder.builder().build());
    client.resource(gang).create();
    client.resource(clique("x-0-g-0-w")).create();
    ObjectMeta pod = child("p");
    pod.getLabels().put(Labels.POD_CLIQUE, "x-0-g-0-w");
    client.resource(new PodBuilder().withMetadata(pod).build()).create();
  }

  private static PodClique clique(String name) {
    PodClique clique = new PodClique();
    clique.setMetadata(child(name));
    clique.getMetadata().getLabels().put(Labels.SCALING_GROUP, "x-0-g");
    clique.getMetadata().getLabels().put(Labels.POD_GANG, "x-0");
    clique.setSpec(PodCliqueSpecBuilder.builder().podSpec(new PodSpec()).build());
    return clique;
  }

  private static ObjectMeta child(String name) {
    return new ObjectMetaBuilder()
        .withNamespace("ns")
        .withName(name)
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGER)
        .addToLabels(Labels.PART_OF, "x")
        .addToLabels(Labels.SET_REPLICA_INDEX, "0")
        .build();
  }
}
