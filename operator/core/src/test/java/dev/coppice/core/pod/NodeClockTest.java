package dev.coppice.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Seconds are counted from noon, when each pod is created; all times in the tables are such. */
class NodeClockTest {

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");
  private static final long LATER = 10_000;

  private static Instant at(long second) {
    return NOON.plusSeconds(second);
  }

  private static PodBuilder created() {
    return new PodBuilder().withNewMetadata().withCreationTimestamp(at(0).toString()).endMetadata();
  }

  private static NodeClock clock(long bound, long takenUp) {
    return NodeClock.of(
        created()
            .withNewStatus()
            .withStartTime(at(takenUp).toString())
            .addNewCondition()
            .withType("PodScheduled")
            .withStatus("True")
            .withLastTransitionTime(at(bound).toString())
            .endCondition()
            .endStatus()
            .build());
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a clock that is right            | 60 | 60   | 100  | 100 | 100 | 100
          a kubelet that took a second     | 60 | 61   | 100  | 100 |  99 | 100
          a kubelet that took four seconds | 60 | 64   | 104  | 104 | 100 | 104
          a kubelet that was slow          | 60 | 90   | 130  | 130 | 100 | 100
          a clock five minutes behind      | 60 | -240 | -200 | 101 |   0 | 101
          a clock five minutes ahead       | 60 | 360  | 400  | 400 | 100 | 100
          a clock ahead, at the end        | 60 | 360  | 362  | 362 |  62 |  62
          older than the pod, all the same | 60 | 60   | -5   |   0 |   0 |   0
          """)
  void reads_a_time_of_the_node(
      String node, long bound, long takenUp, long told, long latest, long earliest, long likely) {
    NodeClock clock = clock(bound, takenUp);

    assertThat(clock.latest(at(told), at(LATER))).isEqualTo(at(latest));
    assertThat(clock.earliest(at(told))).isEqualTo(at(earliest));
    assertThat(clock.likely(at(told), at(LATER))).isEqualTo(at(likely));
  }

  @Test
  void what_is_still_to_come_counts_as_now() {
    NodeClock clock = NodeClock.of(created().build());

    assertThat(clock.latest(at(300), at(10))).isEqualTo(at(10));
    assertThat(clock.likely(at(300), at(10))).isEqualTo(at(10));
  }

  @Test
  void nothing_is_known_of_the_clock_where_nobody_took_the_pod_up() {
    assertThat(NodeClock.of(created().build())).isEqualTo(new NodeClock(NOON, Duration.ZERO));
    assertThat(NodeClock.of(new PodBuilder().withNewMetadata().endMetadata().build()).latest(NOON))
        .isEqualTo(NOON);
  }

  @Property
  void the_latest_is_not_before_the_truth_when_the_kubelet_takes_the_pod_up_at_once(
      @ForAll @IntRange(min = -300_000, max = 300_000) int aheadMillis,
      @ForAll @IntRange(min = 0, max = 600_000) int boundMillis,
      @ForAll @IntRange(min = 0, max = 600_000) int millisAfter) {
    Instant bound = NOON.plusMillis(boundMillis);
    Instant truth = bound.plusMillis(millisAfter);
    NodeClock clock = clock(seconds(bound), seconds(bound.plusMillis(aheadMillis)));

    Instant told = at(seconds(truth.plusMillis(aheadMillis)));

    // Stored times have whole seconds, so that a clock is not seen to be off by less than one.
    assertThat(clock.latest(told)).isAfter(truth.minusSeconds(2));
    assertThat(clock.earliest(told)).isBefore(truth.plusSeconds(2));
    assertThat(clock.likely(told, truth.plusSeconds(3_600)))
        .isBetween(truth.minusSeconds(3), truth.plusSeconds(6));
  }

  private static long seconds(Instant instant) {
    return Math.floorDiv(Duration.between(NOON, instant).toMillis(), 1_000);
  }
}
