package dev.coppice.simulator.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupSpecBuilder;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgress;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgressBuilder;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupBreachTest {

  private final GroupFixture fixture = new GroupFixture();

  private Condition breached() {
    return Conditions.find(fixture.status().conditions(), ConditionTypes.MIN_AVAILABLE_BREACHED)
        .orElseThrow();
  }

  private void replicas(int minAvailable, String... states) {
    fixture.change(
        PodCliqueScalingGroupSpecBuilder.builder(fixture.group().getSpec())
            .replicas(states.length)
            .minAvailable(minAvailable));
    fixture.reconcile();
    for (int i = 0; i < states.length; i++) {
      fixture.report(i + "-leader", 1, 1);
      switch (states[i]) {
        case "available" -> fixture.report(i + "-worker", 3, 2);
        case "new" -> fixture.report(i + "-worker", 0, 0);
        default -> {
          fixture.report(i + "-worker", 1, 1);
          fixture.breach(i + "-worker", fixture.cluster.clock().instant());
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # minAvailable | replicas | condition | message
          1 | available breached           | False | 1 of 2 replicas are available
          2 | available breached           | True  | 1 of 2 replicas are available, 2 must be; too few pods are ready in llm-1-decode-1-worker
          2 | available available breached | False | 2 of 3 replicas are available
          2 | available breached breached  | True  | 1 of 3 replicas are available, 2 must be; too few pods are ready in llm-1-decode-1-worker, llm-1-decode-2-worker
          # one that was made again is no breach of its own, but does not hide another loss
          1 | new available                | False | 1 of 2 replicas are available
          1 | new new                      | False | 0 of 2 replicas are available; none of their cliques has lost its minimum
          1 | new breached                 | True  | 0 of 2 replicas are available, 1 must be; too few pods are ready in llm-1-decode-1-worker
          # scaled below its minimum by hand
          2 | available                    | False | 1 of 1 replicas are available
          2 | breached                     | True  | 0 of 1 replicas are available, 1 must be; too few pods are ready in llm-1-decode-0-worker
          """)
  void is_breached_when_a_loss_leaves_fewer_replicas_than_its_minimum(
      int minAvailable, String states, String condition, String message) {
    replicas(minAvailable, states.split(" ", -1));

    fixture.reconcile();

    assertThat(breached())
        .returns(condition, Condition::getStatus)
        .returns(message, Condition::getMessage)
        .returns(
            condition.equals("True")
                ? "InsufficientAvailablePodCliqueScalingGroupReplicas"
                : "SufficientAvailablePodCliqueScalingGroupReplicas",
            Condition::getReason);
  }

  @Test
  void is_idle_when_it_is_asked_for_no_replicas() {
    replicas(1);

    fixture.reconcile();

    assertThat(breached())
        .returns("False", Condition::getStatus)
        .returns("Idle", Condition::getReason)
        .returns("0 of 0 replicas are available", Condition::getMessage);
  }

  @ParameterizedTest
  @CsvSource({"false, Unknown, UpdateInProgress", "true, True, Insuff"})
  void cannot_tell_while_its_update_runs(boolean ended, String condition, String reason) {
    replicas(2, "available", "breached");
    progress(ended);

    fixture.reconcile();

    assertThat(breached().getStatus()).isEqualTo(condition);
    assertThat(breached().getReason()).startsWith(reason);
  }

  private void progress(boolean ended) {
    PodCliqueScalingGroupUpdateProgress progress =
        PodCliqueScalingGroupUpdateProgressBuilder.builder()
            .updateStartedAt(Instant.EPOCH)
            .podCliqueSetGenerationHash("v1-new")
            .updateEndedAt(ended ? Instant.EPOCH : null)
            .build();
    PodCliqueScalingGroup written =
        fixture
            .group()
            .withStatus(
                PodCliqueScalingGroupStatusBuilder.builder(fixture.status())
                    .updateProgress(progress)
                    .build());
    fixture.cluster.apply(
        new Action.PutStatus(written, false, Purpose.unannounced("ERR", "did", "thing")));
  }

  @Test
  void rounds_the_start_up_and_keeps_it_while_more_is_lost() {
    replicas(2, "available", "breached", "available");
    fixture.reconcile();
    fixture.report("0-worker", 1, 1);
    fixture.breach("0-worker", fixture.cluster.clock().instant());
    fixture.cluster.advance(Duration.ofMillis(5_200));
    Instant began = fixture.cluster.clock().instant();
    fixture.reconcile();
    fixture.cluster.advance(Duration.ofSeconds(20));
    fixture.report("2-worker", 0, 0);
    fixture.breach("2-worker", fixture.cluster.clock().instant());
    fixture.reconcile();
    fixture.cluster.advance(Duration.ofSeconds(1));

    fixture.reconcile();

    assertThat(Instant.parse(breached().getLastTransitionTime()))
        .isEqualTo(Instant.ofEpochSecond(began.getEpochSecond() + 1));
    assertThat(fixture.status().availableReplicas()).isZero();
  }

  @Test
  void tells_a_flip_at_once() {
    replicas(2, "available", "available");
    fixture.reconcile();
    int earlier = fixture.writes();
    fixture.report("1-worker", 1, 1);
    fixture.breach("1-worker", fixture.cluster.clock().instant());

    fixture.reconcile();

    assertThat(
            fixture.writesSince(earlier).stream()
                .filter(action ->
                    action instanceof Action.PutStatus put
                        && put.object() instanceof PodCliqueScalingGroup))
        .hasSize(1);
    assertThat(List.of(breached().getStatus())).containsExactly("True");
  }
}
