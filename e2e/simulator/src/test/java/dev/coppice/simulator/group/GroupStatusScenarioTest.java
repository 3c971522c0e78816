package dev.coppice.simulator.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.group.PodCliqueScalingGroupStatus;
import dev.coppice.core.plan.Action;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class GroupStatusScenarioTest {

  private final GroupScene scene = new GroupScene();

  private Condition available() {
    return Conditions.find(scene.status().conditions(), ConditionTypes.AVAILABLE).orElseThrow();
  }

  private void settle() {
    scene.pass();
    scene.cluster.advance(Duration.ofSeconds(1));
    scene.pass();
  }

  @Test
  void says_at_once_what_is_asked_for_and_whom_it_selects() {
    scene.pass();

    assertThat(scene.status())
        .returns(3, PodCliqueScalingGroupStatus::replicas)
        .returns(0, PodCliqueScalingGroupStatus::availableReplicas)
        .returns(1L, PodCliqueScalingGroupStatus::observedGeneration)
        .returns(
            "app.kubernetes.io/managed-by=grove-operator,app.kubernetes.io/part-of=llm,"
                + "grove.io/podcliquescalinggroup=llm-1-decode",
            PodCliqueScalingGroupStatus::selector);
    assertThat(available())
        .returns("False", Condition::getStatus)
        .returns("InsufficientAvailable", Condition::getReason)
        .returns("0 of 3 replicas are available, 2 must be", Condition::getMessage);
  }

  @Test
  void is_available_with_its_minimum_of_replicas() {
    scene.pass();
    scene.report("0-leader", 1, 1);
    scene.report("0-worker", 2, 2);
    scene.report("1-leader", 1, 1);
    scene.report("1-worker", 3, 2);
    scene.report("2-leader", 1, 1);
    scene.report("2-worker", 2, 1);

    scene.pass();

    assertThat(scene.status())
        .returns(3, PodCliqueScalingGroupStatus::scheduledReplicas)
        .returns(2, PodCliqueScalingGroupStatus::availableReplicas)
        .returns(2, PodCliqueScalingGroupStatus::updatedReplicas);
    assertThat(available())
        .returns("True", Condition::getStatus)
        .returns("2 of 3 replicas are available, 2 must be", Condition::getMessage);
  }

  @Test
  void needs_no_more_than_its_scale_when_that_is_below_the_minimum() {
    scene.scale(1);
    scene.pass();
    scene.everythingRuns();

    scene.pass();

    assertThat(available())
        .returns("True", Condition::getStatus)
        .returns("1 of 1 replicas are available, 1 must be", Condition::getMessage);
  }

  @Test
  void counts_no_replica_of_which_a_clique_is_missing() {
    scene.pass();
    scene.everythingRuns();
    scene.cluster.refuse(Action.Create.class::isInstance, 500, "no");
    scene.cluster.delete(scene.clique("0-leader"));

    scene.pass();

    assertThat(scene.status()).returns(2, PodCliqueScalingGroupStatus::availableReplicas);
    assertThat(scene.status().lastErrors())
        .singleElement()
        .matches(error -> error.code().equals("ERR_CREATE_OR_UPDATE_PODCLIQUES"));
  }

  @Test
  void forgets_an_error_with_the_pass_that_succeeds() {
    scene.cluster.refuse(Action.Create.class::isInstance, 403, "no");
    settle();
    assertThat(scene.status().lastErrors()).hasSize(1);

    scene.cluster.refuseNothing();
    settle();

    assertThat(scene.status().lastErrors()).isEmpty();
  }

  @Test
  void takes_the_hash_of_the_set_when_nothing_of_another_template_is_left() {
    scene.pass();
    assertThat(scene.status().currentPodCliqueSetGenerationHash()).isNull();

    scene.everythingRuns();
    scene.pass();

    assertThat(scene.status().currentPodCliqueSetGenerationHash())
        .isEqualTo(scene.generationHash());
  }

  @Test
  void keeps_the_old_hash_until_its_members_have_reported_the_new_one() {
    scene.pass();
    scene.everythingRuns();
    scene.pass();
    String old = scene.generationHash();

    scene.changeTemplate(GroupScene.ON_DELETE_SET.replace("image: one", "image: two"));
    scene.recordGenerationHash();
    settle();

    assertThat(scene.status())
        .returns(old, PodCliqueScalingGroupStatus::currentPodCliqueSetGenerationHash)
        .returns(3, PodCliqueScalingGroupStatus::availableReplicas)
        .returns(0, PodCliqueScalingGroupStatus::updatedReplicas);
    scene.everythingRuns();
    scene.pass();
    assertThat(scene.status().currentPodCliqueSetGenerationHash())
        .isEqualTo(scene.generationHash())
        .isNotEqualTo(old);
  }

  @Test
  void does_not_run_ahead_of_the_hash_that_the_set_has_recorded() {
    scene.changeTemplate(GroupScene.SET.replace("image: one", "image: two"));
    scene.pass();

    scene.everythingRuns();
    scene.pass();

    assertThat(scene.status().currentPodCliqueSetGenerationHash()).isNull();
  }

  @Test
  void writes_at_once_what_others_wait_for_and_the_rest_after_a_while() {
    scene.pass();
    scene.everythingRuns();
    scene.pass();
    int before = scene.writes();

    scene.report("2-worker", 3, 1);
    scene.pass();
    assertThat(scene.writesSince(before)).hasSize(1);
    assertThat(scene.loop.nextLook()).isPresent();
    scene.report("1-worker", 3, 1);
    scene.pass();

    assertThat(scene.writesSince(before)).hasSize(3);
    assertThat(scene.status()).returns(1, PodCliqueScalingGroupStatus::availableReplicas);
    assertThat(available()).returns("False", Condition::getStatus);
  }

  @Test
  void warns_when_it_loses_every_scheduled_replica() {
    scene.pass();
    scene.everythingRuns();
    scene.pass();

    scene.cliques().forEach(clique -> scene.report(clique, 0, 0));
    scene.pass();

    assertThat(scene.cluster.events())
        .singleElement()
        .matches(event -> event.reason().equals(EventReasons.ALL_SCHEDULED_REPLICAS_LOST))
        .matches(event -> event.message().equals("no replica is scheduled any more, 3 were"));
  }

  @Test
  void rests_when_nothing_changes() {
    scene.pass();
    scene.everythingRuns();
    settle();
    int before = scene.writes();

    settle();

    assertThat(scene.writesSince(before)).isEmpty();
    assertThat(scene.loop.nextLook()).isEmpty();
  }
}
