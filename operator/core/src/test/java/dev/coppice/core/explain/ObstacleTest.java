package dev.coppice.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ObstacleTest {

  private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

  private static PodClique clique(String name, int ready, Readiness state, Wait wait) {
    PodClique clique =
        TestYaml.read(
            "{metadata: {name: %s, generation: 1}, spec: {replicas: 2, podSpec: {}}}"
                .formatted(name),
            PodClique.class);
    List<Condition> conditions =
        new ReadyCondition(state, "").setIn(wait.setIn(List.of(), 1, NOW), 1, NOW);
    clique.setStatus(
        PodCliqueStatusBuilder.builder()
            .replicas(2)
            .readyReplicas(ready)
            .conditions(conditions)
            .build());
    return clique;
  }

  private static Obstacle obstacle(int replica, PodClique clique) {
    return find(replica, clique).orElseThrow();
  }

  private static Optional<Obstacle> find(int replica, PodClique clique) {
    return Obstacle.of(
        NOTHING_IN_VIEW, replica, clique.getMetadata().getName(), Optional.of(clique));
  }

  private static final Snapshot<PodClique> NOTHING_IN_VIEW =
      Snapshot.of(new PodClique(), Observed.of(List.of()));
  private static final Obstacle REFUSED =
      obstacle(1, clique("s-1-a", 0, Readiness.BLOCKED, new Wait.Refused("pods is forbidden: no")));
  private static final Obstacle STARTING =
      obstacle(0, clique("s-0-a", 1, Readiness.CREATING, new Wait.Starting(1, 2, "p", null)));
  private static final Obstacle WAITING =
      obstacle(0, clique("s-0-b", 0, Readiness.CREATING, new Wait.StartupOrder("s-0-a", 1, 2)));

  @Test
  void is_told_down_to_its_cause() {
    assertThat(REFUSED.text())
        .isEqualTo("replica 1: PodClique s-1-a has 0 of 2 pods ready; pods is forbidden: no");
    assertThat(Obstacle.of(NOTHING_IN_VIEW, 0, "s-0-c", Optional.empty()))
        .get()
        .returns("replica 0: PodClique s-0-c does not exist yet", Obstacle::text);
  }

  @Test
  void does_not_repeat_a_mistake_that_was_judged_before_the_specification_changed() {
    PodClique mended = clique("s-0-a", 0, Readiness.BLOCKED, new Wait.Invalid("cpu: no quantity"));
    assertThat(obstacle(0, mended).text()).endsWith("; cpu: no quantity");

    mended.getMetadata().setGeneration(2L);

    assertThat(obstacle(0, mended).text())
        .isEqualTo("replica 0: PodClique s-0-a has 0 of 2 pods ready");
  }

  @Test
  void is_first_what_will_not_pass_and_then_what_others_wait_for() {
    assertThat(Obstacle.first(Stream.of(WAITING, STARTING, REFUSED))).contains(REFUSED);
    assertThat(Obstacle.first(Stream.of(WAITING, STARTING))).contains(STARTING);
  }

  @Test
  void is_of_a_gang_the_clique_that_lacks_a_place_and_not_one_that_waits_for_it() {
    Obstacle waits =
        obstacle(
            0,
            clique(
                "s-0-a",
                0,
                Readiness.CREATING,
                new Wait.Unschedulable(
                    2, "waiting for minCount pods from a gang to be scheduled")));
    Obstacle lacks =
        obstacle(
            1,
            clique(
                "s-1-b",
                0,
                Readiness.CREATING,
                new Wait.Unschedulable(2, "0/8 nodes are available: 8 Insufficient gpu.")));

    assertThat(Obstacle.first(Stream.of(waits, lacks))).contains(lacks);
    assertThat(warning(waits, Readiness.CREATING, null)).isEmpty();
    assertThat(warning(lacks, Readiness.CREATING, null))
        .contains(new PlannedEvent(true, "NotStarting", lacks.text()));
  }

  @Test
  void hinders_nobody_once_the_minimum_is_ready_and_all_pods_are_there() {
    PodClique whole = clique("s-0-a", 2, Readiness.READY, new Wait.Nothing());
    PodClique refused = clique("s-0-a", 2, Readiness.BLOCKED, new Wait.Refused("no"));
    PodClique more = clique("s-0-a", 2, Readiness.CREATING, new Wait.Starting(1, 3, "p", null));

    assertThat(find(0, whole)).isEmpty();
    assertThat(obstacle(0, refused).hinders()).isTrue();
    assertThat(obstacle(0, more).hinders()).isFalse();
    assertThat(STARTING.hinders()).isTrue();
  }

  private static Optional<PlannedEvent> warning(Obstacle obstacle, Readiness state, String before) {
    List<Condition> told =
        before == null ? List.of() : new ReadyCondition(state, before).setIn(List.of(), 1, NOW);
    List<Condition> next =
        new ReadyCondition(state, "0 of 2 replicas available; " + obstacle.text())
            .setIn(told, 1, NOW);
    return obstacle.warning(told, next);
  }

  @Test
  void warns_once_of_what_somebody_has_to_look_after() {
    assertThat(warning(REFUSED, Readiness.BLOCKED, null))
        .contains(new PlannedEvent(true, "Blocked", REFUSED.text()));
    assertThat(
            warning(
                REFUSED,
                Readiness.BLOCKED,
                "1 of 2 replicas available; "
                    + REFUSED.text().replace("0 of 2 pods", "1 of 2 pods")))
        .isEmpty();
    assertThat(warning(STARTING, Readiness.CREATING, null)).isEmpty();
  }

  @Test
  void does_not_warn_of_a_namespace_that_is_being_deleted() {
    Obstacle ends =
        obstacle(
            0,
            clique("s-0-a", 0, Readiness.BLOCKED, new Wait.NamespaceEnds("is being terminated")));

    assertThat(warning(ends, Readiness.BLOCKED, null)).isEmpty();
  }
}
