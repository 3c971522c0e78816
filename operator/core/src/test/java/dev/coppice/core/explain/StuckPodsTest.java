package dev.coppice.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pods that should be gone, and hang on nodes that do not answer. */
class StuckPodsTest {

  private static final Instant OVER = Instant.parse("2026-08-19T10:00:31Z");
  private static final String TOLD =
      "1 pod hangs in Terminating on a node that is not Ready: p-0 on gpu-2 since 2026-08-19T10:00:00Z";

  private static final PodClique CLIQUE =
      TestYaml.read("metadata: {name: x-0-a, namespace: ai, uid: clique-uid}", PodClique.class);

  // Asked to go at ten, with half a minute of grace.
  private static Pod pod(int index, String clique, String phase, boolean terminating) {
    return TestYaml.read(
        """
        metadata:
          name: p-%d
          namespace: ai
          labels: {grove.io/podclique: %s, grove.io/podclique-pod-index: '%d'}
          deletionTimestamp: %s
          deletionGracePeriodSeconds: 30
        spec: {nodeName: gpu-2}
        status: {phase: %s}
        """
            .formatted(
                index, clique, index, terminating ? "'2026-08-19T10:00:30Z'" : "null", phase),
        Pod.class);
  }

  private static Node node(String ready) {
    return TestYaml.read(
        "{metadata: {name: gpu-2}, status: {conditions: [{type: Ready, status: '%s'}]}}"
            .formatted(ready),
        Node.class);
  }

  private static StuckPods stuck(Instant now, HasMetadata... observed) {
    return StuckPods.of(CLIQUE, Observed.of(List.of(observed)), now);
  }

  @ParameterizedTest
  @CsvSource({
    "x-0-a, Running,   true,  Unknown, true",
    "x-0-a, Running,   true,  False,   true",
    "x-0-a, Pending,   true,  Unknown, true",
    "x-0-a, Running,   true,  True,    false",
    "x-0-a, Running,   false, Unknown, false",
    "x-0-a, Succeeded, true,  Unknown, false",
    "x-0-b, Running,   true,  Unknown, false"
  })
  void hang_when_their_time_is_over_and_their_node_does_not_answer(
      String clique, String phase, boolean terminating, String ready, boolean hangs) {
    StuckPods stuck = stuck(OVER, pod(0, clique, phase, terminating), node(ready));

    assertThat(stuck.message().isPresent()).isEqualTo(hangs);
    assertThat(stuck.next()).isEmpty();
  }

  @Test
  void are_named_with_their_node_and_since_when_they_were_asked_to_go() {
    assertThat(stuck(OVER, pod(0, "x-0-a", "Running", true), node("Unknown")).message())
        .contains(TOLD);
  }

  @Test
  void are_looked_at_again_when_their_time_is_over() {
    StuckPods early =
        stuck(OVER.minusSeconds(1), pod(0, "x-0-a", "Running", true), node("Unknown"));

    assertThat(early.message()).isEmpty();
    assertThat(early.next()).contains(OVER);
    assertThat(stuck(OVER.minusSeconds(1), pod(0, "x-0-a", "Running", true), node("True")).next())
        .isEmpty();
  }

  @Test
  void are_no_concern_when_their_node_is_gone_since_kubernetes_takes_them_away() {
    assertThat(stuck(OVER, pod(0, "x-0-a", "Running", true)).message()).isEmpty();
  }

  @Test
  void are_counted_and_the_first_few_named_by_index() {
    HasMetadata[] observed =
        Stream.concat(
                Stream.of(node("Unknown")),
                IntStream.of(10, 3, 2, 1).mapToObj(index -> pod(index, "x-0-a", "Running", true)))
            .toArray(HasMetadata[]::new);

    assertThat(stuck(OVER, observed).message().orElseThrow())
        .startsWith("4 pods hang in Terminating on nodes that are not Ready: p-1 on gpu-2 since ")
        .contains(", p-2 on gpu-2 since ", ", p-3 on ")
        .endsWith(", …");
  }

  @Test
  void make_a_condition_that_is_absent_without_them() {
    StuckPods stuck = stuck(OVER, pod(0, "x-0-a", "Running", true), node("Unknown"));

    List<Condition> told = stuck.setIn(List.of(), 3);

    assertThat(told)
        .singleElement()
        .returns(ConditionTypes.STUCK_TERMINATING, Condition::getType)
        .returns("True", Condition::getStatus)
        .returns("NodeNotReady", Condition::getReason)
        .returns(TOLD, Condition::getMessage)
        .returns(OVER.toString(), Condition::getLastTransitionTime);
    assertThat(stuck.setIn(told, 3)).isEqualTo(told);
    assertThat(stuck(OVER, pod(0, "x-0-a", "Running", true), node("True")).setIn(told, 3))
        .isEmpty();
    assertThat(Conditions.withoutWords(told).getFirst().getMessage()).isEmpty();
  }
}
