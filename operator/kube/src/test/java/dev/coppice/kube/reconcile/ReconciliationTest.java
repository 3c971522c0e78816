package dev.coppice.kube.reconcile;

import static dev.coppice.kube.client.FakeApiServer.answer;
import static dev.coppice.kube.client.FakeApiServer.lost;
import static dev.coppice.kube.client.FakeApiServer.namespaceTerminating;
import static dev.coppice.kube.client.FakeApiServer.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Failures.Failure;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Pending;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.client.ApiServer.Verb;
import dev.coppice.kube.client.FakeApiServer;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReconciliationTest {

  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final String PODS = "/api/v1/namespaces/ns/pods";
  private static final String PODS_OF_PRIMARY = PODS + "?labelSelector=of%3Dprimary&limit=500";
  private static final String EVENTS = "/api/v1/namespaces/ns/events";
  private static final Purpose CREATE =
      Purpose.announced("ERR_CREATE_POD", "created", "pod", "PodCreated", "PodNotCreated");

  private final KubernetesSerialization serialization = new KubernetesSerialization();
  private final FakeApiServer api = new FakeApiServer().on(Verb.CREATE, EVENTS, answer(201, "{}"));
  private final List<Snapshot<ConfigMap>> seen = new ArrayList<>();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private Instant now = START;
  private Set<Failure> standing = Set.of();
  private boolean isThere = true;

  @Test
  void waits_for_an_event_when_nothing_is_left_to_do() {
    assertThat(run(reconciliation((snapshot, at) -> Plan.empty()))).isEmpty();
  }

  @Test
  void looks_again_just_after_the_instant_that_the_planner_names() {
    Planner<ConfigMap> waiting =
        (snapshot, at) ->
            Plan.builder(snapshot.failures()).requeueAt(START.plus(Duration.ofMillis(700))).build();

    assertThat(run(reconciliation(waiting))).contains(Duration.ofMillis(701));
  }

  @Test
  void remembers_when_a_status_change_was_first_left_unwritten() {
    Reconciliation<ConfigMap> reconciles =
        reconciliation(
            (snapshot, at) -> Plan.builder(snapshot.failures()).pending(Pending.STATUS).build());
    run(reconciles);
    now = START.plusSeconds(1);
    run(reconciles);

    run(reconciles);

    assertThat(seen)
        .extracting(snapshot -> snapshot.memory().statusPendingSince())
        .containsExactly(null, START, START);
  }

  @Test
  void forgets_an_object_that_was_deleted() {
    Reconciliation<ConfigMap> reconciles =
        reconciliation(
            (snapshot, at) -> Plan.builder(snapshot.failures()).pending(Pending.STATUS).build());
    run(reconciles);
    reconciles.forget(primary());

    run(reconciles);

    assertThat(seen.getLast().memory().statusPendingSince()).isNull();
  }

  @Test
  void keeps_nothing_of_an_object_whose_deletion_is_heard_while_a_reconcile_over_it_is_under_way() {
    AtomicReference<Reconciliation<ConfigMap>> reconciles = new AtomicReference<>();
    reconciles.set(
        reconciliation((snapshot, at) -> {
          reconciles.get().forget(primary());
          isThere = false;
          return Plan.builder(snapshot.failures()).pending(Pending.STATUS).build();
        }));

    run(reconciles.get());
    run(reconciles.get());

    assertThat(seen.getLast().memory().statusPendingSince()).isNull();
  }

  @Test
  void keeps_nothing_of_an_object_whose_deletion_is_heard_before_a_reconcile_that_has_seen_it() {
    Reconciliation<ConfigMap> reconciles =
        reconciliation(
            (snapshot, at) -> Plan.builder(snapshot.failures()).pending(Pending.STATUS).build());

    Optional<Duration> next =
        reconciles.run(
            "ns",
            () -> {
              reconciles.forget(primary());
              isThere = false;
              return Optional.of(view(primary()));
            });
    run(reconciles);

    assertThat(next).isEmpty();
    assertThat(seen.getLast().memory().statusPendingSince()).isNull();
  }

  @Test
  void tries_nothing_again_in_a_namespace_that_is_being_deleted() {
    api.on(Verb.CREATE, PODS, namespaceTerminating());
    Reconciliation<ConfigMap> reconciles = reconciliation(wantsOnePod());

    List<Optional<Duration>> waits = List.of(run(reconciles), run(reconciles));

    assertThat(waits).containsOnly(Optional.empty());
    assertThat(api.calls()).extracting(Call::path).containsExactly(PODS);
  }

  @Test
  void backs_off_from_50_ms_to_30_s_while_something_is_refused_and_starts_anew_after() {
    api.on(Verb.CREATE, PODS, refusal(403, "Forbidden", "exceeded quota"));
    Reconciliation<ConfigMap> reconciles = reconciliation(wantsOnePod());

    List<Long> waits =
        IntStream.range(0, 12).mapToObj(i -> run(reconciles).orElseThrow().toMillis()).toList();
    api.on(Verb.CREATE, PODS, answer(201, json(pod())));
    Optional<Duration> afterSuccess = run(reconciles);

    assertThat(waits)
        .containsExactly(
            50L, 100L, 200L, 400L, 800L, 1600L, 3200L, 6400L, 12800L, 25600L, 30000L, 30000L);
    assertThat(afterSuccess).isEmpty();
  }

  @Test
  void tells_a_failure_in_one_event_however_often_it_is_tried() {
    api.on(Verb.CREATE, PODS, refusal(403, "Forbidden", "exceeded quota"));
    Reconciliation<ConfigMap> reconciles = reconciliation(wantsOnePod());

    run(reconciles);
    run(reconciles);

    assertThat(eventsWritten())
        .singleElement()
        .satisfies(event -> assertThat(event).contains("1 pod not created: exceeded quota"));
  }

  @Test
  void tells_no_failure_that_stands_in_the_status_already() {
    standing = Set.of(new Failure("ERR_CREATE_POD", "exceeded quota"));
    api.on(Verb.CREATE, PODS, refusal(403, "Forbidden", "exceeded quota"));

    run(reconciliation(wantsOnePod()));

    assertThat(eventsWritten()).isEmpty();
  }

  @Test
  void tells_at_the_end_of_a_reconcile_what_all_its_rounds_did() {
    api.on(Verb.CREATE, PODS, answer(201, json(pod())));

    run(reconciliation(wantsOnePod()));

    assertThat(eventsWritten())
        .singleElement()
        .satisfies(event -> assertThat(event).contains("created 1 pod: pod-a"));
  }

  @Test
  void starts_with_a_live_list_after_a_create_of_unknown_outcome() {
    api.on(Verb.CREATE, PODS, lost());
    api.on(Verb.LIST, PODS_OF_PRIMARY, answer(200, "{\"items\":[" + json(pod()) + "]}"));
    Reconciliation<ConfigMap> reconciles = reconciliation(wantsOnePod());
    run(reconciles);

    Optional<Duration> next = run(reconciles);

    assertThat(seen.getLast().observed().all(Pod.class)).containsExactly(pod());
    assertThat(next).isEmpty();
  }

  @Test
  void starts_with_that_live_list_for_the_next_object_of_the_name_too() {
    api.on(Verb.CREATE, PODS, lost());
    api.on(Verb.LIST, PODS_OF_PRIMARY, answer(200, "{\"items\":[" + json(pod()) + "]}"));
    Reconciliation<ConfigMap> reconciles = reconciliation(wantsOnePod());
    run(reconciles);
    reconciles.forget(primary());

    run(reconciles, new ConfigMapBuilder(primary()).editMetadata().withUid("reborn").and().build());

    assertThat(seen.getLast().observed().all(Pod.class)).containsExactly(pod());
  }

  @Test
  void does_nothing_before_that_live_list_is_answered() {
    api.on(Verb.CREATE, PODS, lost());
    api.on(Verb.LIST, PODS_OF_PRIMARY, refusal(500, "InternalError", "etcd"));
    Reconciliation<ConfigMap> reconciles = reconciliation(wantsOnePod());
    run(reconciles);
    int looks = seen.size();

    Optional<Duration> next = run(reconciles);

    assertThat(seen).hasSize(looks);
    assertThat(next).contains(Duration.ofMillis(100));
  }

  @Test
  void repeats_a_reconcile_whose_planner_does_not_come_to_rest() {
    api.on(Verb.GET, "/api/v1/namespaces/ns/configmaps/primary", answer(200, json(primary())));
    api.on(Verb.DELETE, PODS + "/pod-a", answer(200, "{\"kind\":\"Status\"}"));
    Planner<ConfigMap> restless =
        (snapshot, at) ->
            Plan.builder(snapshot.failures())
                .add(
                    new Action.Delete(
                        ObjectKey.of(pod()),
                        "uid",
                        null,
                        Purpose.unannounced("ERR", "deleted", "pod")))
                .build();

    assertThat(run(reconciliation(restless))).contains(Duration.ofMillis(50));
  }

  @Test
  void repeats_a_reconcile_that_a_bug_cut_short() {
    Reconciliation<ConfigMap> reconciles =
        reconciliation((snapshot, at) -> {
          throw new IllegalStateException("a bug");
        });

    assertThat(List.of(run(reconciles), run(reconciles)))
        .containsExactly(Optional.of(Duration.ofMillis(50)), Optional.of(Duration.ofMillis(100)));
  }

  @Test
  void leaves_an_object_alone_while_another_reconcile_over_it_is_under_way() {
    AtomicReference<Reconciliation<ConfigMap>> reconciles = new AtomicReference<>();
    List<Optional<Duration>> meanwhile = new ArrayList<>();
    reconciles.set(
        reconciliation((snapshot, at) -> {
          meanwhile.add(run(reconciles.get()));
          return Plan.empty();
        }));

    Optional<Duration> next = run(reconciles.get());

    assertThat(meanwhile).containsExactly(Optional.of(Duration.ofMillis(50)));
    assertThat(next).isEmpty();
    assertThat(seen).hasSize(1);
  }

  static Stream<Arguments> endings() {
    Reply created = answer(201, new KubernetesSerialization().asJson(pod()));
    return Stream.of(
        Arguments.of("settled", created, Plan.empty()),
        Arguments.of("refused", refusal(403, "Forbidden", "exceeded quota"), Plan.empty()),
        Arguments.of("stale", refusal(409, "Conflict", "being deleted"), Plan.empty()),
        Arguments.of("unanswered", lost(), Plan.empty()),
        Arguments.of("unsettled", created, createsOnePod()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("endings")
  void counts_a_reconcile_by_what_came_of_it(String result, Reply reply, Plan afterTheFirst) {
    api.on(Verb.CREATE, PODS, reply);

    run(reconciliation((snapshot, at) -> seen.size() == 1 ? createsOnePod() : afterTheFirst));

    assertThat(counted()).containsExactly(result);
  }

  @Test
  void counts_a_reconcile_that_a_bug_cut_short() {
    run(
        reconciliation((snapshot, at) -> {
          throw new IllegalStateException("a bug");
        }));

    assertThat(counted()).containsExactly("failed");
  }

  private List<String> counted() {
    return registry.get("coppice.reconcile").counters().stream()
        .filter(counter -> counter.count() == 1)
        .map(counter -> counter.getId().getTag("result"))
        .toList();
  }

  private static Plan createsOnePod() {
    return new Plan(List.of(new Action.Create(pod(), CREATE)), List.of(), null, null, false);
  }

  private Reconciliation<ConfigMap> reconciliation(Planner<ConfigMap> planner) {
    Planner<ConfigMap> noting =
        (snapshot, at) -> {
          seen.add(snapshot);
          return planner.plan(snapshot, at);
        };
    return ReconciliationFixture.reconciliation(
        noting, primary -> standing, api, () -> now, registry, 2);
  }

  private Optional<Duration> run(Reconciliation<ConfigMap> reconciles) {
    return run(reconciles, primary());
  }

  private Optional<Duration> run(Reconciliation<ConfigMap> reconciles, ConfigMap primary) {
    return reconciles.run("ns", () -> Optional.of(view(primary)));
  }

  private View<ConfigMap> view(ConfigMap primary) {
    return new View<>(
        primary,
        Observed.of(List.of()),
        List.of(new LiveRead.ListOf(Pod.class, "ns", Map.of("of", "primary"))),
        fresh -> {},
        () -> isThere);
  }

  private static Planner<ConfigMap> wantsOnePod() {
    return (snapshot, at) -> {
      Plan.Builder plan = Plan.builder(snapshot.failures());
      if (snapshot.observed().all(Pod.class).findAny().isEmpty()) {
        plan.add(new Action.Create(pod(), CREATE));
      }
      return plan.build();
    };
  }

  private List<String> eventsWritten() {
    return api.calls().stream().filter(call -> call.path().equals(EVENTS)).map(Call::body).toList();
  }

  private static ConfigMap primary() {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName("primary")
        .withUid("uid-primary")
        .endMetadata()
        .build();
  }

  private static Pod pod() {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName("pod-a")
        .endMetadata()
        .build();
  }

  private String json(Object object) {
    return serialization.asJson(object);
  }
}
