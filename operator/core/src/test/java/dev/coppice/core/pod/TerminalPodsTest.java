package dev.coppice.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodFailure;
import dev.coppice.core.reconcile.PlannedEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalPodsTest {

  private static final Instant NOW = TestPod.EPOCH;
  private static final String[] COUNTED = {"index", "count", "lastFailureTime", "podUid"};
  private static final List<PodFailure> NONE = List.of();

  private static PodState failed(int index, String name) {
    return TestPod.starting(index).named(name).phase("Failed").state();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0",
    "2, 10",
    "3, 20",
    "4, 40",
    "5, 80",
    "6, 160",
    "7, 300",
    "8, 300",
    "2000000000, 300"
  })
  void lets_an_index_be_filled_ever_more_slowly(int count, long seconds) {
    PodFailure failure = new PodFailure(4, count, NOW, "a");

    assertThat(TerminalPods.refillAt(failure)).isEqualTo(NOW.plusSeconds(seconds));
  }

  @Test
  void counts_each_index_of_an_ended_pod() {
    List<PodState> pods =
        List.of(
            failed(7, "b"),
            TestPod.starting(2).named("a").phase("Succeeded").state(),
            TestPod.ready(3).state());

    assertThat(TerminalPods.counted(NONE, pods, NOW))
        .usingRecursiveFieldByFieldElementComparatorOnFields(COUNTED)
        .containsExactly(new PodFailure(2, 1, NOW, "a"), new PodFailure(7, 1, NOW, "b"));
  }

  @Test
  void counts_a_pod_once() {
    List<PodState> pods = List.of(failed(2, "a"));
    List<PodFailure> once = TerminalPods.counted(NONE, pods, NOW);

    assertThat(TerminalPods.counted(once, pods, NOW.plusSeconds(60))).isEqualTo(once);
  }

  @Test
  void counts_the_next_pod_of_the_index_on_top() {
    List<PodFailure> once = List.of(new PodFailure(2, 1, NOW, "a"));
    Instant later = NOW.plusSeconds(60);

    assertThat(TerminalPods.counted(once, List.of(failed(2, "b")), later))
        .usingRecursiveFieldByFieldElementComparatorOnFields(COUNTED)
        .containsExactly(new PodFailure(2, 2, later, "b"));
  }

  @Test
  void counts_two_ended_pods_of_one_index_as_one_failure() {
    List<PodState> pods =
        List.of(
            failed(2, "old"),
            TestPod.starting(2).named("young").createdSecondsLater(5).phase("Failed").state());

    assertThat(TerminalPods.counted(NONE, pods, NOW))
        .usingRecursiveFieldByFieldElementComparatorOnFields(COUNTED)
        .containsExactly(new PodFailure(2, 1, NOW, "young"));
  }

  @Test
  void keeps_the_words_of_the_newest_failures_only() {
    List<PodState> pods = IntStream.range(0, 30).mapToObj(i -> failed(i, "u" + i)).toList();

    List<PodFailure> counted = TerminalPods.counted(NONE, pods, NOW);

    assertThat(counted).hasSize(30);
    assertThat(counted).filteredOn(failure -> failure.podName() != null).hasSize(20);
    assertThat(TerminalPods.counted(counted, pods, NOW.plusSeconds(5))).isEqualTo(counted);
  }

  @Test
  void tells_of_pods_that_have_just_been_counted() {
    List<PodFailure> before = TerminalPods.counted(NONE, List.of(failed(2, "a")), NOW);

    List<PodFailure> after =
        TerminalPods.counted(before, List.of(failed(2, "b"), failed(3, "c")), NOW);

    assertThat(TerminalPods.event(before, after))
        .get()
        .returns(true, PlannedEvent::warning)
        .returns("PodFailed", PlannedEvent::reason)
        .extracting(PlannedEvent::message, InstanceOfAssertFactories.STRING)
        .startsWith("2 pods failed: ")
        .contains("(index 2)", "(index 3)", "; the last of them again at ");
    assertThat(TerminalPods.event(after, after)).isEmpty();
  }

  @Test
  void does_not_count_a_pod_that_ended_because_it_was_deleted() {
    PodState deleted = TestPod.starting(2).phase("Failed").terminating().state();

    assertThat(TerminalPods.counted(NONE, List.of(deleted), NOW)).isEmpty();
  }

  @Test
  void rounds_the_time_of_a_failure_up_so_that_no_wait_is_shortened() {
    assertThat(TerminalPods.counted(NONE, List.of(failed(2, "a")), NOW.plusMillis(1)))
        .usingRecursiveFieldByFieldElementComparatorOnFields(COUNTED)
        .containsExactly(new PodFailure(2, 1, NOW.plusSeconds(1), "a"));
  }

  @ParameterizedTest
  @CsvSource({"599, false", "600, true"})
  void forgets_an_index_after_ten_minutes_of_being_ready(long seconds, boolean forgotten) {
    List<PodFailure> failures = List.of(new PodFailure(2, 3, NOW.minusSeconds(30), "a"));
    List<PodState> pods = List.of(TestPod.ready(2).readySince(NOW).state());

    assertThat(TerminalPods.remembered(failures, pods, NOW.plusSeconds(seconds)).isEmpty())
        .isEqualTo(forgotten);
    assertThat(TerminalPods.nextForgotten(failures, pods, NOW))
        .contains(NOW.plus(Duration.ofMinutes(10)));
  }

  @Test
  void a_node_whose_clock_is_ahead_does_not_put_off_the_day_on_which_an_index_is_well_again() {
    List<PodFailure> failures = List.of(new PodFailure(2, 3, NOW.minusSeconds(30), "a"));
    List<PodState> pods = List.of(TestPod.ready(2).readySince(NOW.plusSeconds(300)).state());

    assertThat(TerminalPods.nextForgotten(failures, pods, NOW))
        .contains(NOW.plus(Duration.ofMinutes(10)));
  }

  @Test
  void forgets_nothing_because_of_a_pod_that_was_ready_before_the_failure() {
    List<PodFailure> failures = List.of(new PodFailure(2, 1, NOW, "twin"));
    List<PodState> pods =
        List.of(TestPod.ready(2).readySince(NOW.minus(Duration.ofHours(1))).state());

    assertThat(TerminalPods.remembered(failures, pods, NOW.plusSeconds(1))).isEqualTo(failures);
  }

  @Test
  void remembers_an_index_without_a_ready_pod_for_ever() {
    List<PodFailure> failures = List.of(new PodFailure(2, 1, NOW, "a"));
    List<PodState> pods =
        List.of(TestPod.starting(2).state(), TestPod.ready(2).terminating().state());

    assertThat(TerminalPods.remembered(failures, pods, NOW.plus(Duration.ofDays(1))))
        .isEqualTo(failures);
    assertThat(TerminalPods.nextForgotten(failures, pods, NOW)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nothing is to be there                | 0 |      |      | false | ",
        "all that failed are to be filled      | 3 |      |      | false | 0 1 2",
        "those that are lower come first       | 1 |      |      | false | 0",
        "others are there in its place         | 2 | 1 9  |      | false | 1",
        "what an update took comes first       | 1 |      | 2    | false | 2",
        "a place in a subgroup                 | 2 | 9    |      | true  | 0 1",
        "an ended pod is still there           | 0 | -2   |      | false | 2",
        "more than anybody can count           | 2147483647 | 1 | | false | 0 1 2"
      })
  void forgets_an_index_that_is_scaled_away(
      String what, int replicas, String pods, String taken, boolean divided, String kept) {
    List<PodFailure> failures =
        IntStream.range(0, 3).mapToObj(i -> new PodFailure(i, 3, NOW, "u" + i)).toList();
    List<PodState> there =
        numbers(pods)
            .map(index -> index < 0 ? failed(-index, "e") : TestPod.ready(index).state())
            .toList();
    ScaleOut.Wanted wanted = new ScaleOut.Wanted(replicas, numbers(taken).toList(), divided);

    assertThat(TerminalPods.ofKept(failures, there, wanted))
        .as(what)
        .extracting(PodFailure::index)
        .containsExactlyElementsOf(numbers(kept).toList());
  }

  private static Stream<Integer> numbers(String text) {
    return text == null ? Stream.empty() : Stream.of(text.split(" ")).map(Integer::valueOf);
  }

  @Test
  void reads_no_pod_where_nothing_has_failed() {
    List<PodState> unread =
        new AbstractList<>() {
          @Override
          public PodState get(int index) {
            throw new AssertionError("pod " + index + " is read");
          }

          @Override
          public int size() {
            return 1;
          }
        };

    assertThat(TerminalPods.remembered(NONE, unread, NOW)).isEmpty();
    assertThat(TerminalPods.nextForgotten(NONE, unread, NOW)).isEmpty();
  }
}
