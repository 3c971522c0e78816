package dev.coppice.simulator.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.status.LastError;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Pass;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.status.Conditions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PodStatusScenarioTest {

  @Test
  void reports_its_first_pods_in_the_pass_that_creates_them() {
    CliqueScene scene = new CliqueScene(3, 2);
    scene.createGang();

    scene.pass();

    assertThat(scene.liveIndices()).containsExactly(0, 1, 2);
    assertThat(scene.actions())
        .containsExactly("create Pod", "create Pod", "create Pod", "report PodClique");
    PodCliqueStatus status = scene.status();
    assertThat(status.replicas()).isEqualTo(3);
    assertThat(status.updatedReplicas()).isEqualTo(3);
    assertThat(status.observedGeneration()).isEqualTo(1);
    assertThat(status.currentPodTemplateHash()).isEqualTo("v1-aaaaaaaaaa");
    assertThat(Conditions.isTrue(status.conditions(), ConditionTypes.AVAILABLE)).isFalse();
  }

  @Test
  void rests_when_nothing_happens() {
    CliqueScene scene = CliqueScene.running(3, 2);
    scene.loop.runFor(Duration.ofMinutes(1));
    int earlier = scene.actions().size();

    scene.loop.runFor(Duration.ofHours(1));

    assertThat(scene.actionsSince(earlier)).isEmpty();
    assertThat(scene.loop.nextLook()).isEmpty();
  }

  @Test
  void writes_at_once_when_the_minimum_is_reached_and_later_when_more_become_ready() {
    CliqueScene scene = new CliqueScene(3, 1);
    scene.createGang();
    scene.pass();
    scene.nodes.bind(scene.pod(0));
    scene.nodes.start(scene.pod(0));
    scene.pass();
    assertThat(scene.status().readyReplicas()).isEqualTo(1);
    assertThat(Conditions.isTrue(scene.status().conditions(), ConditionTypes.AVAILABLE)).isTrue();
    scene.nodes.runAll();

    Pass.Result<PodClique> result = scene.pass();

    assertThat(scene.status().readyReplicas()).isEqualTo(1);
    assertThat(result.memory().unwrittenSince()).isNotNull();
    assertThat(result.nextLook()).isEqualTo(CliqueScene.START.plusMillis(500));
    scene.loop.runFor(Duration.ofMillis(500));
    assertThat(scene.status().readyReplicas()).isEqualTo(3);
  }

  @Test
  void warns_when_every_scheduled_pod_is_lost() {
    CliqueScene scene = CliqueScene.running(2, 1);
    scene.pods().map(PodState::pod).toList().forEach(scene.cluster::delete);

    scene.pass();

    assertThat(scene.cluster.events())
        .singleElement()
        .satisfies(event -> {
          assertThat(event.reason()).isEqualTo(EventReasons.ALL_SCHEDULED_REPLICAS_LOST);
          assertThat(event.warning()).isTrue();
        });
  }

  @Test
  void says_once_that_a_quota_forbids_pods_and_recovers() {
    CliqueScene scene = new CliqueScene(3, 1);
    scene.createGang();
    scene.cluster.refuse(Action.Create.class::isInstance, 403, "exceeded quota: pods");
    scene.pass();
    scene.pass();
    assertThat(scene.actions()).containsExactly("create Pod", "report PodClique", "create Pod");
    assertThat(scene.status().lastErrors())
        .extracting(LastError::description)
        .containsExactly("exceeded quota: pods");
    scene.cluster.refuseNothing();

    scene.pass();
    scene.loop.runFor(Duration.ofSeconds(1));

    assertThat(scene.liveIndices()).containsExactly(0, 1, 2);
    assertThat(scene.status().lastErrors()).isEmpty();
  }

  @Test
  void says_that_a_scheduler_is_not_enabled_without_trying_again() {
    CliqueScene scene = new CliqueScene(2, 1);
    scene.createGang();
    scene.schedulerName("volcano");

    Pass.Result<PodClique> result = scene.pass();

    assertThat(scene.pods()).isEmpty();
    assertThat(result.mustRetry()).isFalse();
    assertThat(scene.status().lastErrors())
        .singleElement()
        .satisfies(error -> {
          assertThat(error.code()).isEqualTo(ErrorCodes.BUILD_POD_RESOURCE);
          assertThat(error.description()).contains("volcano").contains("default-scheduler");
        });
  }
}
