package dev.coppice.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ScaleInTest {

  private static List<String> given(int replicas, int minimum, TestPod... pods) {
    return ScaleIn.of(replicas, minimum, Stream.of(pods).map(TestPod::state).toList(), TestPod.HASH)
        .stream()
        .map(PodState::name)
        .toList();
  }

  static Stream<Arguments> pairs() {
    return Stream.of(
        Arguments.of("outdated", TestPod.ready(0).outdated(), TestPod.pending(1)),
        Arguments.of("without a node", TestPod.pending(0), TestPod.starting(1).phase("Pending")),
        Arguments.of("pending", TestPod.starting(0).phase("Pending"), TestPod.starting(1)),
        Arguments.of(
            "pending", TestPod.starting(0).phase("Pending"), TestPod.starting(1).phase("Unknown")),
        Arguments.of("on a lost node", TestPod.starting(0).phase("Unknown"), TestPod.starting(1)),
        Arguments.of("not ready", TestPod.starting(0), TestPod.ready(1)),
        Arguments.of("newer", TestPod.ready(0).createdSecondsLater(1), TestPod.ready(1)),
        Arguments.of("of a higher index", TestPod.ready(1), TestPod.ready(0)));
  }

  @ParameterizedTest(name = "the one that is {0}")
  @MethodSource("pairs")
  void gives_up_first(String name, TestPod first, TestPod second) {
    assertThat(given(1, 0, second, first)).containsExactly(first.state().name());
  }

  @Test
  void takes_from_a_divided_clique_what_has_no_place_and_nothing_else() {
    List<PodState> pods =
        Stream.of(
                TestPod.pending(0),
                TestPod.starting(1),
                TestPod.ready(1).named("other"),
                TestPod.ready(7).outdated(),
                TestPod.ready(8),
                TestPod.pending(11),
                TestPod.ready(-1),
                TestPod.ready(9).terminating())
            .map(TestPod::state)
            .toList();

    assertThat(ScaleIn.ofDivided(8, pods))
        .extracting(PodState::name)
        .containsExactlyInAnyOrder("pod-1", "pod-8", "pod-11", "pod--1");
  }

  @Test
  void takes_nothing_when_there_are_not_too_many() {
    assertThat(given(2, 2, TestPod.ready(0), TestPod.ready(7))).isEmpty();
  }

  @Test
  void does_not_count_what_is_no_longer_live() {
    assertThat(
            given(
                1,
                1,
                TestPod.ready(0),
                TestPod.ready(1).terminating(),
                TestPod.starting(2).phase("Failed")))
        .isEmpty();
  }

  @Test
  void spares_a_ready_outdated_pod_that_the_minimum_needs() {
    assertThat(given(2, 2, TestPod.ready(0).outdated(), TestPod.ready(1), TestPod.starting(2)))
        .containsExactly("pod-2");
  }

  @Test
  void takes_a_ready_outdated_pod_that_the_minimum_can_do_without() {
    assertThat(given(2, 1, TestPod.ready(0).outdated(), TestPod.ready(1), TestPod.starting(2)))
        .containsExactly("pod-0");
  }

  @Test
  void takes_ready_pods_below_the_minimum_when_no_other_is_left() {
    assertThat(given(1, 1, TestPod.ready(0), TestPod.ready(1).outdated(), TestPod.pending(2)))
        .containsExactlyInAnyOrder("pod-1", "pod-2");
  }

  @Test
  void counts_the_ready_pods_it_has_already_taken() {
    TestPod[] pods = {
      TestPod.ready(0).outdated(), TestPod.ready(1).outdated(),
      TestPod.ready(2).outdated(), TestPod.starting(3)
    };

    assertThat(given(2, 2, pods)).containsExactly("pod-2", "pod-3");
  }

  static Stream<Arguments> twins() {
    return Stream.of(
        Arguments.of(
            "the ready one",
            TestPod.ready(0).named("kept").createdSecondsLater(9),
            TestPod.starting(0).named("given")),
        Arguments.of(
            "else the oldest",
            TestPod.starting(0).named("kept"),
            TestPod.pending(0).named("given").createdSecondsLater(1)),
        Arguments.of(
            "the oldest of two ready ones",
            TestPod.ready(0).named("kept"),
            TestPod.ready(0).named("given").createdSecondsLater(1)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("twins")
  void keeps_one_of_two_at_an_index(String name, TestPod kept, TestPod given) {
    assertThat(given(5, 5, given, kept)).containsExactly("given");
  }

  @Test
  void takes_twins_before_any_other() {
    assertThat(
            given(
                1,
                0,
                TestPod.ready(0),
                TestPod.ready(1).named("twin-a"),
                TestPod.ready(1).named("twin-b")))
        .startsWith("twin-b")
        .hasSize(2);
  }

  @Test
  void goes_from_a_thousand_pods_to_none() {
    List<PodState> pods =
        IntStream.range(0, 1000).mapToObj(index -> TestPod.ready(index).state()).toList();

    assertThat(ScaleIn.of(0, 0, pods, TestPod.HASH)).hasSize(1000);
  }
}
