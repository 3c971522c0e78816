package dev.coppice.core.update;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.set.RollingUpdate;
import dev.coppice.core.explain.UpdateInProgressCondition;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RollingLimitsTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # minimum | asked | at once | others
          1         | 2     | 1       | 1
          2         | 2     | 1       | 1
          1         | 1     | 1       | 0
          3         | 6     | 2       | 3
          6         | 6     | 2       | 4
          2         | 3     | 3       | 0
          2         | 3     | 9       | -6
          """)
  void a_floor_is_the_minimum_or_what_is_left_when_as_much_is_down_as_may_be(
      int minimum, int asked, int atOnce, int others) {
    Floor floor = new Floor(minimum, asked, atOnce);

    assertThat(floor.others()).isEqualTo(others);
    assertThat(floor.isKeptBy(others)).isTrue();
    assertThat(floor.isKeptBy(others - 1)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"soon, -1", "0s, 0", "'', 0"})
  void what_is_no_limit_is_none(String deadline, int most) {
    assertThat(RollingLimits.of(new RollingUpdate(most, deadline)))
        .isEqualTo(RollingLimits.DEFAULT);
  }

  @Test
  void an_update_is_stuck_when_its_deadline_has_passed_since_it_last_came_further() {
    RollingLimits limits = RollingLimits.of(new RollingUpdate(2, "10m"));
    Instant further = START.plusSeconds(60);

    assertThat(limits.stuckAt(running(START, null), START)).contains(START.plusSeconds(600));
    assertThat(limits.stuckAt(running(START, further), START)).contains(further.plusSeconds(600));
    assertThat(limits.stuckAt(running(START, null), START.plusSeconds(600))).isEmpty();
    assertThat(limits.stuckAt(Optional.empty(), START)).isEmpty();
    assertThat(RollingLimits.DEFAULT.stuckAt(running(START, further), START)).isEmpty();
    assertThat(limits.inProgress(Optional.empty(), "3 of 3 pods are", START.plusSeconds(999)))
        .isEqualTo(UpdateInProgressCondition.of(false));
    assertThat(inProgress(limits, further, START.plusSeconds(659)))
        .isEqualTo(UpdateInProgressCondition.of(true));
    assertThat(inProgress(limits, further, START.plusSeconds(660)))
        .isEqualTo(
            new UpdateInProgressCondition(
                "Unknown",
                "ProgressDeadlineExceeded",
                "1 of 3 pods are Ready at the current template, no further one since"
                    + " 2026-01-01T00:01:00Z (progressDeadline 10m)"));
  }

  @Test
  void nobody_knows_since_when_an_update_runs_whose_start_was_taken_away() {
    RollingLimits limits = RollingLimits.of(new RollingUpdate(1, "10m"));

    assertThat(limits.stuckAt(running(null, null), START)).isEmpty();
  }

  private static UpdateInProgressCondition inProgress(
      RollingLimits limits, Instant further, Instant now) {
    return limits.inProgress(running(START, further), "1 of 3 pods are", now);
  }

  private static Optional<Pace> running(@Nullable Instant start, @Nullable Instant further) {
    return Optional.of(new Pace(start, further));
  }
}
