package dev.coppice.e2e;

import static dev.coppice.e2e.Updates.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.junit.Moment;
import dev.coppice.testkit.junit.SideBySide;
import dev.coppice.testkit.junit.Soak;
import dev.coppice.testkit.nodes.SimAnnotations;
import java.time.Duration;

/** The scenarios of Grove in which a set is scaled before or during a rolling update. */
class ScaledUpdateIT extends UpdateScenarios {

  ScaledUpdateIT() {
    super(Workload.WORKLOAD1);
  }

  @Soak
  @SideBySide
  void ru11_a_replica_that_is_added_in_the_middle_is_new_from_the_start(Moment moment) {
    workload.start(30, 2, SimAnnotations.STOP_DELAY + ": 5s");

    workload.change("pc-a");
    await()
        .pollInterval(Duration.ofMillis(20))
        .until(() ->
            Sets.set(workload.client(), workload.set()).statusOrEmpty().updateProgress() != null);
    moment.arrive();
    workload.scaleSet(3);

    workload.awaitUpdated(30, "pc-a");
    assertThat(workload.asked()).hasSize(4);
    workload.assertOneAtATime();
  }

  @Soak
  @SideBySide
  void ru12_a_replica_that_is_taken_away_while_it_is_updated_does_not_hold_the_slot(Moment moment) {
    workload.start(30, 2);

    workload.changeAll();
    workload.awaitSlot(1);
    moment.arrive();
    workload.scaleSet(1);

    workload.awaitAllUpdated(10);
    workload.assertOneAtATime();
  }

  @Soak
  @SideBySide
  void ru13_a_replica_is_taken_away_when_the_last_one_is_updated(Moment moment) {
    workload.start(20, 2);

    workload.changeAll();
    workload.awaitSlot(1);
    await().atMost(PATIENCE).until(() -> !workload.slots().contains(1));
    moment.arrive();
    workload.scaleSet(1);

    workload.awaitAllUpdated(10);
    workload.assertOneAtATime();
  }

  @Soak
  @SideBySide
  void ru14_a_group_is_scaled_out_in_the_middle(Moment moment) {
    workload.start(28, 2);

    workload.changeAll();
    workload.awaitSlot(0);
    moment.arrive();
    workload.scaleGroups(3);

    workload.awaitAllUpdated(28);
    assertThat(workload.asked()).hasSize(20);
    workload.assertOneAtATime();
  }

  @Soak
  @SideBySide
  void ru15_a_group_is_scaled_out_just_before(Moment moment) {
    workload.start(28, 2);

    workload.scaleGroups(3);
    moment.arrive();
    workload.changeAll();

    workload.awaitAllUpdated(28);
    workload.assertOneAtATime();
  }

  @Soak
  @SideBySide
  void ru16_a_group_is_scaled_in_in_the_middle(Moment moment) {
    workload.start(28, 2);
    workload.scaleGroups(3);
    workload.awaitReady(28);

    workload.changeAll();
    workload.awaitSlot(0);
    moment.arrive();
    workload.scaleGroups(2);

    workload.awaitAllUpdated(20);
    workload.assertOneAtATime();
  }

  @Soak
  @SideBySide
  void ru17_a_group_is_scaled_in_just_before(Moment moment) {
    workload.start(28, 2);
    workload.scaleGroups(3);
    workload.awaitReady(28);

    workload.scaleGroups(2);
    moment.arrive();
    workload.changeAll();

    workload.awaitAllUpdated(20);
    workload.assertOneAtATime();
  }

  @Soak
  @SideBySide
  void ru18_a_clique_is_scaled_out_in_the_middle(Moment moment) {
    workload.start(24, 2);

    workload.changeAll();
    workload.awaitSlot(0);
    moment.arrive();
    workload.scaleCliques(4);

    workload.awaitAllUpdated(24);
    workload.assertOneAtATime();
  }

  @Soak
  @SideBySide
  void ru19_a_clique_is_scaled_out_just_before(Moment moment) {
    workload.start(24, 2);

    workload.scaleCliques(4);
    moment.arrive();
    workload.changeAll();

    workload.awaitAllUpdated(24);
    workload.assertOneAtATime();
  }

  @Soak
  @SideBySide
  void ru20_a_clique_is_scaled_in_in_the_middle(Moment moment) {
    workload.start(22, 2);
    workload.scaleCliques(3);
    workload.awaitReady(22);

    workload.changeAll();
    workload.awaitSlot(0);
    moment.arrive();
    workload.scaleCliques(2);

    workload.awaitAllUpdated(20);
    workload.assertOneAtATime();
  }

  @Soak
  @SideBySide
  void ru21_a_clique_is_scaled_in_just_before(Moment moment) {
    workload.start(22, 2);
    workload.scaleCliques(3);
    workload.awaitReady(22);

    workload.scaleCliques(2);
    moment.arrive();
    workload.changeAll();

    workload.awaitAllUpdated(20);
    workload.assertOneAtATime();
  }
}
