package dev.coppice.simulator.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.status.DeletedPodClique;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.group.PodCliqueScalingGroupPlanner;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Memory;
import dev.coppice.core.plan.Observed;
import dev.coppice.core.plan.Pass;
import dev.coppice.core.plan.Purpose;
import dev.coppice.core.plan.Snapshot;
import dev.coppice.core.plan.SnapshotBuilder;
import dev.coppice.core.termination.TerminationSettings;
import dev.coppice.core.validity.Validity;
import dev.coppice.simulator.model.ModelViews;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StaleTeardownScenarioTest {

  private final GroupScene scene = new GroupScene();

  private ReplicaDeletion record(int replica) {
    PodClique leader = scene.clique(replica + "-leader");
    return new ReplicaDeletion(
        replica,
        ReplicaDeletion.TEMPLATE_CHANGED,
        leader.getMetadata().getName(),
        0,
        0,
        null,
        scene.cluster.clock().instant(),
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
        scene
            .group()
            .withStatus(
                PodCliqueScalingGroupStatusBuilder.builder(scene.status())
                    .replicaDeletions(List.of(records))
                    .build());
    scene.cluster.apply(
        new Action.PutStatus(written, false, Purpose.unannounced("ERR", "did", "thing")));
  }

  @Test
  void looks_up_all_that_is_being_torn_down_at_once_when_the_cache_shows_only_a_part_of_it_gone() {
    scene.pass();
    scene.everythingRuns();
    scene.pass();
    PodClique unheard = scene.clique("1-leader");
    record(record(0), record(1));
    scene.cluster.delete(scene.clique("0-leader"));
    scene.cluster.delete(unheard);
    Snapshot<PodCliqueScalingGroup> seen =
        new ModelViews(scene.cluster)
            .group(GroupScene.NAMESPACE, GroupScene.NAME, Memory.none())
            .orElseThrow();
    Snapshot<PodCliqueScalingGroup> late =
        SnapshotBuilder.builder(seen)
            .observed(
                Observed.of(Stream.concat(seen.observed().all(), Stream.of(unheard)).toList()))
            .build();
    int earlier = scene.writes();

    Pass.run(
        new PodCliqueScalingGroupPlanner(Validity.standard(), TerminationSettings.DEFAULTS),
        late,
        scene.cluster.clock(),
        scene.cluster::apply);

    // A look at both, word that both are gone, a look at the set, two new members, the status.
    assertThat(scene.writesSince(earlier))
        .extracting(action -> action.getClass().getSimpleName())
        .containsExactly("Read", "PutStatus", "Read", "Create", "Create", "PutStatus");
  }
}
