package dev.coppice.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.faults.ExclusiveFlows;
import dev.coppice.faults.FaultEnumeration;
import dev.coppice.faults.FaultKind;
import dev.coppice.faults.FaultReport;
import dev.coppice.faults.FaultRig;
import dev.coppice.faults.Flow;
import dev.coppice.faults.HealingFlows;
import dev.coppice.faults.Places;
import dev.coppice.faults.StandaloneFlows;
import dev.coppice.faults.TeardownFlows;
import dev.coppice.faults.TreeFlows;
import dev.coppice.faults.UpdateFlows;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A sample of what {@code hack/faults} does in full. */
class FaultsIT {

  private static FaultRig rig;

  @BeforeAll
  static void start() {
    rig = FaultRig.start(Path.of("target", "faults"));
  }

  @AfterAll
  static void stop() {
    rig.close();
  }

  @Test
  void ends_the_same_wherever_it_is_killed_or_cut_off() {
    FaultReport report =
        sample(
            new Places.Spread(1),
            List.of(StandaloneFlows.CREATE),
            FaultKind.KILL_BEFORE,
            FaultKind.KILL_AFTER,
            FaultKind.DROP,
            FaultKind.EXPIRE_STREAM);

    assertThat(report.broken()).isEmpty();
    assertThat(report.kills()).isPositive();
  }

  @Test
  void puts_a_tree_with_scaling_groups_back_wherever_it_is_killed() {
    FaultReport report =
        sample(new Places.Spread(1), List.of(TreeFlows.SCALE_GROUP), FaultKind.KILL_AFTER);

    assertThat(report.broken()).isEmpty();
    assertThat(report.kills()).isPositive();
  }

  @Test
  void ends_a_teardown_as_it_was_begun_wherever_it_is_killed() {
    // The record is written and some of what it lists is deleted.
    Places amidDeletions = new Places.Only(List.of(8));

    FaultReport report =
        sample(amidDeletions, List.of(TeardownFlows.SET_REPLICA), FaultKind.KILL_AFTER);

    assertThat(report.broken()).isEmpty();
    assertThat(report.kills()).isPositive();
  }

  @Test
  void tears_nothing_down_that_heals_while_it_is_away_whenever_it_was_killed() {
    // What the PodCliques report is being written.
    Places amidReports = new Places.Only(List.of(3));

    FaultReport report =
        sample(amidReports, List.of(HealingFlows.WHILE_AWAY), FaultKind.KILL_AFTER);

    assertThat(report.broken()).isEmpty();
    assertThat(report.kills()).isPositive();
  }

  @Test
  void takes_nothing_twice_for_an_update_when_it_is_killed() {
    // The first indices have been recorded, their pods and replicas are just on their way out.
    Places amidReplacements = new Places.Only(List.of(12));

    FaultReport report =
        sample(amidReplacements, List.of(UpdateFlows.ROLLING), FaultKind.KILL_AFTER);

    assertThat(report.broken()).isEmpty();
    assertThat(report.kills()).isPositive();
  }

  @Test
  void brings_a_lost_group_into_one_domain_when_it_is_killed() {
    // It has been written down that the group is nowhere; its pods are on their way back.
    Places amidSearch = new Places.Only(List.of(8));

    FaultReport report =
        sample(amidSearch, List.of(ExclusiveFlows.LOSE_GROUP), FaultKind.KILL_AFTER);

    assertThat(report.broken()).isEmpty();
    assertThat(report.kills()).isPositive();
  }

  private static FaultReport sample(Places places, List<Flow> flows, FaultKind... kinds) {
    FaultReport report =
        new FaultEnumeration(rig, List.of(kinds), places, System.out::println).run(flows);
    System.out.println(report.summary());
    return report;
  }
}
