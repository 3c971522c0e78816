package dev.coppice.core.state;

import static dev.coppice.core.state.ObjectState.AVAILABLE;
import static dev.coppice.core.state.ObjectState.ENDED;
import static dev.coppice.core.state.ObjectState.GATED;
import static dev.coppice.core.state.ObjectState.PENDING;
import static dev.coppice.core.state.ObjectState.READY;
import static dev.coppice.core.state.ObjectState.RUNNING;
import static dev.coppice.core.state.ObjectState.STARTING;
import static dev.coppice.core.state.ObjectState.TERMINATING;
import static dev.coppice.core.state.ObjectState.UNAVAILABLE;
import static dev.coppice.core.state.ObjectState.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ObjectStateTest {

  static Stream<Arguments> pods() {
    PodBuilder gated = pod("Pending").editSpec().addNewSchedulingGate("grove.io/gate").endSpec();
    PodBuilder bound = pod("Pending").editSpec().withNodeName("node-1").endSpec();
    return Stream.of(
        Arguments.of("says nothing", new PodBuilder().withNewMetadata().endMetadata(), PENDING),
        Arguments.of("no node", pod("Pending"), PENDING),
        Arguments.of("gated", gated, GATED),
        Arguments.of("bound", bound, STARTING),
        Arguments.of("said to be placed", pod("Pending", "PodScheduled"), STARTING),
        Arguments.of("runs", pod("Running", "PodScheduled"), RUNNING),
        Arguments.of("is Ready", pod("Running", "PodScheduled", "Ready"), READY),
        Arguments.of("lost its node", pod("Unknown", "PodScheduled", "Ready"), UNKNOWN),
        Arguments.of("failed", pod("Failed", "PodScheduled"), ENDED),
        Arguments.of("succeeded", pod("Succeeded", "PodScheduled"), ENDED),
        Arguments.of("goes", new PodBuilder(going(pod("Running", "Ready").build())), TERMINATING),
        Arguments.of(
            "has ended and goes", new PodBuilder(going(pod("Failed").build())), TERMINATING));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pods")
  void tells_the_state_of_a_pod(String name, PodBuilder pod, ObjectState state) {
    assertThat(ObjectState.of(pod.build())).isEqualTo(state).isIn(ObjectState.OF_PODS);
  }

  static Stream<Arguments> workloads() {
    return Stream.of("True", "False", "Unknown")
        .flatMap(status -> {
          List<Condition> said = List.of(available(status));
          ObjectState state = status.equals("True") ? AVAILABLE : UNAVAILABLE;
          return Stream.of(
              Arguments.of(status, ObjectState.of(set(said)), state),
              Arguments.of(status, ObjectState.of(group(said)), state),
              Arguments.of(status, ObjectState.of(clique(said)), state),
              Arguments.of(status, ObjectState.of(going(set(said))), TERMINATING),
              Arguments.of(status, ObjectState.of(going(group(said))), TERMINATING),
              Arguments.of(status, ObjectState.of(going(clique(said))), TERMINATING));
        });
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void tells_the_state_of_a_set_group_or_clique_by_its_condition(
      String condition, ObjectState told, ObjectState state) {
    assertThat(told).isEqualTo(state).isIn(ObjectState.OF_WORKLOADS);
  }

  @Test
  void takes_what_has_no_status_yet_for_unavailable() {
    assertThat(
            List.of(
                ObjectState.of(new PodCliqueSet()),
                ObjectState.of(new PodCliqueScalingGroup()),
                ObjectState.of(new PodClique())))
        .containsOnly(UNAVAILABLE);
  }

  @ParameterizedTest
  @CsvSource({
    "Pending, PENDING",
    "Starting, STARTING",
    "Running, RUNNING",
    "SomethingElse, PENDING",
    ", PENDING"
  })
  void tells_the_state_of_a_gang_by_its_phase(String phase, ObjectState state) {
    PodGang gang = new PodGang();
    gang.setStatus(PodGangStatusBuilder.builder().phase(phase).build());

    assertThat(ObjectState.of(gang)).isEqualTo(state).isIn(ObjectState.OF_GANGS);
    assertThat(ObjectState.of(going(gang))).isEqualTo(TERMINATING);
  }

  private static Condition available(String status) {
    Condition condition = Conditions.of(ConditionTypes.AVAILABLE, true, "Reason", "message");
    condition.setStatus(status);
    return condition;
  }

  private static PodCliqueSet set(List<Condition> conditions) {
    PodCliqueSet set = new PodCliqueSet();
    set.setStatus(PodCliqueSetStatusBuilder.builder().conditions(conditions).build());
    return set;
  }

  private static PodCliqueScalingGroup group(List<Condition> conditions) {
    PodCliqueScalingGroup group = new PodCliqueScalingGroup();
    group.setStatus(PodCliqueScalingGroupStatusBuilder.builder().conditions(conditions).build());
    return group;
  }

  private static PodClique clique(List<Condition> conditions) {
    PodClique clique = new PodClique();
    clique.setStatus(PodCliqueStatusBuilder.builder().conditions(conditions).build());
    return clique;
  }

  private static PodBuilder pod(String phase, String... trueConditions) {
    return new PodBuilder()
        .withNewMetadata()
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .withNewStatus()
        .withPhase(phase)
        .withConditions(
            Arrays.stream(trueConditions)
                .map(type -> new PodConditionBuilder().withType(type).withStatus("True").build())
                .toList())
        .endStatus();
  }

  private static <T extends HasMetadata> T going(T object) {
    object.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
    return object;
  }
}
