package dev.coppice.simulator.set;

import static dev.coppice.simulator.set.TeardownFixture.TWO_LEVELS;
import static dev.coppice.simulator.set.TeardownFixture.deletes;
import static dev.coppice.simulator.set.TeardownFixture.kill;
import static dev.coppice.simulator.set.TeardownFixture.only;
import static dev.coppice.simulator.set.TeardownFixture.remade;
import static dev.coppice.simulator.set.TeardownFixture.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a teardown is finished, whatever comes in between. */
class TeardownRecoveryScenarioTest {

  @Test
  void live_replicas_survive_also_those_changed_until_the_last_moment() {
    SetFixture fixture = running(TWO_LEVELS);
    fixture.scaleClique("s-0-a", 5);
    fixture.scaleGroup("s-0-x", 3);
    fixture.settle();
    for (int i = 0; i < 4; i++) {
      kill(fixture, "s-0-a", i);
    }
    fixture.controllersFor(Duration.ofSeconds(5));
    // The deletes come to nothing for a while, in which somebody scales.
    fixture.cluster.refuse(action -> action instanceof Action.Delete, 500, "no");
    fixture.controllersFor(Duration.ofSeconds(6));
    fixture.scaleClique("s-0-a", 4);
    fixture.scaleClique("s-0-x-2-c", 2);

    fixture.cluster.refuseNothing();
    fixture.controllersFor(Duration.ofSeconds(5));

    assertThat(deletes(fixture).stream().filter(a -> a.outcome() instanceof Outcome.Deleted))
        .hasSize(7);
    assertThat(fixture.clique("s-0-a").getSpec().replicas()).isEqualTo(4);
    assertThat(fixture.clique("s-0-x-2-c").getSpec().replicas()).isEqualTo(2);
    assertThat(fixture.clique("s-0-x-0-c").getSpec().replicas()).isEqualTo(3);
  }

  @Test
  void a_clique_that_was_scaled_below_its_minimum_is_degraded_and_stays() {
    SetFixture fixture = running(TWO_LEVELS);

    fixture.scaleClique("s-0-a", 1);
    fixture.controllersFor(Duration.ofHours(1));
    fixture.scaleClique("s-0-a", 2);
    fixture.controllersFor(Duration.ofHours(1));

    assertThat(deletes(fixture)).isEmpty();
  }

  @Test
  void a_replica_that_is_scaled_in_closes_its_record() {
    SetFixture fixture = running(TWO_LEVELS);
    kill(fixture, "s-1-a", 0);
    fixture.cluster.refuse(action -> action instanceof Action.Delete, 500, "no");
    fixture.controllersFor(Duration.ofSeconds(12));
    ReplicaDeletion open = only(fixture.status().replicaDeletions());

    fixture.cluster.refuseNothing();
    fixture.scaleSet(1);
    fixture.controllersFor(Duration.ofSeconds(5));

    assertThat(open.open()).isTrue();
    assertThat(only(fixture.status().replicaDeletions()).open()).isFalse();
    assertThat(fixture.names(PodClique.class)).noneMatch(name -> name.startsWith("s-1-"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_replica_that_recovers_before_its_first_delete_is_kept_and_the_event_says_so(
      boolean ofSet) {
    SetFixture fixture = running(TWO_LEVELS);
    NavigableMap<String, String> before = fixture.cliqueUids();
    breach(fixture, ofSet);
    fixture.cluster.refuse(action -> action instanceof Action.Delete, 500, "stands still");
    fixture.controllersFor(Duration.ofSeconds(12));
    ReplicaDeletion open = only(records(fixture, ofSet));
    fixture.nodes.runAll();

    fixture.cluster.refuseNothing();
    fixture.controllersFor(Duration.ofMinutes(1));

    assertThat(open.deleting()).isTrue();
    assertThat(remade(before, fixture.cliqueUids())).isEmpty();
    assertThat(only(records(fixture, ofSet)))
        .matches(record -> !record.open() && record.goneAt() == null);
    assertThat(fixture.cluster.events())
        .filteredOn(event -> event.reason().equals(EventReasons.REPLICA_KEPT))
        .singleElement()
        .matches(
            event -> event.message().startsWith("replica %d is kept".formatted(ofSet ? 0 : 1)));
  }

  /** Takes what replica 0 of the set, or replica 1 of its group, needs. */
  private static void breach(SetFixture fixture, boolean ofSet) {
    if (ofSet) {
      kill(fixture, "s-0-a", 1);
    } else {
      List.of(0, 1, 2).forEach(index -> kill(fixture, "s-0-x-1-c", index));
    }
  }

  private static List<ReplicaDeletion> records(SetFixture fixture, boolean ofSet) {
    return ofSet
        ? fixture.status().replicaDeletions()
        : fixture.group("s-0-x").statusOrEmpty().replicaDeletions();
  }

  /** The process dies before its k-th write of a teardown, whatever that is. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_teardown_that_is_cut_short_anywhere_is_finished_and_none_happens_twice(boolean ofSet) {
    for (int writes = 0; writes < 14; writes++) {
      SetFixture fixture = running(TWO_LEVELS);
      NavigableMap<String, String> before = fixture.cliqueUids();
      breach(fixture, ofSet);
      fixture.controllersFor(Duration.ofSeconds(9));
      AtomicInteger left = new AtomicInteger(writes);
      fixture.cluster.refuse(
          action -> !(action instanceof Action.Read) && left.getAndDecrement() <= 0, 500, "dead");
      fixture.controllersFor(Duration.ofSeconds(5));

      fixture.cluster.refuseNothing();
      fixture.controllersFor(Duration.ofSeconds(5));

      List<String> gone = new ArrayList<>();
      deletes(fixture).stream()
          .filter(answer -> answer.outcome() instanceof Outcome.Deleted)
          .forEach(answer -> gone.add(((Action.Delete) answer.action()).uid()));
      List<String> expected =
          before.keySet().stream()
              .filter(name -> name.startsWith(ofSet ? "s-0-" : "s-0-x-1-"))
              .toList();
      assertThat(remade(before, fixture.cliqueUids())).as("%d writes", writes).isEqualTo(expected);
      assertThat(gone)
          .as("%d writes", writes)
          .containsExactlyInAnyOrderElementsOf(expected.stream().map(before::get).toList());
      assertThat(only(records(fixture, ofSet)).open()).as("%d writes", writes).isFalse();
    }
  }
}
