package dev.coppice.kube.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerTimeTest {

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

  @Test
  void shows_the_date_of_the_first_answer_and_runs_on_with_the_ticks() {
    ServerTime time = ServerTime.of(NOON, millis(5_000));

    assertThat(time.at(millis(5_000))).isEqualTo(NOON);
    assertThat(time.at(millis(6_500)))
        .isCloseTo(NOON.plusMillis(1_500), within(Duration.ofMillis(1)));
  }

  @Test
  void believes_the_answer_that_says_the_most_within_a_second() {
    // Answers at 12:00:00.7 and 12:00:01.1: the second shows how far into its second the first was.
    ServerTime time = ServerTime.of(NOON, millis(700)).with(NOON.plusSeconds(1), millis(1_100));

    assertThat(time.at(millis(1_100))).isEqualTo(NOON.plusSeconds(1));
  }

  @Test
  void is_not_put_back_by_an_answer_that_was_long_on_its_way() {
    ServerTime time = ServerTime.of(NOON, millis(0)).with(NOON, millis(1_900));

    assertThat(time.at(millis(1_900)))
        .isCloseTo(NOON.plusMillis(1_900), within(Duration.ofMillis(1)));
  }

  @Test
  void does_not_swing_between_api_servers_that_differ_by_two_seconds() {
    ServerTime time = ServerTime.of(NOON, 0);
    Instant shown = time.at(0);
    for (int answer = 1; answer < 200; answer++) {
      long ticks = millis(answer * 100L);
      Instant date = NOON.plusMillis(answer * 100L + (answer % 2 == 0 ? 0 : 1_900));
      time = time.with(second(date), ticks);
      assertThat(time.at(ticks)).isAfterOrEqualTo(shown);
      shown = time.at(ticks);
    }
    assertThat(shown).isBetween(NOON.plusSeconds(19), NOON.plusSeconds(22));
  }

  @ParameterizedTest
  @ValueSource(longs = {300, -300})
  void does_not_follow_one_of_several_api_servers_whose_clock_is_wrong(long seconds) {
    ServerTime time = ServerTime.of(NOON, 0);
    for (int answer = 1; answer < 100; answer++) {
      boolean isWrong = answer % 3 != 0;
      time = time.with(NOON.plusSeconds(answer + (isWrong ? seconds : 0)), millis(answer * 1_000L));
    }

    assertThat(time.at(millis(100_000)))
        .isCloseTo(NOON.plusSeconds(100), within(Duration.ofMillis(100)));
  }

  @ParameterizedTest
  @ValueSource(longs = {300, 5, -5, -300})
  void follows_a_step_of_the_api_server_s_clock_with_the_third_answer(long seconds) {
    ServerTime before = ServerTime.of(NOON, 0);
    ServerTime doubted =
        before
            .with(NOON.plusSeconds(seconds + 10), millis(10_000))
            .with(NOON.plusSeconds(seconds + 12), millis(12_000));
    ServerTime after = doubted.with(NOON.plusSeconds(seconds + 14), millis(14_000));

    assertThat(doubted.at(millis(12_000)))
        .isCloseTo(NOON.plusSeconds(12), within(Duration.ofMillis(10)));
    assertThat(after.at(millis(14_000)))
        .isCloseTo(NOON.plusSeconds(seconds + 14), within(Duration.ofMillis(10)));
  }

  @Test
  void a_burst_of_answers_is_not_enough_for_a_step() {
    ServerTime time = ServerTime.of(NOON, millis(0));
    for (int answer = 0; answer < 100; answer++) {
      time = time.with(NOON.plusSeconds(300), millis(1_000 + answer));
    }

    assertThat(time.at(millis(1_100)))
        .isCloseTo(NOON.plusMillis(1_100), within(Duration.ofMillis(1)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void is_never_ahead_never_goes_back_and_is_less_than_a_second_and_the_way_behind(long seed) {
    Random random = new Random(seed);
    long origin = random.nextLong() / 2;
    int longestWay = random.nextInt(900);
    Instant at = NOON.plusNanos(random.nextInt(1_000_000_000));
    Instant start = at;
    ServerTime time = null;
    Instant shown = Instant.MIN;
    for (int answer = 0; answer < 50; answer++) {
      at = at.plusMillis(1 + random.nextInt(3_000));
      Instant came = at.plusMillis(random.nextInt(longestWay + 1));
      long ticks = origin + Duration.between(start, came).toNanos();
      time = time == null ? ServerTime.of(second(at), ticks) : time.with(second(at), ticks);
      assertThat(time.at(ticks))
          .isBeforeOrEqualTo(came)
          .isAfter(came.minusSeconds(1).minusMillis(longestWay + 1))
          .isAfterOrEqualTo(shown);
      shown = time.at(ticks);
      at = came;
    }
  }

  private static LongStream seeds() {
    return LongStream.range(0, 200);
  }

  private static long millis(long millis) {
    return millis * 1_000_000;
  }

  private static Instant second(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS);
  }

  private static org.assertj.core.data.TemporalUnitOffset within(Duration offset) {
    return new org.assertj.core.data.TemporalUnitWithinOffset(offset.toMillis(), ChronoUnit.MILLIS);
  }
}
