package dev.coppice.simulator.set;

import static dev.coppice.simulator.set.TeardownScene.TWO_LEVELS;
import static dev.coppice.simulator.set.TeardownScene.deletes;
import static dev.coppice.simulator.set.TeardownScene.kill;
import static dev.coppice.simulator.set.TeardownScene.only;
import static dev.coppice.simulator.set.TeardownScene.remade;
import static dev.coppice.simulator.set.TeardownScene.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Outcome;
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
    SetScene scene = running(TWO_LEVELS);
    scene.scaleClique("s-0-a", 5);
    scene.scaleGroup("s-0-x", 3);
    scene.settle();
    for (int i = 0; i < 4; i++) {
      kill(scene, "s-0-a", i);
    }
    scene.controllersFor(Duration.ofSeconds(5));
    // The deletes come to nothing for a while, in which somebody scales.
    scene.cluster.refuse(action -> action instanceof Action.Delete, 500, "no");
    scene.controllersFor(Duration.ofSeconds(6));
    scene.scaleClique("s-0-a", 4);
    scene.scaleClique("s-0-x-2-c", 2);

    scene.cluster.refuseNothing();
    scene.controllersFor(Duration.ofSeconds(5));

    assertThat(deletes(scene).stream().filter(a -> a.outcome() instanceof Outcome.Deleted))
        .hasSize(7);
    assertThat(scene.clique("s-0-a").getSpec().replicas()).isEqualTo(4);
    assertThat(scene.clique("s-0-x-2-c").getSpec().replicas()).isEqualTo(2);
    assertThat(scene.clique("s-0-x-0-c").getSpec().replicas()).isEqualTo(3);
  }

  @Test
  void a_clique_that_was_scaled_below_its_minimum_is_degraded_and_stays() {
    SetScene scene = running(TWO_LEVELS);

    scene.scaleClique("s-0-a", 1);
    scene.controllersFor(Duration.ofHours(1));
    scene.scaleClique("s-0-a", 2);
    scene.controllersFor(Duration.ofHours(1));

    assertThat(deletes(scene)).isEmpty();
  }

  @Test
  void a_replica_that_is_scaled_in_closes_its_record() {
    SetScene scene = running(TWO_LEVELS);
    kill(scene, "s-1-a", 0);
    scene.cluster.refuse(action -> action instanceof Action.Delete, 500, "no");
    scene.controllersFor(Duration.ofSeconds(12));
    ReplicaDeletion open = only(scene.status().replicaDeletions());

    scene.cluster.refuseNothing();
    scene.scaleSet(1);
    scene.controllersFor(Duration.ofSeconds(5));

    assertThat(open.open()).isTrue();
    assertThat(only(scene.status().replicaDeletions()).open()).isFalse();
    assertThat(scene.names(PodClique.class)).noneMatch(name -> name.startsWith("s-1-"));
  }

  /** The process dies before its k-th write of a teardown, whatever that is. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_teardown_that_is_cut_short_anywhere_is_finished_and_none_happens_twice(boolean ofSet) {
    for (int writes = 0; writes < 14; writes++) {
      SetScene scene = running(TWO_LEVELS);
      NavigableMap<String, String> before = scene.cliqueUids();
      if (ofSet) {
        kill(scene, "s-0-a", 1);
      } else {
        List.of(0, 1, 2).forEach(index -> kill(scene, "s-0-x-1-c", index));
      }
      scene.controllersFor(Duration.ofSeconds(9));
      AtomicInteger left = new AtomicInteger(writes);
      scene.cluster.refuse(
          action -> !(action instanceof Action.Read) && left.getAndDecrement() <= 0, 500, "dead");
      scene.controllersFor(Duration.ofSeconds(5));

      scene.cluster.refuseNothing();
      scene.controllersFor(Duration.ofSeconds(5));

      List<String> gone = new ArrayList<>();
      deletes(scene).stream()
          .filter(answer -> answer.outcome() instanceof Outcome.Deleted)
          .forEach(answer -> gone.add(((Action.Delete) answer.action()).uid()));
      List<String> expected =
          before.keySet().stream()
              .filter(name -> name.startsWith(ofSet ? "s-0-" : "s-0-x-1-"))
              .toList();
      assertThat(remade(before, scene.cliqueUids())).as("%d writes", writes).isEqualTo(expected);
      assertThat(gone)
          .as("%d writes", writes)
          .containsExactlyInAnyOrderElementsOf(expected.stream().map(before::get).toList());
      List<ReplicaDeletion> records =
          ofSet
              ? scene.status().replicaDeletions()
              : scene.group("s-0-x").statusOrEmpty().replicaDeletions();
      assertThat(only(records).open()).as("%d writes", writes).isFalse();
    }
  }
}
