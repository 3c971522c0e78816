package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueUpdateProgress;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgress;
import dev.coppice.core.plan.Action;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** A pass that scales in does nothing else for an update: what goes is more than enough. */
class ScaleInUpdateScenarioTest {

  private static final String CLIQUE = "s-0-a";
  private static final String GROUP = "s-0-x";

  private final UpdateScene update = UpdateScene.running();
  private final SetScene scene = update.scene();

  @Test
  void takes_no_pod_of_a_clique_in_the_pass_that_scales_it_in() {
    scene.scaleClique(CLIQUE, 4);
    scene.settle();
    update.changeImage("new", "a");
    scene.setPass();
    scene.cliquePasses();
    scene.setPass();
    scene.scaleClique(CLIQUE, 3);
    int before = scene.actions().size();

    scene.cliquePass(CLIQUE);

    assertThat(deletedSince(before, Pod.class)).isOne();
    assertThat(scene.clique(CLIQUE).statusOrEmpty().updateProgress()).isNull();

    scene.cliquePassThatIsDue(CLIQUE);

    assertThat(deletedSince(before, Pod.class)).isEqualTo(2);
    assertThat(progressOfClique().replacingIndexes()).hasSize(1);
  }

  @Test
  void replaces_no_pod_that_is_not_ready_in_the_pass_that_scales_its_clique_in() {
    scene.scaleClique(CLIQUE, 4);
    scene.settle();
    update.changeImage("new", "a");
    scene.setPass();
    scene.cliquePasses();
    scene.nodes.stall(scene.pod(CLIQUE, 2));
    scene.nodes.stall(scene.pod(CLIQUE, 3));
    scene.scaleClique(CLIQUE, 3);
    int before = scene.actions().size();

    scene.cliquePass(CLIQUE);

    assertThat(deletedSince(before, Pod.class)).isOne();

    scene.cliquePassThatIsDue(CLIQUE);

    assertThat(deletedSince(before, Pod.class)).isEqualTo(2);
  }

  @Test
  void ends_no_update_of_a_clique_in_the_pass_that_scales_it_in() {
    scene.scaleClique(CLIQUE, 4);
    scene.settle();
    update.changeImage("new", "a");
    runUntil(
        () -> update.live().filter(pod -> UpdateScene.isMadeFrom("new", CLIQUE, pod)).count() == 4);
    scene.nodes.runAll();
    scene.scaleClique(CLIQUE, 3);

    scene.cliquePass(CLIQUE);

    assertThat(progressOfClique().updateEndedAt()).isNull();

    scene.cliquePassThatIsDue(CLIQUE);

    assertThat(progressOfClique().updateEndedAt()).isNotNull();
  }

  @Test
  void takes_no_replica_of_a_group_in_the_pass_that_scales_it_in() {
    update.changeImage("new", "b");
    scene.setPass();
    scene.scaleGroup(GROUP, 2);
    int before = scene.actions().size();

    scene.groupPass(GROUP);

    assertThat(deletedSince(before, PodClique.class)).isEqualTo(2);
    assertThat(scene.group(GROUP).statusOrEmpty().replicaDeletions()).isEmpty();

    scene.groupPassThatIsDue(GROUP);

    assertThat(scene.group(GROUP).statusOrEmpty().replicaDeletions()).hasSize(1);
  }

  @Test
  void ends_no_update_of_a_group_in_the_pass_that_scales_it_in() {
    update.changeImage("new", "b");
    runUntil(
        () -> update.live().filter(pod -> UpdateScene.isMadeFrom("new", GROUP, pod)).count() == 3);
    scene.nodes.runAll();
    scene.cliquePasses();
    scene.scaleGroup(GROUP, 2);

    scene.groupPass(GROUP);

    assertThat(progressOfGroup().updateEndedAt()).isNull();

    scene.groupPassThatIsDue(GROUP);

    assertThat(progressOfGroup().updateEndedAt()).isNotNull();
  }

  private void runUntil(BooleanSupplier isSo) {
    for (int round = 0; !isSo.getAsBoolean(); round++) {
      assertThat(round).isLessThan(200);
      scene.nodes.runAll();
      scene.cluster.advance(Duration.ofSeconds(1));
      update.controllers();
    }
  }

  private long deletedSince(int count, Class<? extends HasMetadata> type) {
    return scene.actionsSince(count).stream()
        .filter(action -> action instanceof Action.Delete && action.target().type() == type)
        .count();
  }

  private PodCliqueUpdateProgress progressOfClique() {
    return scene.clique(CLIQUE).statusOrEmpty().updateProgress();
  }

  private PodCliqueScalingGroupUpdateProgress progressOfGroup() {
    PodCliqueScalingGroup group = scene.group(GROUP);
    return group.statusOrEmpty().updateProgress();
  }
}
