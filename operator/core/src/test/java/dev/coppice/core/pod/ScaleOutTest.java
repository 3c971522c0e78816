package dev.coppice.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodFailure;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ScaleOutTest {

  private static final Instant NOW = TestPod.EPOCH;

  private static ScaleOut scaleOut(
      int replicas, List<Integer> taken, List<TestPod> pods, List<PodFailure> failures) {
    return ScaleOut.of(
        new ScaleOut.Wanted(replicas, taken, false),
        pods.stream().map(TestPod::state).toList(),
        failures,
        NOW);
  }

  @Test
  void fills_every_place_of_a_divided_clique_and_no_other() {
    List<PodState> pods =
        Stream.of(
                TestPod.ready(1),
                TestPod.ready(9),
                TestPod.ready(2).terminating(),
                TestPod.starting(3).phase("Failed"))
            .map(TestPod::state)
            .toList();

    assertThat(
            ScaleOut.of(new ScaleOut.Wanted(5, List.of(8, 4), true), pods, List.of(), NOW)
                .indices())
        .containsExactly(0, 2, 4);
  }

  static Stream<Arguments> indices() {
    return Stream.of(
        Arguments.of("a new clique", 3, List.of(), List.of(0, 1, 2)),
        Arguments.of("a full clique", 1, List.of(TestPod.ready(0)), List.of()),
        Arguments.of("a hole", 3, List.of(TestPod.ready(0), TestPod.pending(2)), List.of(1)),
        Arguments.of(
            "an index beyond the replicas counts", 2, List.of(TestPod.ready(5)), List.of(0)),
        Arguments.of(
            "enough pods, whatever their index",
            2,
            List.of(TestPod.ready(4), TestPod.ready(5)),
            List.of()),
        Arguments.of(
            "a terminating pod frees its index",
            1,
            List.of(TestPod.ready(0).terminating()),
            List.of(0)),
        Arguments.of(
            "an ended pod keeps its index until it goes",
            2,
            List.of(TestPod.starting(0).phase("Failed")),
            List.of(1)),
        Arguments.of(
            "a pod whose index nobody knows counts", 2, List.of(TestPod.ready(-1)), List.of(0)),
        Arguments.of("more pods than wanted", 0, List.of(TestPod.ready(0)), List.of()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("indices")
  void fills_as_many_as_are_missing_from_the_lowest_up(
      String name, int replicas, List<TestPod> pods, List<Integer> expected) {
    ScaleOut wanted = scaleOut(replicas, List.of(), pods, List.of());

    assertThat(wanted.indices()).isEqualTo(expected);
    assertThat(wanted.nextRefill()).isNull();
  }

  @Test
  void waits_for_an_index_in_back_off_instead_of_taking_a_higher_one() {
    List<PodFailure> failures =
        List.of(
            new PodFailure(0, 3, NOW, "a"),
            new PodFailure(1, 2, NOW, "b"),
            new PodFailure(9, 2, NOW.minusSeconds(9), "c"));

    ScaleOut wanted = scaleOut(3, List.of(), List.of(), failures);

    assertThat(wanted.indices()).containsExactly(2);
    assertThat(wanted.nextRefill()).isEqualTo(NOW.plusSeconds(10));
  }

  @Test
  void fills_an_index_at_the_very_instant_its_wait_is_over() {
    List<PodFailure> failures = List.of(new PodFailure(0, 2, NOW, "a"));

    assertThat(
            ScaleOut.of(
                    new ScaleOut.Wanted(1, List.of(), false),
                    List.of(),
                    failures,
                    NOW.plusSeconds(10))
                .indices())
        .containsExactly(0);
    assertThat(
            ScaleOut.of(
                    new ScaleOut.Wanted(1, List.of(), false),
                    List.of(),
                    failures,
                    NOW.plusMillis(9_999))
                .indices())
        .isEmpty();
  }

  static Stream<Arguments> indicesInAnUpdate() {
    TestPod gone = TestPod.ready(3).terminating();
    return Stream.of(
        Arguments.of(
            "before a lower free one",
            3,
            List.of(3),
            List.of(TestPod.ready(1), TestPod.ready(2), gone),
            List.of(3)),
        Arguments.of(
            "and lower free ones for the rest",
            4,
            List.of(3),
            List.of(TestPod.ready(1), TestPod.ready(2), gone),
            List.of(3, 0)),
        Arguments.of(
            "the lowest first", 3, List.of(5, 4), List.of(TestPod.ready(0)), List.of(4, 5)),
        Arguments.of(
            "once", 2, List.of(3), List.of(TestPod.ready(1), TestPod.starting(3)), List.of()),
        Arguments.of(
            "not while its outdated pod stands",
            3,
            List.of(3),
            List.of(TestPod.ready(1), TestPod.ready(3)),
            List.of(0)),
        Arguments.of(
            "not when enough others live",
            2,
            List.of(3),
            List.of(TestPod.ready(1), TestPod.pending(2), gone),
            List.of()),
        Arguments.of(
            "but waits until an ended pod of it goes",
            3,
            List.of(3),
            List.of(TestPod.ready(1), TestPod.ready(2), TestPod.starting(3).phase("Failed")),
            List.of()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("indicesInAnUpdate")
  void fills_first_what_an_update_took(
      String name, int replicas, List<Integer> taken, List<TestPod> pods, List<Integer> expected) {
    ScaleOut wanted = scaleOut(replicas, taken, pods, List.of());

    assertThat(wanted.indices()).isEqualTo(expected);
    assertThat(wanted.nextRefill()).isNull();
  }

  @Test
  void waits_for_an_index_in_back_off_that_an_update_took() {
    ScaleOut wanted =
        scaleOut(2, List.of(3), List.of(TestPod.ready(1)), List.of(new PodFailure(3, 2, NOW, "a")));

    assertThat(wanted.indices()).isEmpty();
    assertThat(wanted.nextRefill()).isEqualTo(NOW.plusSeconds(10));
  }

  @Property(tries = 300)
  void knows_of_each_index_whether_it_is_to_be_filled(
      @ForAll @IntRange(max = 8) int replicas,
      @ForAll @Size(max = 4) List<@IntRange(max = 9) Integer> taken,
      @ForAll @Size(max = 8) List<@IntRange(min = -1, max = 9) Integer> live,
      @ForAll boolean divided) {
    ScaleOut.Wanted wanted = new ScaleOut.Wanted(replicas, taken, divided);
    List<PodState> pods = live.stream().map(index -> TestPod.ready(index).state()).toList();

    List<Integer> filled = ScaleOut.of(wanted, pods, List.of(), NOW).indices();

    assertThat(IntStream.range(-1, 20).filter(wanted.lacking(pods)))
        .containsExactlyInAnyOrderElementsOf(filled);
  }
}
