package dev.coppice.kube.clock;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the API server's time, from the dates of its answers and the ticks of a clock
 * that nobody can set, in nanoseconds.
 *
 * <p>A date has whole seconds and was written before its answer came: the API server's time is at
 * least that much, and the answer that says the most is the best. So what is told here is behind
 * the API server by less than a second, and never ahead. A single answer that says something else
 * altogether is not believed: of several API servers one may be wrong.
 *
 * @param held what is believed
 * @param agreedAt the ticks of the last answer that agreed with it
 * @param doubt what the answers since then say instead; null while they agree
 * @param doubts how many answers in a row have said so
 */
record ServerTime(Estimate held, long agreedAt, @Nullable Estimate doubt, int doubts) {

  /** By how much the clocks of several API servers may differ without a step. */
  private static final long TOLERATED = TimeUnit.SECONDS.toNanos(2);

  /** A date lies up to a second behind the time at which it was written. */
  private static final long RESOLUTION = TimeUnit.SECONDS.toNanos(1);

  /** How many answers in a row it takes to believe in a step of the API server's clock. */
  private static final int CONVINCING_ANSWERS = 3;

  /** For how long no answer may have agreed with what was believed. */
  private static final long CONVINCING_SILENCE = TimeUnit.SECONDS.toNanos(3);

  /**
   * What has to be added to the ticks.
   *
   * @param nanos how much it was
   * @param at at which ticks
   */
  record Estimate(long nanos, long at) {

    /** Ticks that come too fast would put us ahead: they lose a ten-thousandth. */
    private static final long TICKS_TO_LOSE_ONE = 10_000;

    private long now(long ticks) {
      return nanos - Math.max(0, ticks - at) / TICKS_TO_LOSE_ONE;
    }

    private boolean agrees(Estimate other) {
      long more = other.nanos - now(other.at);
      return more >= -(TOLERATED + RESOLUTION) && more < TOLERATED;
    }

    private Estimate better(Estimate other) {
      return other.nanos - now(other.at) > 0 ? other : this;
    }
  }

  /** After the first answer. */
  static ServerTime of(Instant date, long ticks) {
    return new ServerTime(told(date, ticks), ticks, null, 0);
  }

  private static Estimate told(Instant date, long ticks) {
    return new Estimate(TimeUnit.SECONDS.toNanos(date.getEpochSecond()) - ticks, ticks);
  }

  /**
   * After another answer.
   *
   * @param date what it says
   * @param ticks when it came
   */
  ServerTime with(Instant date, long ticks) {
    Estimate told = told(date, ticks);
    if (held.agrees(told)) {
      return new ServerTime(held.better(told), ticks, null, 0);
    }
    ServerTime doubted = doubting(told);
    return doubted.doubts >= CONVINCING_ANSWERS && ticks - agreedAt >= CONVINCING_SILENCE
        ? new ServerTime(Objects.requireNonNull(doubted.doubt), ticks, null, 0)
        : doubted;
  }

  private ServerTime doubting(Estimate told) {
    return doubt != null && doubt.agrees(told)
        ? new ServerTime(held, agreedAt, doubt.better(told), doubts + 1)
        : new ServerTime(held, agreedAt, told, 1);
  }

  /** The API server's time at these ticks. */
  Instant at(long ticks) {
    return Instant.EPOCH.plus(Duration.ofNanos(held.now(ticks) + ticks));
  }
}
