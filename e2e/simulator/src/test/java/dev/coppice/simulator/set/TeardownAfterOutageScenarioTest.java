package dev.coppice.simulator.set;

import static dev.coppice.simulator.set.TeardownScene.TWO_LEVELS;
import static dev.coppice.simulator.set.TeardownScene.deletes;
import static dev.coppice.simulator.set.TeardownScene.only;
import static dev.coppice.simulator.set.TeardownScene.remade;
import static dev.coppice.simulator.set.TeardownScene.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.status.ReplicaDeletion;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.NavigableMap;
import org.junit.jupiter.api.Test;

/** The pods decide: what is stored is as old as its last writer. */
class TeardownAfterOutageScenarioTest {

  private static final Duration SHORT = Duration.ofSeconds(3);
  private static final Duration LONG = Duration.ofMinutes(5);

  private static void stall(SetScene scene, String clique, int index) {
    scene.nodes.stall(scene.pod(clique, index));
  }

  private static void breach(SetScene scene, String clique, int... indices) {
    for (int index : indices) {
      stall(scene, clique, index);
    }
    scene.controllersFor(SHORT);
  }

  private static void heal(SetScene scene) {
    scene.cluster.all(Pod.class).forEach(scene.nodes::start);
  }

  @Test
  void a_replica_whose_pods_are_ready_again_stays_whoever_looks_first() {
    SetScene scene = running(TWO_LEVELS);
    breach(scene, "s-0-a", 1);
    heal(scene);
    scene.cluster.advance(LONG);

    scene.setPass();
    scene.groupPasses();
    int before = deletes(scene).size();
    scene.controllersFor(LONG);

    assertThat(before).isZero();
    assertThat(deletes(scene)).isEmpty();
    assertThat(scene.status().replicaDeletions()).isEmpty();
  }

  @Test
  void a_replica_whose_pods_are_still_lost_goes_at_the_first_look() {
    SetScene scene = running(TWO_LEVELS);
    breach(scene, "s-0-a", 1);
    scene.cluster.advance(LONG);

    scene.setPass();

    assertThat(deletes(scene)).hasSize(5);
  }

  @Test
  void a_group_whose_replicas_are_ready_again_keeps_them_whoever_looks_first() {
    SetScene scene = running(TWO_LEVELS);
    breach(scene, "s-0-x-1-c", 0, 1, 2);
    heal(scene);
    scene.cluster.advance(LONG);

    scene.groupPasses();
    scene.setPass();
    scene.controllersFor(LONG);

    assertThat(deletes(scene)).isEmpty();
  }

  @Test
  void a_group_whose_first_replica_became_ready_for_the_first_time_loses_only_the_breached_one() {
    SetScene scene = running(TWO_LEVELS);
    NavigableMap<String, String> before = scene.cliqueUids();
    scene.cluster.delete(scene.clique("s-0-x-0-c"));
    scene.controllersFor(SHORT);
    NavigableMap<String, String> again = scene.cliqueUids();
    breach(scene, "s-0-x-1-c", 0, 1, 2);
    // The new replica 0 becomes available while nobody looks.
    scene.nodes.bindAll();
    scene.cluster.all(Pod.class).filter(pod -> isOf(pod, "s-0-x-0-c")).forEach(scene.nodes::start);
    scene.cluster.advance(LONG);

    scene.setPass();
    int bySet = deletes(scene).size();
    scene.controllersFor(SHORT);

    assertThat(remade(before, again)).containsExactly("s-0-x-0-c");
    assertThat(bySet).isZero();
    assertThat(scene.status().replicaDeletions()).isEmpty();
    assertThat(remade(again, scene.cliqueUids())).containsExactly("s-0-x-1-b", "s-0-x-1-c");
  }

  private static boolean isOf(Pod pod, String clique) {
    return pod.getMetadata().getName().startsWith(clique + "-");
  }

  @Test
  void a_pod_that_is_ready_at_the_look_and_lost_right_after_it_begins_a_new_delay() {
    SetScene scene = running(TWO_LEVELS);
    breach(scene, "s-0-a", 1);
    heal(scene);
    scene.cluster.advance(LONG);
    scene.setPass();
    stall(scene, "s-0-a", 1);
    Instant lost = scene.cluster.clock().instant();

    // No PodClique has heard of it: the stored condition has been True all the time.
    scene.setFor(Duration.ofSeconds(10));
    int early = deletes(scene).size();
    scene.setFor(Duration.ofSeconds(2));

    assertThat(early).isZero();
    assertThat(deletes(scene)).hasSize(5);
    assertThat(only(scene.status().replicaDeletions()))
        .returns(lost.plusSeconds(1), ReplicaDeletion::since);
  }

  @Test
  void a_breach_that_healed_and_came_again_while_nobody_looked_counts_from_its_second_beginning() {
    SetScene scene = running(TWO_LEVELS);
    breach(scene, "s-0-a", 1);
    heal(scene);
    scene.cluster.advance(LONG);
    stall(scene, "s-0-a", 0);
    Instant lost = scene.cluster.clock().instant();
    scene.cluster.advance(Duration.ofSeconds(2));

    scene.controllersFor(Duration.ofSeconds(8));
    int early = deletes(scene).size();
    scene.controllersFor(Duration.ofSeconds(4));

    assertThat(early).isZero();
    assertThat(deletes(scene)).hasSize(5);
    assertThat(only(scene.status().replicaDeletions()).since()).isAfter(lost);
  }

  @Test
  void a_second_loss_during_a_breach_does_not_begin_it_anew() {
    SetScene scene = running(TWO_LEVELS);
    breach(scene, "s-0-a", 1);
    Instant first = scene.cluster.clock().instant().minus(SHORT);
    breach(scene, "s-0-a", 0);

    scene.controllersFor(Duration.ofSeconds(5));

    assertThat(only(scene.status().replicaDeletions()).since())
        .isBetween(first, first.plusSeconds(1));
  }

  @Test
  void a_loss_in_a_replica_that_never_was_whole_does_not_begin_the_breach_of_its_group_anew() {
    SetScene scene = running(TWO_LEVELS);
    scene.cluster.delete(scene.clique("s-0-x-0-c"));
    scene.controllersFor(SHORT);
    Instant first = scene.cluster.clock().instant();
    breach(scene, "s-0-x-1-c", 0, 1, 2);
    scene.cluster.advance(SHORT);
    stall(scene, "s-0-x-0-b", 0);

    scene.controllersFor(Duration.ofSeconds(6));

    assertThat(only(scene.status().replicaDeletions()).since())
        .isBetween(first, first.plusSeconds(1));
  }

  @Test
  void what_the_pods_refute_is_looked_at_ever_more_rarely_while_nobody_corrects_it() {
    SetScene scene = running(TWO_LEVELS);
    breach(scene, "s-0-a", 1);
    heal(scene);
    scene.cluster.advance(LONG);
    long earlier = scene.reads();

    scene.setFor(Duration.ofMinutes(2));

    // After 0, 1, 3, 7, 15, 31, 61 and 91 seconds, and once more at the end.
    assertThat(scene.reads() - earlier).isEqualTo(9);
    assertThat(deletes(scene)).isEmpty();
  }
}
