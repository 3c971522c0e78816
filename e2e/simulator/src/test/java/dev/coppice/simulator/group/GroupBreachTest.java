package dev.coppice.simulator.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupSpecBuilder;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgress;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgressBuilder;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Purpose;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupBreachTest {

  private final GroupScene scene = new GroupScene();

  private Condition breached() {
    return Conditions.find(scene.status().conditions(), ConditionTypes.MIN_AVAILABLE_BREACHED)
        .orElseThrow();
  }

  private void replicas(int minAvailable, String... states) {
    scene.change(
        PodCliqueScalingGroupSpecBuilder.builder(scene.group().getSpec())
            .replicas(states.length)
            .minAvailable(minAvailable));
    scene.pass();
    for (int i = 0; i < states.length; i++) {
      scene.report(i + "-leader", 1, 1);
      switch (states[i]) {
        case "available" -> scene.report(i + "-worker", 3, 2);
        case "new" -> scene.report(i + "-worker", 0, 0);
        default -> {
          scene.report(i + "-worker", 1, 1);
          scene.breach(i + "-worker", scene.cluster.clock().instant());
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
          1 | available breached           | False | 1 of 2 replicas are available, 1 must be
          2 | available breached           | True  | 1 of 2 replicas are available, 2 must be; too few pods are ready in llm-1-decode-1-worker
          2 | available available breached | False | 2 of 3 replicas are available, 2 must be
          2 | available breached breached  | True  | 1 of 3 replicas are available, 2 must be; too few pods are ready in llm-1-decode-1-worker, llm-1-decode-2-worker
          # one that was made again is no breach of its own, but does not hide another loss
          1 | new available                | False | 1 of 2 replicas are available, 1 must be
          1 | new new                      | False | 0 of 2 replicas are available, 1 must be
          1 | new breached                 | True  | 0 of 2 replicas are available, 1 must be; too few pods are ready in llm-1-decode-1-worker
          # scaled below its minimum by hand
          2 | available                    | False | 1 of 1 replicas are available, 1 must be
          2 | breached                     | True  | 0 of 1 replicas are available, 1 must be; too few pods are ready in llm-1-decode-0-worker
          """)
  void is_breached_when_a_loss_leaves_fewer_replicas_than_its_minimum(
      int minAvailable, String states, String condition, String message) {
    replicas(minAvailable, states.split(" ", -1));

    scene.pass();

    assertThat(breached())
        .returns(condition, Condition::getStatus)
        .returns(message, Condition::getMessage)
        .returns(
            condition.equals("True")
                ? "InsufficientAvailablePodCliqueScalingGroupReplicas"
                : "SufficientAvailablePodCliqueScalingGroupReplicas",
            Condition::getReason);
  }

  @ParameterizedTest
  @CsvSource({"false, Unknown, UpdateInProgress", "true, True, Insuff"})
  void cannot_tell_while_its_update_runs(boolean ended, String condition, String reason) {
    replicas(2, "available", "breached");
    progress(ended);

    scene.pass();

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
        scene
            .group()
            .withStatus(
                PodCliqueScalingGroupStatusBuilder.builder(scene.status())
                    .updateProgress(progress)
                    .build());
    scene.cluster.apply(
        new Action.PutStatus(written, false, Purpose.unannounced("ERR", "did", "thing")));
  }

  @Test
  void rounds_the_start_up_and_keeps_it_while_more_is_lost() {
    replicas(2, "available", "breached", "available");
    scene.pass();
    scene.report("0-worker", 1, 1);
    scene.breach("0-worker", scene.cluster.clock().instant());
    scene.cluster.advance(Duration.ofMillis(5_200));
    Instant began = scene.cluster.clock().instant();
    scene.pass();
    scene.cluster.advance(Duration.ofSeconds(20));
    scene.report("2-worker", 0, 0);
    scene.breach("2-worker", scene.cluster.clock().instant());
    scene.pass();
    scene.cluster.advance(Duration.ofSeconds(1));

    scene.pass();

    assertThat(Instant.parse(breached().getLastTransitionTime()))
        .isEqualTo(Instant.ofEpochSecond(began.getEpochSecond() + 1));
    assertThat(scene.status().availableReplicas()).isZero();
  }

  @Test
  void tells_a_flip_at_once() {
    replicas(2, "available", "available");
    scene.pass();
    int earlier = scene.writes();
    scene.report("1-worker", 1, 1);
    scene.breach("1-worker", scene.cluster.clock().instant());

    scene.pass();

    assertThat(
            scene.writesSince(earlier).stream()
                .filter(action ->
                    action instanceof Action.PutStatus put
                        && put.object() instanceof PodCliqueScalingGroup))
        .hasSize(1);
    assertThat(List.of(breached().getStatus())).containsExactly("True");
  }
}
