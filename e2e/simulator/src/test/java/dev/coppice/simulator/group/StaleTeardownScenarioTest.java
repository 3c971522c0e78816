package dev.coppice.simulator.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.status.DeletedPodClique;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.group.PodCliqueScalingGroupPlanner;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Memory;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Reconcile;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.reconcile.SnapshotBuilder;
import dev.coppice.core.recreation.TerminationSettings;
import dev.coppice.simulator.model.ModelViews;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StaleTeardownScenarioTest {

  private final GroupFixture fixture = new GroupFixture();

  private ReplicaDeletion record(int replica) {
    PodClique leader = fixture.clique(replica + "-leader");
    return new ReplicaDeletion(
        replica,
        ReplicaDeletion.TEMPLATE_CHANGED,
        leader.getMetadata().getName(),
        0,
        0,
        null,
        fixture.cluster.clock().instant(),
        null,
        null,
        List.of(
            new DeletedPodClique(
                leader.getMetadata().getName(),
                leader.getMetadata().getUid(),
                leader.getSpec().replicas())));
  }

  private void record(ReplicaDeletion... records) {
    PodCliqueScalingGroup written =
        fixture
            .group()
            .withStatus(
                PodCliqueScalingGroupStatusBuilder.builder(fixture.status())
                    .replicaDeletions(List.of(records))
                    .build());
    fixture.cluster.apply(
        new Action.PutStatus(written, false, Purpose.unannounced("ERR", "did", "thing")));
  }

  @Test
  void looks_up_all_that_is_being_torn_down_at_once_when_the_cache_shows_only_a_part_of_it_gone() {
    fixture.reconcile();
    fixture.everythingRuns();
    fixture.reconcile();
    PodClique unheard = fixture.clique("1-leader");
    record(record(0), record(1));
    fixture.cluster.delete(fixture.clique("0-leader"));
    fixture.cluster.delete(unheard);
    Snapshot<PodCliqueScalingGroup> seen =
        new ModelViews(fixture.cluster)
            .group(GroupFixture.NAMESPACE, GroupFixture.NAME, Memory.none())
            .orElseThrow();
    Snapshot<PodCliqueScalingGroup> late =
        SnapshotBuilder.builder(seen)
            .observed(
                Observed.of(Stream.concat(seen.observed().all(), Stream.of(unheard)).toList()))
            .build();
    int earlier = fixture.writes();

    Reconcile.run(
        new PodCliqueScalingGroupPlanner(Validity.standard(), TerminationSettings.DEFAULTS),
        late,
        fixture.cluster.clock(),
        fixture.cluster::apply);

    // A look at both, word that both are gone, a look at the set, two new members, the status.
    assertThat(fixture.writesSince(earlier))
        .extracting(action -> action.getClass().getSimpleName())
        .containsExactly("Read", "PutStatus", "Read", "Create", "Create", "PutStatus");
  }
}
