package dev.coppice.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodFailure;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.LastError;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Answer;
import dev.coppice.core.plan.Pass;
import dev.coppice.core.plan.Purpose;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodCliquePlannerScenarioTest {

  @Test
  void creates_no_pod_and_reports_nothing_before_the_gang_exists() {
    CliqueScene scene = new CliqueScene(3, 2);

    Pass.Result<PodClique> result = scene.pass();

    assertThat(scene.actions()).isEmpty();
    assertThat(result.nextLook()).isNull();
  }

  @Test
  void does_not_take_the_gang_of_a_dead_set_for_its_own() {
    CliqueScene scene = new CliqueScene(3, 2);
    PodCliqueSet dead = new PodCliqueSet();
    dead.setMetadata(new ObjectMetaBuilder().withName("llm").withUid("uid-dead").build());
    scene.createGang(dead);

    scene.pass();

    assertThat(scene.actions()).isEmpty();
  }

  @Test
  void does_not_fill_a_gang_that_is_going() {
    CliqueScene scene = new CliqueScene(3, 2);
    scene.createGang();
    scene.cluster.change(
        scene.gang(),
        gang -> {
          gang.getMetadata().setFinalizers(List.of("example.com/hold"));
          return gang;
        });
    scene.cluster.delete(scene.gang());

    scene.pass();

    assertThat(scene.pods()).isEmpty();
  }

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
  void tells_later_creations_but_not_the_first() {
    CliqueScene scene = CliqueScene.running(2, 1);
    scene.cluster.delete(scene.pod(1));

    scene.pass();

    assertThat(creations(scene))
        .extracting(Purpose::successReason)
        .containsExactly(null, null, EventReasons.POD_CREATE_SUCCESSFUL);
  }

  private static List<Purpose> creations(CliqueScene scene) {
    return scene.cluster.journal().stream()
        .map(Answer::action)
        .filter(Action.Create.class::isInstance)
        .map(Action::purpose)
        .toList();
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
    assertThat(result.statusUnwritten()).isTrue();
    assertThat(result.nextLook()).isEqualTo(CliqueScene.START.plusMillis(500));
    scene.loop.runFor(Duration.ofMillis(500));
    assertThat(scene.status().readyReplicas()).isEqualTo(3);
  }

  @Test
  void replaces_a_deleted_pod_at_its_index_under_another_name() {
    CliqueScene scene = CliqueScene.running(3, 2);
    Pod lost = scene.pod(1);
    scene.cluster.delete(lost);

    scene.pass();

    assertThat(scene.liveIndices()).containsExactly(0, 1, 2);
    assertThat(scene.pod(1).getMetadata().getName()).isNotEqualTo(lost.getMetadata().getName());
    assertThat(scene.pod(1).getSpec().getHostname()).isEqualTo(lost.getSpec().getHostname());
    assertThat(scene.references())
        .containsExactlyInAnyOrderElementsOf(
            scene.pods().filter(PodState::live).map(PodState::name).toList());
  }

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
  void deletes_the_pods_of_a_dead_owner_and_then_creates_its_own_without_waiting() {
    CliqueScene scene = new CliqueScene(2, 1);
    scene.createGang();
    scene.nodes.bind(scene.addPod("llm-0-prefill-0-old", 0, CliqueScene.deadClique()));

    scene.pass();

    assertThat(scene.actions()).startsWith("delete Pod", "create Pod", "create Pod");
    assertThat(scene.pods()).hasSize(3);
    assertThat(scene.status().replicas()).isEqualTo(2);
  }

  @Test
  void creates_nothing_while_a_pod_of_a_dead_owner_cannot_be_deleted() {
    CliqueScene scene = new CliqueScene(2, 1);
    scene.createGang();
    scene.addPod("llm-0-prefill-0-old", 0, CliqueScene.deadClique());
    scene.cluster.refuse(Action.Delete.class::isInstance, 403, "pods is forbidden");

    Pass.Result<PodClique> result = scene.pass();

    assertThat(scene.pods()).hasSize(1);
    assertThat(result.mustRetry()).isTrue();
    assertThat(scene.status().lastErrors())
        .extracting(LastError::code)
        .containsExactly(ErrorCodes.DELETE_POD);
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

  @Test
  void keeps_one_of_two_pods_at_an_index() {
    CliqueScene scene = CliqueScene.running(2, 1);
    scene.addPod("twin", 1, scene.clique());

    scene.pass();

    assertThat(scene.pods().map(PodState::name)).hasSize(2).doesNotContain("twin");
    assertThat(scene.liveIndices()).containsExactly(0, 1);
  }

  @Test
  void removes_the_finalizer_of_grove_and_leaves_the_pods_to_garbage_collection() {
    CliqueScene scene = CliqueScene.running(2, 1);
    scene.cluster.change(
        scene.clique(),
        seen -> {
          PodClique held = new PodClique();
          held.setSpec(seen.getSpec());
          held.setMetadata(
              new ObjectMetaBuilder(seen.getMetadata())
                  .withFinalizers("grove.io/podclique.grove.io")
                  .build());
          return held;
        });
    scene.cluster.delete(scene.clique());
    int earlier = scene.actions().size();

    scene.pass();

    assertThat(scene.actionsSince(earlier)).containsExactly("patch PodClique");
    assertThat(scene.cluster.all(PodClique.class)).isEmpty();
    assertThat(scene.pods()).allMatch(PodState::terminating);
  }

  @Test
  void gives_way_to_a_pod_of_its_name_that_is_still_going() {
    CliqueScene scene = new CliqueScene(1, 1);
    scene.createGang();
    scene.pass();
    Pod first = scene.pod(0);
    scene.nodes.bindAll();
    scene.cluster.delete(scene.pod(0));

    scene.pass();

    assertThat(scene.liveIndices()).containsExactly(0);
    assertThat(scene.pods()).hasSize(2);
    assertThat(scene.pod(0).getMetadata().getName()).isNotEqualTo(first.getMetadata().getName());
  }
}
