package dev.coppice.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatus;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.gang.GangShape;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.DefaultScheduler;
import dev.coppice.core.testing.TestYaml;
import dev.coppice.core.tree.SetCliques;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Two replicas, each with a base gang of clique a and a scaled gang of clique g. */
class SetPlacementsTest {

  private static final Instant NOW = Instant.parse("2026-08-19T10:00:00Z");
  private static final PodCliqueSet SET =
      TestYaml.read(
          """
          metadata: {name: x, namespace: ai, uid: set-uid, generation: 1}
          spec: {replicas: 2, template: {cliques: []}}
          """,
          PodCliqueSet.class);

  private final Map<String, PodGang> gangs = new TreeMap<>();
  private final Map<String, PodClique> cliques = new TreeMap<>();

  SetPlacementsTest() {
    for (int replica = 0; replica < 2; replica++) {
      bound(replica, "a", 0);
      bound(replica, "g", 0);
      see(gang("x-" + replica));
      see(gang("x-" + replica + "-g-0"));
    }
  }

  private static PodGang gang(String name) {
    return TestYaml.read(
        "{metadata: {name: %1$s, namespace: ai, uid: %1$s}, spec: {podgroups: []}}".formatted(name),
        PodGang.class);
  }

  private void see(PodGang gang) {
    gangs.put(gang.getMetadata().getName(), gang);
  }

  private void bound(int replica, String clique, int pods) {
    String name = "x-%d-%s".formatted(replica, clique);
    cliques.put(
        name,
        TestYaml.read(
            """
            metadata: {name: %s, namespace: ai, uid: u-%s,
              ownerReferences: [{kind: PodCliqueSet, name: x, uid: set-uid, controller: true}]}
            spec: {replicas: 2, minAvailable: 2, podSpec: {containers: []}}
            status: {scheduledReplicas: %d}
            """
                .formatted(name, name, pods),
            PodClique.class));
  }

  private Plan plan(Instant now) {
    List<HasMetadata> all = List.copyOf(cliques.values());
    Snapshot<PodCliqueSet> snapshot = Snapshot.of(SET, Observed.of(all));
    Plan.Builder plan = Plan.builder(snapshot.failures());
    new SetPlacements(
            Stream.of(0, 1).flatMap(replica -> Stream.of(base(replica), scaled(replica))),
            name -> Optional.ofNullable(gangs.get(name)),
            new SetCliques(snapshot),
            snapshot,
            new DefaultScheduler().topologies(),
            UnaryOperator.identity(),
            now)
        .plan(plan);
    Plan made = plan.build();
    made.actions().stream()
        .map(Action.PutStatus.class::cast)
        .map(put -> (PodGang) put.object())
        .forEach(this::see);
    return made;
  }

  private static GangShape base(int replica) {
    return new GangShape(
        "x-" + replica, replica, false, List.of(List.of("x-%d-a".formatted(replica))));
  }

  private static GangShape scaled(int replica) {
    return new GangShape(
        "x-%d-g-0".formatted(replica),
        replica,
        true,
        List.of(List.of("x-%d-g".formatted(replica))));
  }

  private Map<String, String> statuses() {
    return gangs.values().stream()
        .collect(
            Collectors.toMap(
                gang -> gang.getMetadata().getName(),
                gang -> describe(gang.statusOrEmpty()),
                (one, _) -> one,
                TreeMap::new));
  }

  private static String describe(PodGangStatus status) {
    return Stream.of(
            Boolean.TRUE.equals(status.released()) ? "released" : "held",
            status.podGroups().getFirst().placed() ? "placed" : "waits",
            Boolean.TRUE.equals(status.surplusReleased()) ? "with surplus" : "alone")
        .collect(Collectors.joining(" "));
  }

  @Test
  void base_gangs_are_released_from_the_beginning_and_scaled_ones_are_not() {
    Plan plan = plan(NOW);

    assertThat(plan.actions()).hasSize(4);
    assertThat(statuses())
        .isEqualTo(
            Map.of(
                "x-0", "released waits alone",
                "x-0-g-0", "held waits alone",
                "x-1", "released waits alone",
                "x-1-g-0", "held waits alone"));
    assertThat(plan.requeueAt()).isNull();
    assertThat(plan(NOW).actions()).isEmpty();
  }

  @Test
  void scaled_gangs_wait_for_the_base_gangs_of_all_replicas() {
    plan(NOW);
    bound(0, "a", 2);
    plan(NOW);
    assertThat(statuses().get("x-0-g-0")).isEqualTo("held waits alone");

    bound(1, "a", 2);
    plan(NOW);

    assertThat(statuses().get("x-0-g-0")).isEqualTo("released waits alone");
    assertThat(statuses().get("x-1-g-0")).isEqualTo("released waits alone");
  }

  @Test
  void scaled_gangs_wait_for_base_gangs_that_are_still_to_come() {
    gangs.remove("x-1");
    bound(0, "a", 2);
    plan(NOW);
    assertThat(statuses().get("x-0-g-0")).isEqualTo("held waits alone");

    see(gang("x-1"));
    bound(1, "a", 2);
    plan(NOW);
    plan(NOW);

    assertThat(statuses().get("x-0-g-0")).isEqualTo("released waits alone");
  }

  @Test
  void a_base_gang_that_never_fits_holds_the_others_for_a_minute() {
    plan(NOW);
    bound(0, "a", 2);

    assertThat(plan(NOW).requeueAt()).isEqualTo(NOW.plusSeconds(60));
    assertThat(plan(NOW.plusSeconds(59)).actions()).isEmpty();
    plan(NOW.plusSeconds(60));

    assertThat(statuses())
        .containsEntry("x-0", "released placed with surplus")
        .containsEntry("x-0-g-0", "released waits alone")
        .containsEntry("x-1-g-0", "held waits alone");
  }

  @Test
  void surplus_follows_when_all_gangs_of_the_replica_are_placed() {
    plan(NOW);
    bound(0, "a", 2);
    bound(1, "a", 2);
    plan(NOW);
    assertThat(statuses().get("x-0")).isEqualTo("released placed alone");

    bound(0, "g", 2);
    plan(NOW);

    assertThat(statuses())
        .containsEntry("x-0", "released placed with surplus")
        .containsEntry("x-0-g-0", "released placed with surplus")
        .containsEntry("x-1", "released placed alone");
  }

  @Test
  void what_was_given_is_taken_back_only_from_a_gang_that_begins_anew() {
    plan(NOW);
    Stream.of(0, 1).forEach(replica -> Stream.of("a", "g").forEach(one -> bound(replica, one, 2)));
    plan(NOW);
    plan(NOW);
    Map<String, String> before = statuses();
    assertThat(before.values()).containsOnly("released placed with surplus");

    bound(0, "a", 0);
    assertThat(plan(NOW).actions()).as("a lost pod is replaced by itself").isEmpty();
    cliques.computeIfPresent("x-0-a", (_, clique) -> anew(clique));
    plan(NOW);

    assertThat(statuses())
        .containsEntry("x-0", "released waits alone")
        .containsEntry("x-0-g-0", "released placed with surplus");
  }

  private static PodClique anew(PodClique clique) {
    return TestYaml.read(
        """
        metadata: {name: %s, namespace: ai, uid: anew,
          ownerReferences: [{kind: PodCliqueSet, name: x, uid: set-uid, controller: true}]}
        spec: {replicas: 2, minAvailable: 2, podSpec: {containers: []}}
        """
            .formatted(clique.getMetadata().getName()),
        PodClique.class);
  }
}
