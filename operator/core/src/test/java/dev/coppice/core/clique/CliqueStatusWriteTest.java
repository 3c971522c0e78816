package dev.coppice.core.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.clique.PodCliqueUpdateProgressBuilder;
import dev.coppice.api.clique.PodFailure;
import dev.coppice.api.status.LastError;
import dev.coppice.core.pod.TestPod;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CliqueStatusWriteTest {

  private static final int MINIMUM = 3;
  private static final PodCliqueStatus STORED =
      PodCliqueStatusBuilder.builder()
          .observedGeneration(1L)
          .replicas(6)
          .readyReplicas(4)
          .scheduledReplicas(4)
          .updatedReplicas(4)
          .currentPodTemplateHash("v1-a")
          .wasAvailable(false)
          .metMinimum(2)
          .conditions(
              List.of(
                  Conditions.of(ConditionTypes.MIN_AVAILABLE_BREACHED, false, "r", "4", 1),
                  Conditions.of(ConditionTypes.AVAILABLE, true, "r", "4", 1),
                  Conditions.of(ConditionTypes.POD_CLIQUE_SCHEDULED, true, "r", "4", 1)))
          .build();

  static Stream<Arguments> changes() {
    return Stream.of(
        change("nothing", false, next -> {}),
        change("more ready above the minimum", false, next -> next.readyReplicas(6)),
        change("fewer ready down to the minimum", false, next -> next.readyReplicas(3)),
        change("ready below the minimum", true, next -> next.readyReplicas(2)),
        change("more scheduled above the minimum", false, next -> next.scheduledReplicas(6)),
        change("scheduled below the minimum", true, next -> next.scheduledReplicas(2)),
        change("replicas", false, next -> next.replicas(5)),
        change("gated", false, next -> next.scheduleGatedReplicas(1)),
        change("generation", false, next -> next.observedGeneration(2L)),
        change("another hash", true, next -> next.currentPodTemplateHash("v1-b")),
        change("members that cannot be placed", true, next -> next.boundOutside("llm-0-x")),
        change("fewer outdated", false, next -> next.updatedReplicas(5)),
        change("the last outdated gone", true, next -> next.updatedReplicas(6)),
        change(
            "a message", false, next -> next.conditions(with(ConditionTypes.AVAILABLE, true, "5"))),
        change(
            "Available flips",
            true,
            next -> next.conditions(with(ConditionTypes.AVAILABLE, false, "2"))),
        change(
            "PodCliqueScheduled flips",
            false,
            next -> next.conditions(with(ConditionTypes.POD_CLIQUE_SCHEDULED, false, "2"))),
        change(
            "MinAvailableBreached flips",
            true,
            next -> next.conditions(with(ConditionTypes.MIN_AVAILABLE_BREACHED, true, "2"))),
        change(
            "the reason why there is no breach",
            false,
            next -> next.conditions(with(ConditionTypes.MIN_AVAILABLE_BREACHED, false, "5"))),
        change(
            "an update begins",
            true,
            next ->
                next.updateProgress(
                    PodCliqueUpdateProgressBuilder.builder()
                        .updateStartedAt(TestPod.EPOCH)
                        .podCliqueSetGenerationHash("v1-b")
                        .podTemplateHash("v1-b")
                        .build())),
        change("available for the first time", true, next -> next.wasAvailable(true)),
        change("a minimum met", true, next -> next.metMinimum(3)),
        change(
            "an error",
            false,
            next -> next.lastErrors(List.of(new LastError("E", "no", TestPod.EPOCH)))),
        change(
            "a forgotten failure",
            false,
            next -> next.podFailures(List.of(new PodFailure(0, 1, TestPod.EPOCH, "a")))));
  }

  private static Arguments change(
      String name, boolean urgent, Consumer<PodCliqueStatusBuilder> change) {
    PodCliqueStatusBuilder next = PodCliqueStatusBuilder.builder(STORED);
    change.accept(next);
    return Arguments.of(name, next.build(), urgent);
  }

  private static List<Condition> with(String type, boolean status, String message) {
    return Conditions.set(
        STORED.conditions(), Conditions.of(type, status, "r", message, 1), TestPod.EPOCH);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changes")
  void hurries_only_for_what_somebody_waits_for(String name, PodCliqueStatus next, boolean urgent) {
    assertThat(CliqueStatusWrite.isUrgent(STORED, next, MINIMUM, true, false)).isEqualTo(urgent);
  }

  @Test
  void does_not_hurry_to_say_that_its_pods_are_scheduled_where_no_gang_waits_for_it() {
    PodCliqueStatus next = PodCliqueStatusBuilder.builder(STORED).scheduledReplicas(2).build();

    assertThat(CliqueStatusWrite.isUrgent(STORED, next, MINIMUM, false, false)).isFalse();
  }

  @Test
  void hurries_to_say_that_nothing_is_ready_any_more_while_the_set_updates() {
    PodCliqueStatus some = PodCliqueStatusBuilder.builder(STORED).readyReplicas(1).build();
    PodCliqueStatus none = PodCliqueStatusBuilder.builder(STORED).readyReplicas(0).build();

    assertThat(CliqueStatusWrite.isUrgent(some, none, MINIMUM, false, true)).isTrue();
    assertThat(CliqueStatusWrite.isUrgent(none, some, MINIMUM, false, true)).isTrue();
    assertThat(CliqueStatusWrite.isUrgent(some, none, MINIMUM, false, false)).isFalse();
  }

  @Test
  void hurries_for_the_first_status() {
    assertThat(CliqueStatusWrite.isUrgent(null, PodCliqueStatus.EMPTY, MINIMUM, false, false))
        .isTrue();
  }
}
