package dev.coppice.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.kube.history.ClusterHistory;
import dev.coppice.kube.schema.ServedSchemas;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Planners of a few lines behind the real wiring: what they plan happens, and they are woken. */
@EnableKubernetesMockClient(crud = true)
class ControllersTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String FOREIGN_FINALIZER = "grove.io/podclique.grove.io";
  private static final Purpose CREATE =
      Purpose.announced("ERR_CREATE", "created", "child", "ChildCreated", "ChildNotCreated");

  KubernetesClient client;
  private Controllers controllers;

  @BeforeEach
  void start() {
    Definitions.install(client);
    controllers = controllers(ControllersTest::wantsOneClique);
    controllers.start();
  }

  private Controllers controllers(Planner<PodCliqueSet> setPlanner) {
    return new Controllers(
        client,
        InstantSource.system(),
        new ClusterHistory(),
        ControllerSettings.DEFAULTS,
        new SimpleMeterRegistry(),
        SchedulerBackends.standard(),
        new Planners(
            setPlanner,
            (_, _) -> Plan.empty(),
            ControllersTest::wantsOnePod,
            (_, _) -> Plan.empty(),
            (_, _) -> Plan.empty()),
        ServedSchemas.unwatched());
  }

  @AfterEach
  void stop() {
    controllers.stop();
  }

  @Test
  void is_synced_between_start_and_stop() {
    assertThat(controllers.synced()).isTrue();
    controllers.stop();
    assertThat(controllers.synced()).isFalse();
  }

  @Test
  void carries_a_change_from_the_set_down_to_the_pod_and_its_status_up() {
    client.resource(set()).create();

    await().atMost(PATIENCE).until(() -> found().filter(c -> c.getStatus() != null).isPresent());

    assertThat(clique().getStatus().replicas()).isEqualTo(1);
    assertThat(pods()).hasSize(1);
  }

  @Test
  void tells_in_one_event_what_a_reconcile_made() {
    client.resource(set()).create();

    await().atMost(PATIENCE).until(() -> !events("PodClique").isEmpty());

    assertThat(events("PodClique"))
        .singleElement()
        .satisfies(event -> {
          assertThat(event.getMessage()).isEqualTo("created 1 child: x-0-w-0");
          assertThat(event.getSource().getComponent()).isEqualTo("podclique-controller");
        });
  }

  @Test
  void replaces_a_pod_whose_deletion_it_hears_of() {
    client.resource(set()).create();
    await().atMost(PATIENCE).until(() -> pods().size() == 1);
    String first = pods().getFirst().getMetadata().getUid();

    client.resource(pods().getFirst()).delete();

    await()
        .atMost(PATIENCE)
        .until(() -> pods().stream().anyMatch(p -> !p.getMetadata().getUid().equals(first)));
  }

  @Test
  void passes_over_an_object_that_a_finalizer_of_somebody_else_holds_back() {
    client.resource(set()).create();
    await().atMost(PATIENCE).until(() -> found().filter(c -> c.getStatus() != null).isPresent());
    client
        .resource(clique())
        .edit(clique -> {
          clique.getMetadata().setFinalizers(List.of(FOREIGN_FINALIZER));
          return clique;
        });
    String first = clique().getMetadata().getUid();

    client.resource(clique()).delete();

    await()
        .atMost(PATIENCE)
        .until(() -> found().filter(c -> c.getMetadata().getUid().equals(first)).isEmpty());
  }

  @Test
  void passes_over_an_object_that_takes_its_name_while_a_reconcile_over_the_dead_one_is_running()
      throws InterruptedException {
    controllers.stop();
    Set<String> passed = ConcurrentHashMap.newKeySet();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    controllers =
        controllers((snapshot, now) -> {
          ObjectMeta metadata = snapshot.primary().getMetadata();
          if (passed.add(metadata.getUid()) && metadata.getName().equals("x")) {
            begun.countDown();
            awaitQuietly(released);
          }
          return Plan.empty();
        });
    controllers.start();
    PodCliqueSet first = client.resource(set()).create();
    begun.await();
    client.resource(first).delete();
    PodCliqueSet second = client.resource(set()).create();
    // What comes after it in the watch shows that its own arrival has been heard.
    PodCliqueSet later = set();
    later.getMetadata().setName("y");
    String heard = client.resource(later).create().getMetadata().getUid();
    await().atMost(PATIENCE).until(() -> passed.contains(heard));

    released.countDown();

    await().atMost(PATIENCE).until(() -> passed.contains(second.getMetadata().getUid()));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Plan wantsOneClique(Snapshot<PodCliqueSet> snapshot, Instant now) {
    Plan.Builder plan = Plan.builder(snapshot.failures());
    if (snapshot.observed().all(PodClique.class).findAny().isEmpty()) {
      PodClique clique = new PodClique();
      clique.setMetadata(
          child(snapshot.primary(), "x-0-w").addToLabels(Labels.PART_OF, "x").build());
      clique.setSpec(PodCliqueSpecBuilder.builder().podSpec(new PodSpec()).build());
      plan.add(new Action.Create(clique, CREATE));
    }
    return plan.build();
  }

  private static Plan wantsOnePod(Snapshot<PodClique> snapshot, Instant now) {
    PodClique clique = snapshot.primary();
    Plan.Builder plan = Plan.builder(snapshot.failures());
    if (Ownership.isTerminating(clique)) {
      if (clique.getMetadata().getFinalizers().contains(FOREIGN_FINALIZER)) {
        plan.add(
            new Action.Patch(
                ObjectKey.of(clique),
                clique.getMetadata().getUid(),
                JsonPatch.create().remove("/metadata/finalizers/0").operations(),
                null,
                Purpose.unannounced("ERR", "updated", "finalizer")));
      }
      return plan.build();
    }
    if (snapshot.observed().all(Pod.class).findAny().isEmpty()) {
      return plan.add(
              new Action.Create(
                  new PodBuilder()
                      .withMetadata(
                          child(clique, "x-0-w-0").addToLabels(Labels.POD_CLIQUE, "x-0-w").build())
                      .build(),
                  CREATE))
          .build();
    }
    int pods = (int) snapshot.observed().all(Pod.class).count();
    if (clique.statusOrEmpty().replicas() != pods) {
      PodClique reported =
          clique.withStatus(PodCliqueStatusBuilder.builder().replicas(pods).build());
      plan.add(
          new Action.PutStatus(reported, false, Purpose.unannounced("ERR", "updated", "status")));
    }
    return plan.build();
  }

  private static ObjectMetaBuilder child(HasMetadata owner, String name) {
    return new ObjectMetaBuilder()
        .withNamespace(owner.getMetadata().getNamespace())
        .withName(name)
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGER)
        .withOwnerReferences(Ownership.controllerReference(owner));
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

  private PodClique clique() {
    return found().orElseThrow();
  }

  private Optional<PodClique> found() {
    return Optional.ofNullable(
        client.resources(PodClique.class).inNamespace("ns").withName("x-0-w").get());
  }

  private List<Pod> pods() {
    return client.pods().inNamespace("ns").list().getItems();
  }

  private List<Event> events(String kind) {
    return client.v1().events().inNamespace("ns").list().getItems().stream()
        .filter(event -> event.getInvolvedObject().getKind().equals(kind))
        .toList();
  }
}
