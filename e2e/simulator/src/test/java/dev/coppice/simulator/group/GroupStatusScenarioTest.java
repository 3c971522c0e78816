package dev.coppice.simulator.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.group.PodCliqueScalingGroupStatus;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class GroupStatusScenarioTest {

  private final GroupFixture fixture = new GroupFixture();

  private Condition available() {
    return Conditions.find(fixture.status().conditions(), ConditionTypes.AVAILABLE).orElseThrow();
  }

  private void settle() {
    fixture.reconcile();
    fixture.cluster.advance(Duration.ofSeconds(1));
    fixture.reconcile();
  }

  @Test
  void says_at_once_what_is_asked_for_and_whom_it_selects() {
    fixture.reconcile();

    assertThat(fixture.status())
        .returns(3, PodCliqueScalingGroupStatus::replicas)
        .returns(0, PodCliqueScalingGroupStatus::availableReplicas)
        .returns(1L, PodCliqueScalingGroupStatus::observedGeneration)
        .returns(
            "app.kubernetes.io/managed-by=grove-operator,app.kubernetes.io/part-of=llm,"
                + "coppice.dev/scale-unit=true,grove.io/podcliquescalinggroup=llm-1-decode",
            PodCliqueScalingGroupStatus::selector);
    assertThat(available())
        .returns("False", Condition::getStatus)
        .returns("InsufficientAvailable", Condition::getReason)
        .returns("0 of 3 replicas are available, 2 must be", Condition::getMessage);
  }

  @Test
  void is_available_with_its_minimum_of_replicas() {
    fixture.reconcile();
    fixture.report("0-leader", 1, 1);
    fixture.report("0-worker", 2, 2);
    fixture.report("1-leader", 1, 1);
    fixture.report("1-worker", 3, 2);
    fixture.report("2-leader", 1, 1);
    fixture.report("2-worker", 2, 1);

    fixture.reconcile();

    assertThat(fixture.status())
        .returns(3, PodCliqueScalingGroupStatus::scheduledReplicas)
        .returns(2, PodCliqueScalingGroupStatus::availableReplicas)
        .returns(2, PodCliqueScalingGroupStatus::updatedReplicas);
    assertThat(available())
        .returns("True", Condition::getStatus)
        .returns("2 of 3 replicas are available", Condition::getMessage);
  }

  @Test
  void needs_no_more_than_its_scale_when_that_is_below_the_minimum() {
    fixture.scale(1);
    fixture.reconcile();
    fixture.everythingRuns();

    fixture.reconcile();

    assertThat(available())
        .returns("True", Condition::getStatus)
        .returns(
            "1 of 1 replicas are available; scaled to 1, below minAvailable 2",
            Condition::getMessage);
  }

  @Test
  void counts_no_replica_of_which_a_clique_is_missing() {
    fixture.reconcile();
    fixture.everythingRuns();
    fixture.cluster.refuse(Action.Create.class::isInstance, 500, "no");
    fixture.cluster.delete(fixture.clique("0-leader"));

    fixture.reconcile();

    assertThat(fixture.status()).returns(2, PodCliqueScalingGroupStatus::availableReplicas);
    assertThat(fixture.status().lastErrors())
        .singleElement()
        .matches(error -> error.code().equals("ERR_CREATE_OR_UPDATE_PODCLIQUES"));
  }

  @Test
  void forgets_an_error_with_the_reconcile_that_succeeds() {
    fixture.cluster.refuse(Action.Create.class::isInstance, 403, "no");
    settle();
    assertThat(fixture.status().lastErrors()).hasSize(1);

    fixture.cluster.refuseNothing();
    settle();

    assertThat(fixture.status().lastErrors()).isEmpty();
  }

  @Test
  void takes_the_hash_of_the_set_when_nothing_of_another_template_is_left() {
    fixture.reconcile();
    assertThat(fixture.status().currentPodCliqueSetGenerationHash()).isNull();

    fixture.everythingRuns();
    fixture.reconcile();

    assertThat(fixture.status().currentPodCliqueSetGenerationHash())
        .isEqualTo(fixture.generationHash());
  }

  @Test
  void keeps_the_old_hash_until_its_members_have_reported_the_new_one() {
    fixture.reconcile();
    fixture.everythingRuns();
    fixture.reconcile();
    String old = fixture.generationHash();

    fixture.changeTemplate(GroupFixture.ON_DELETE_SET.replace("image: one", "image: two"));
    fixture.recordGenerationHash();
    settle();

    assertThat(fixture.status())
        .returns(old, PodCliqueScalingGroupStatus::currentPodCliqueSetGenerationHash)
        .returns(3, PodCliqueScalingGroupStatus::availableReplicas)
        .returns(0, PodCliqueScalingGroupStatus::updatedReplicas);
    fixture.everythingRuns();
    fixture.reconcile();
    assertThat(fixture.status().currentPodCliqueSetGenerationHash())
        .isEqualTo(fixture.generationHash())
        .isNotEqualTo(old);
  }

  @Test
  void does_not_run_ahead_of_the_hash_that_the_set_has_recorded() {
    fixture.changeTemplate(GroupFixture.SET.replace("image: one", "image: two"));
    fixture.reconcile();

    fixture.everythingRuns();
    fixture.reconcile();

    assertThat(fixture.status().currentPodCliqueSetGenerationHash()).isNull();
  }

  @Test
  void writes_at_once_what_others_wait_for_and_the_rest_after_a_while() {
    fixture.reconcile();
    fixture.everythingRuns();
    fixture.reconcile();
    int before = fixture.writes();

    fixture.report("2-worker", 3, 1);
    fixture.reconcile();
    assertThat(fixture.writesSince(before)).hasSize(1);
    assertThat(fixture.loop.requeueAt()).isPresent();
    fixture.report("1-worker", 3, 1);
    fixture.reconcile();

    assertThat(fixture.writesSince(before)).hasSize(3);
    assertThat(fixture.status()).returns(1, PodCliqueScalingGroupStatus::availableReplicas);
    assertThat(available()).returns("False", Condition::getStatus);
  }

  @Test
  void warns_when_it_loses_every_scheduled_replica() {
    fixture.reconcile();
    fixture.everythingRuns();
    fixture.reconcile();

    fixture.cliques().forEach(clique -> fixture.report(clique, 0, 0));
    fixture.reconcile();

    assertThat(fixture.cluster.events())
        .singleElement()
        .matches(event -> event.reason().equals(EventReasons.ALL_SCHEDULED_REPLICAS_LOST))
        .matches(event -> event.message().equals("no replica is scheduled any more, 3 were"));
  }

  @Test
  void rests_when_nothing_changes() {
    fixture.reconcile();
    fixture.everythingRuns();
    settle();
    int before = fixture.writes();

    settle();

    assertThat(fixture.writesSince(before)).isEmpty();
    assertThat(fixture.loop.requeueAt()).isEmpty();
  }
}
