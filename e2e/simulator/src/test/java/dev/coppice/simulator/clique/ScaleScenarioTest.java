package dev.coppice.simulator.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.status.Conditions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ScaleScenarioTest {

  @Test
  void scales_out_to_the_lowest_free_indices() {
    CliqueScene scene = CliqueScene.running(3, 1);
    scene.cluster.delete(scene.pod(1));
    scene.scale(4);

    scene.loop.runFor(Duration.ofSeconds(1));

    assertThat(scene.liveIndices()).containsExactly(0, 1, 2, 3);
    assertThat(scene.status().observedGeneration()).isEqualTo(2);
  }

  @Test
  void scales_in_by_uid_and_creates_nothing_afterwards() {
    CliqueScene scene = CliqueScene.running(4, 1);
    scene.nodes.stall(scene.pod(1));
    scene.scale(2);

    scene.pass();
    scene.nodes.finishTerminations();
    scene.loop.runFor(Duration.ofSeconds(1));

    assertThat(scene.pods()).hasSize(2);
    assertThat(scene.liveIndices()).doesNotContain(1);
    assertThat(scene.status().replicas()).isEqualTo(2);
  }

  @Test
  void lets_a_pod_keep_an_index_beyond_the_replicas() {
    CliqueScene scene = CliqueScene.running(3, 1);
    scene.nodes.stall(scene.pod(0));
    scene.scale(2);
    scene.pass();
    int earlier = scene.actions().size();

    scene.loop.runFor(Duration.ofMinutes(1));

    assertThat(scene.liveIndices()).containsExactly(1, 2);
    assertThat(scene.actionsSince(earlier)).doesNotContain("create Pod", "delete Pod");
  }

  @Test
  void is_available_with_no_pod_when_scaled_to_zero() {
    CliqueScene scene = CliqueScene.running(2, 2);
    scene.scale(0);

    scene.loop.runFor(Duration.ofSeconds(1));

    assertThat(scene.liveIndices()).isEmpty();
    assertThat(scene.status().replicas()).isZero();
    assertThat(Conditions.isTrue(scene.status().conditions(), ConditionTypes.AVAILABLE)).isTrue();
    assertThat(scene.cluster.events()).isEmpty();
  }

  @Test
  void keeps_one_of_two_pods_at_an_index() {
    CliqueScene scene = CliqueScene.running(2, 1);
    scene.addPod("twin", 1, scene.clique());

    scene.pass();

    assertThat(scene.pods().map(PodState::name)).hasSize(2).doesNotContain("twin");
    assertThat(scene.liveIndices()).containsExactly(0, 1);
  }
}
