package dev.coppice.simulator.set;

import static dev.coppice.simulator.set.TeardownFixture.TWO_LEVELS;
import static dev.coppice.simulator.set.TeardownFixture.deletes;
import static dev.coppice.simulator.set.TeardownFixture.kill;
import static dev.coppice.simulator.set.TeardownFixture.only;
import static dev.coppice.simulator.set.TeardownFixture.remade;
import static dev.coppice.simulator.set.TeardownFixture.running;
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

  private static void stall(SetFixture fixture, String clique, int index) {
    fixture.nodes.stall(fixture.pod(clique, index));
  }

  private static void breach(SetFixture fixture, String clique, int... indices) {
    for (int index : indices) {
      stall(fixture, clique, index);
    }
    fixture.controllersFor(SHORT);
  }

  private static void heal(SetFixture fixture) {
    fixture.cluster.all(Pod.class).forEach(fixture.nodes::start);
  }

  @Test
  void a_replica_whose_pods_are_ready_again_stays_whoever_looks_first() {
    SetFixture fixture = running(TWO_LEVELS);
    breach(fixture, "s-0-a", 1);
    heal(fixture);
    fixture.cluster.advance(LONG);

    fixture.setPass();
    fixture.groupPasses();
    int before = deletes(fixture).size();
    fixture.controllersFor(LONG);

    assertThat(before).isZero();
    assertThat(deletes(fixture)).isEmpty();
    assertThat(fixture.status().replicaDeletions()).isEmpty();
  }

  @Test
  void a_replica_whose_pods_are_still_lost_goes_at_the_first_look() {
    SetFixture fixture = running(TWO_LEVELS);
    breach(fixture, "s-0-a", 1);
    fixture.cluster.advance(LONG);

    fixture.setPass();

    assertThat(deletes(fixture)).hasSize(5);
  }

  @Test
  void a_group_whose_replicas_are_ready_again_keeps_them_whoever_looks_first() {
    SetFixture fixture = running(TWO_LEVELS);
    breach(fixture, "s-0-x-1-c", 0, 1, 2);
    heal(fixture);
    fixture.cluster.advance(LONG);

    fixture.groupPasses();
    fixture.setPass();
    fixture.controllersFor(LONG);

    assertThat(deletes(fixture)).isEmpty();
  }

  @Test
  void a_group_whose_first_replica_became_ready_for_the_first_time_loses_only_the_breached_one() {
    SetFixture fixture = running(TWO_LEVELS);
    NavigableMap<String, String> before = fixture.cliqueUids();
    fixture.cluster.delete(fixture.clique("s-0-x-0-c"));
    fixture.controllersFor(SHORT);
    NavigableMap<String, String> again = fixture.cliqueUids();
    breach(fixture, "s-0-x-1-c", 0, 1, 2);
    // The new replica 0 becomes available while nobody looks.
    fixture.nodes.bindAll();
    fixture
        .cluster
        .all(Pod.class)
        .filter(pod -> isOf(pod, "s-0-x-0-c"))
        .forEach(fixture.nodes::start);
    fixture.cluster.advance(LONG);

    fixture.setPass();
    int bySet = deletes(fixture).size();
    fixture.controllersFor(SHORT);

    assertThat(remade(before, again)).containsExactly("s-0-x-0-c");
    assertThat(bySet).isZero();
    assertThat(fixture.status().replicaDeletions()).isEmpty();
    assertThat(remade(again, fixture.cliqueUids())).containsExactly("s-0-x-1-b", "s-0-x-1-c");
  }

  private static boolean isOf(Pod pod, String clique) {
    return pod.getMetadata().getName().startsWith(clique + "-");
  }

  @Test
  void a_pod_that_is_ready_at_the_look_and_lost_right_after_it_begins_a_new_delay() {
    SetFixture fixture = running(TWO_LEVELS);
    breach(fixture, "s-0-a", 1);
    heal(fixture);
    fixture.cluster.advance(LONG);
    fixture.setPass();
    stall(fixture, "s-0-a", 1);
    Instant lost = fixture.cluster.clock().instant();

    // No PodClique has heard of it: the stored condition has been True all the time.
    fixture.setFor(Duration.ofSeconds(10));
    int early = deletes(fixture).size();
    fixture.setFor(Duration.ofSeconds(2));

    assertThat(early).isZero();
    assertThat(deletes(fixture)).hasSize(5);
    assertThat(only(fixture.status().replicaDeletions()))
        .returns(lost.plusSeconds(1), ReplicaDeletion::since);
  }

  @Test
  void a_breach_that_healed_and_came_again_while_nobody_looked_counts_from_its_second_beginning() {
    SetFixture fixture = running(TWO_LEVELS);
    breach(fixture, "s-0-a", 1);
    heal(fixture);
    fixture.cluster.advance(LONG);
    stall(fixture, "s-0-a", 0);
    Instant lost = fixture.cluster.clock().instant();
    fixture.cluster.advance(Duration.ofSeconds(2));

    fixture.controllersFor(Duration.ofSeconds(8));
    int early = deletes(fixture).size();
    fixture.controllersFor(Duration.ofSeconds(4));

    assertThat(early).isZero();
    assertThat(deletes(fixture)).hasSize(5);
    assertThat(only(fixture.status().replicaDeletions()).since()).isAfter(lost);
  }

  @Test
  void a_second_loss_during_a_breach_does_not_begin_it_anew() {
    SetFixture fixture = running(TWO_LEVELS);
    breach(fixture, "s-0-a", 1);
    Instant first = fixture.cluster.clock().instant().minus(SHORT);
    breach(fixture, "s-0-a", 0);

    fixture.controllersFor(Duration.ofSeconds(5));

    assertThat(only(fixture.status().replicaDeletions()).since())
        .isBetween(first, first.plusSeconds(1));
  }

  @Test
  void a_pod_that_goes_without_ever_having_been_ready_does_not_begin_a_breach_anew() {
    SetFixture fixture = running(TWO_LEVELS);
    kill(fixture, "s-0-a", 1);
    fixture.controllersFor(SHORT);
    Instant first = fixture.cluster.clock().instant().minus(SHORT);
    // Its node has taken it and does not answer.
    fixture.nodes.bindAll();
    fixture.cluster.advance(Duration.ofSeconds(4));
    kill(fixture, "s-0-a", 1);

    fixture.controllersFor(Duration.ofSeconds(5));

    assertThat(only(fixture.status().replicaDeletions()).since())
        .isBetween(first, first.plusSeconds(1));
  }

  @Test
  void a_loss_in_a_replica_that_never_was_whole_does_not_begin_the_breach_of_its_group_anew() {
    SetFixture fixture = running(TWO_LEVELS);
    fixture.cluster.delete(fixture.clique("s-0-x-0-c"));
    fixture.controllersFor(SHORT);
    Instant first = fixture.cluster.clock().instant();
    breach(fixture, "s-0-x-1-c", 0, 1, 2);
    fixture.cluster.advance(SHORT);
    stall(fixture, "s-0-x-0-b", 0);

    fixture.controllersFor(Duration.ofSeconds(6));

    assertThat(only(fixture.status().replicaDeletions()).since())
        .isBetween(first, first.plusSeconds(1));
  }

  @Test
  void what_the_pods_refute_is_looked_at_ever_more_rarely_while_nobody_corrects_it() {
    SetFixture fixture = running(TWO_LEVELS);
    breach(fixture, "s-0-a", 1);
    heal(fixture);
    fixture.cluster.advance(LONG);
    long earlier = fixture.reads();

    fixture.setFor(Duration.ofMinutes(2));

    // After 0, 1, 3, 7, 15, 31, 61 and 91 seconds, and once more at the end.
    assertThat(fixture.reads() - earlier).isEqualTo(9);
    assertThat(deletes(fixture)).isEmpty();
  }
}
