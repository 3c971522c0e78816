package dev.coppice.simulator.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodFailure;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Pass;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndedPodsScenarioTest {

  @Test
  void counts_an_ended_pod_before_it_is_deleted_and_replaces_it_at_once() {
    CliqueScene scene = CliqueScene.running(2, 1);
    int earlier = scene.actions().size();
    Pod failed = scene.pod(1);
    scene.nodes.fail(failed);

    scene.pass();

    assertThat(scene.actionsSince(earlier))
        .startsWith("record PodClique", "delete Pod", "create Pod");
    assertThat(scene.status().podFailures())
        .containsExactly(new PodFailure(1, 1, CliqueScene.START, failed.getMetadata().getUid()));
    assertThat(scene.liveIndices()).containsExactly(0, 1);
  }

  @Test
  void counts_no_ended_pod_twice_when_the_operator_dies_before_the_delete() {
    CliqueScene scene = CliqueScene.running(2, 1);
    scene.nodes.fail(scene.pod(1));
    scene.cluster.refuse(Action.Delete.class::isInstance, 500, "connection lost");
    scene.pass();
    scene.cluster.refuseNothing();

    scene.pass();

    assertThat(scene.status().podFailures()).extracting(PodFailure::count).containsExactly(1);
    assertThat(scene.liveIndices()).containsExactly(0, 1);
  }

  @Test
  void backs_off_at_an_index_that_fails_again_and_again() {
    CliqueScene scene = CliqueScene.running(1, 1);
    List<Duration> waits = new ArrayList<>();

    for (int failure = 1; failure <= 8; failure++) {
      scene.nodes.fail(scene.pod(0));
      Instant failed = scene.cluster.clock().instant();
      scene.pass();
      while (scene.liveIndices().isEmpty()) {
        scene.loop.runFor(
            Duration.between(scene.cluster.clock().instant(), scene.loop.nextLook().orElseThrow()));
      }
      waits.add(Duration.between(failed, scene.cluster.clock().instant()));
    }

    assertThat(waits)
        .extracting(Duration::toSeconds)
        .containsExactly(0L, 10L, 20L, 40L, 80L, 160L, 300L, 300L);
  }

  @Test
  void fills_no_higher_index_while_a_lower_one_waits() {
    CliqueScene scene = CliqueScene.running(2, 1);
    scene.nodes.fail(scene.pod(0));
    scene.pass();
    scene.nodes.fail(scene.pod(0));

    Pass.Result<PodClique> result = scene.pass();

    assertThat(scene.liveIndices()).containsExactly(1);
    assertThat(scene.status().replicas()).isEqualTo(1);
    assertThat(result.nextLook()).isBeforeOrEqualTo(CliqueScene.START.plusSeconds(10));
    scene.loop.runFor(Duration.ofSeconds(10));
    assertThat(scene.liveIndices()).containsExactly(0, 1);
  }

  @Test
  void forgets_failures_when_the_index_has_been_ready_for_ten_minutes() {
    CliqueScene scene = CliqueScene.running(1, 1);
    scene.nodes.fail(scene.pod(0));
    scene.pass();
    scene.nodes.runAll();
    scene.loop.runFor(Duration.ofMinutes(9));
    assertThat(scene.status().podFailures()).hasSize(1);

    scene.loop.runFor(Duration.ofMinutes(2));

    assertThat(scene.status().podFailures()).isEmpty();
    assertThat(scene.loop.nextLook()).isEmpty();
  }
}
