package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueUpdateProgress;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgress;
import dev.coppice.core.reconcile.Action;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** A reconcile that scales in does nothing else for an update: what goes is more than enough. */
class ScaleInUpdateScenarioTest {

  private static final String CLIQUE = "s-0-a";
  private static final String GROUP = "s-0-x";

  private final UpdateFixture update = UpdateFixture.running();
  private final SetFixture fixture = update.fixture();

  @Test
  void takes_no_pod_of_a_clique_in_the_reconcile_that_scales_it_in() {
    fixture.scaleClique(CLIQUE, 4);
    fixture.settle();
    update.changeImage("new", "a");
    fixture.setPass();
    fixture.cliquePasses();
    fixture.setPass();
    fixture.scaleClique(CLIQUE, 3);
    int before = fixture.actions().size();

    fixture.cliquePass(CLIQUE);

    assertThat(deletedSince(before, Pod.class)).isOne();
    assertThat(fixture.clique(CLIQUE).statusOrEmpty().updateProgress()).isNull();

    fixture.cliquePassThatIsDue(CLIQUE);

    assertThat(deletedSince(before, Pod.class)).isEqualTo(2);
    assertThat(progressOfClique().replacingIndexes()).hasSize(1);
  }

  @Test
  void replaces_no_pod_that_is_not_ready_in_the_reconcile_that_scales_its_clique_in() {
    fixture.scaleClique(CLIQUE, 4);
    fixture.settle();
    update.changeImage("new", "a");
    fixture.setPass();
    fixture.cliquePasses();
    fixture.nodes.stall(fixture.pod(CLIQUE, 2));
    fixture.nodes.stall(fixture.pod(CLIQUE, 3));
    fixture.scaleClique(CLIQUE, 3);
    int before = fixture.actions().size();

    fixture.cliquePass(CLIQUE);

    assertThat(deletedSince(before, Pod.class)).isOne();

    fixture.cliquePassThatIsDue(CLIQUE);

    assertThat(deletedSince(before, Pod.class)).isEqualTo(2);
  }

  @Test
  void ends_no_update_of_a_clique_in_the_reconcile_that_scales_it_in() {
    fixture.scaleClique(CLIQUE, 4);
    fixture.settle();
    update.changeImage("new", "a");
    runUntil(() ->
        update.live().filter(pod -> UpdateFixture.isMadeFrom("new", CLIQUE, pod)).count() == 4);
    fixture.nodes.runAll();
    fixture.scaleClique(CLIQUE, 3);

    fixture.cliquePass(CLIQUE);

    assertThat(progressOfClique().updateEndedAt()).isNull();

    fixture.cliquePassThatIsDue(CLIQUE);

    assertThat(progressOfClique().updateEndedAt()).isNotNull();
  }

  @Test
  void takes_no_replica_of_a_group_in_the_reconcile_that_scales_it_in() {
    update.changeImage("new", "b");
    fixture.setPass();
    fixture.scaleGroup(GROUP, 2);
    int before = fixture.actions().size();

    fixture.groupPass(GROUP);

    assertThat(deletedSince(before, PodClique.class)).isEqualTo(2);
    assertThat(fixture.group(GROUP).statusOrEmpty().replicaDeletions()).isEmpty();

    fixture.groupPassThatIsDue(GROUP);

    assertThat(fixture.group(GROUP).statusOrEmpty().replicaDeletions()).hasSize(1);
  }

  @Test
  void ends_no_update_of_a_group_in_the_reconcile_that_scales_it_in() {
    update.changeImage("new", "b");
    runUntil(() ->
        update.live().filter(pod -> UpdateFixture.isMadeFrom("new", GROUP, pod)).count() == 3);
    fixture.nodes.runAll();
    fixture.cliquePasses();
    fixture.scaleGroup(GROUP, 2);

    fixture.groupPass(GROUP);

    assertThat(progressOfGroup().updateEndedAt()).isNull();

    fixture.groupPassThatIsDue(GROUP);

    assertThat(progressOfGroup().updateEndedAt()).isNotNull();
  }

  private void runUntil(BooleanSupplier isSo) {
    for (int round = 0; !isSo.getAsBoolean(); round++) {
      assertThat(round).isLessThan(200);
      fixture.nodes.runAll();
      fixture.cluster.advance(Duration.ofSeconds(1));
      update.controllers();
    }
  }

  private long deletedSince(int count, Class<? extends HasMetadata> type) {
    return fixture.actionsSince(count).stream()
        .filter(action -> action instanceof Action.Delete && action.target().type() == type)
        .count();
  }

  private PodCliqueUpdateProgress progressOfClique() {
    return fixture.clique(CLIQUE).statusOrEmpty().updateProgress();
  }

  private PodCliqueScalingGroupUpdateProgress progressOfGroup() {
    PodCliqueScalingGroup group = fixture.group(GROUP);
    return group.statusOrEmpty().updateProgress();
  }
}
