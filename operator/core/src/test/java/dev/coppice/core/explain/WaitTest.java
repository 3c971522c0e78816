package dev.coppice.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WaitTest {

  private static final Instant AGAIN = Instant.parse("2026-11-25T12:03:10Z");

  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of(
            new Wait.TornDown(3, 0), "TornDown", "waits until 3 PodCliques of replica 0 have gone"),
        Arguments.of(
            new Wait.TornDown(1, 2), "TornDown", "waits until 1 PodClique of replica 2 has gone"),
        Arguments.of(
            new Wait.OrphanedPods(2),
            "OrphanedPods",
            "waits for 2 pods of a PodClique that is gone"),
        Arguments.of(
            new Wait.TemplateDrift(),
            "TemplateDrift",
            "the podSpec is not the one that was made from the template; no pod is made from it"),
        Arguments.of(
            new Wait.BackOff(3, 4, "exit code 137 (OOMKilled)", AGAIN),
            "BackOff",
            "index 3 failed 4 times, last: exit code 137 (OOMKilled); again at 12:03:10Z"),
        Arguments.of(
            new Wait.BackOff(0, 2, null, AGAIN),
            "BackOff",
            "index 0 failed 2 times; again at 12:03:10Z"),
        Arguments.of(
            new Wait.Refused("pods \"…\" is forbidden: exceeded quota"),
            "Refused",
            "pods \"…\" is forbidden: exceeded quota"),
        Arguments.of(
            new Wait.MissingGang("serving-0"), "PodGang", "PodGang serving-0 does not exist yet"),
        Arguments.of(
            new Wait.BaseGang("serving-0", 3, 4, "serving-0-decode has 1 of 2"),
            "BaseGang",
            "base gang serving-0 has 3 of 4 cliques scheduled: serving-0-decode has 1 of 2"),
        Arguments.of(
            new Wait.OtherBaseGangs("serving-0-decode-0"),
            "BaseGang",
            "PodGang serving-0-decode-0 waits for the base gangs of other replicas, for at most a"
                + " minute after its own has its place"),
        Arguments.of(
            new Wait.Surplus(1, "serving-0"),
            "Surplus",
            "1 pod beyond the minimum waits for the gangs of the replica, for at most a minute after"
                + " PodGang serving-0 has its place"),
        Arguments.of(
            new Wait.ForeignGate(1, "example.com/quota", "serving-0-decode-0-abcde"),
            "ForeignGate",
            "1 pod waits behind the scheduling gate example.com/quota of another controller; first:"
                + " serving-0-decode-0-abcde"),
        Arguments.of(
            new Wait.BaseGang("serving-0", 0, 0, ""),
            "BaseGang",
            "base gang serving-0 does not exist yet"),
        Arguments.of(
            new Wait.Unschedulable(2, "0/3 nodes are available: 3 Insufficient nvidia.com/gpu."),
            "Unschedulable",
            "2 pods without a place: 0/3 nodes are available: 3 Insufficient nvidia.com/gpu."),
        Arguments.of(
            new Wait.Unschedulable(4, 2, "block=b1", "0/3 nodes are available."),
            "Unschedulable",
            "4 pods of subgroup 2 without a place in block=b1: 0/3 nodes are available."),
        Arguments.of(
            new Wait.LeaderUnbound(4, "llm-0-tpu-0-lead-0"),
            "LeaderUnbound",
            "4 pods wait until llm-0-tpu-0-lead-0 has a node, which leads the group"),
        Arguments.of(
            new Wait.OldPods(1),
            "OldPods",
            "1 pod waits until the old pods of the subgroup are gone"),
        Arguments.of(
            new Wait.TopologyLabelMissing(2, "example.com/block"),
            "TopologyLabelMissing",
            "2 pods wait: no node that the group runs on has the label example.com/block"),
        Arguments.of(
            new Wait.OtherDomain(1, "example.com/block", "b-1"),
            "OtherDomain",
            "1 pod waits: the nodeSelector names another example.com/block than b-1, where the"
                + " group is"),
        Arguments.of(
            new Wait.StartupOrder("serving-0-prefill", 1, 2),
            "StartupOrder",
            "waits for serving-0-prefill: 1 of 2 pods ready"),
        Arguments.of(
            new Wait.Starting(2, 4, "serving-0-decode-1-abcde", "c: ImagePullBackOff"),
            "Starting",
            "2 of 4 pods are bound and not ready; first: serving-0-decode-1-abcde,"
                + " container c: ImagePullBackOff"),
        Arguments.of(
            new Wait.Starting(1, 1, "serving-0-decode-0-abcde", null),
            "Starting",
            "1 of 1 pod is bound and not ready; first: serving-0-decode-0-abcde"));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void tells_what_is_waited_for_with_numbers_and_names(Wait wait, String reason, String message) {
    Condition waiting =
        Conditions.find(wait.setIn(List.of(), 7, AGAIN), ConditionTypes.WAITING).orElseThrow();

    assertThat(waiting)
        .returns("True", Condition::getStatus)
        .returns(reason, Condition::getReason)
        .returns(message, Condition::getMessage)
        .returns(7L, Condition::getObservedGeneration);
  }

  @Test
  void says_that_there_is_nothing_to_wait_for() {
    assertThat(new Wait.Nothing().setIn(List.of(), 7, AGAIN))
        .singleElement()
        .returns("False", Condition::getStatus)
        .returns(ConditionReasons.NOTHING_TO_WAIT_FOR, Condition::getReason);
  }

  @Test
  void quotes_no_more_of_a_scheduler_than_fits() {
    assertThat(new Wait.Unschedulable(1, "x".repeat(5000)).message())
        .hasSize("1 pod without a place: ".length() + Words.LONGEST_QUOTE)
        .endsWith("x…");
  }

  @Test
  void tells_the_one_that_others_wait_for_before_those_that_wait_for_it() {
    assertThat(
            Stream.of("StartupOrder", "Starting", "BaseGang", "Unschedulable", "NothingToWaitFor")
                .sorted((one, other) -> Integer.compare(WaitDepth.of(one), WaitDepth.of(other))))
        .containsExactly(
            "Unschedulable", "Starting", "NothingToWaitFor", "StartupOrder", "BaseGang");
  }

  @Test
  void is_a_failure_only_where_somebody_has_to_look_after_it() {
    assertThat(isFailure(new Wait.Refused("no"))).isTrue();
    assertThat(isFailure(new Wait.Starting(1, 2, "a", "c: CrashLoopBackOff"))).isTrue();
    assertThat(isFailure(new Wait.Starting(1, 2, "a", null))).isFalse();
    assertThat(isFailure(new Wait.NamespaceEnds("no"))).isFalse();
    assertThat(isFailure(new Wait.StartupOrder("a", 0, 1))).isFalse();
    assertThat(isFailure(new Wait.ForeignGate(1, "example.com/quota", "a"))).isFalse();
  }

  private static boolean isFailure(Wait wait) {
    return WaitDepth.isFailure(wait.setIn(List.of(), 1, AGAIN).getFirst());
  }
}
