package dev.coppice.core.time;

import java.time.Duration;

/**
 * How long to wait between tries: pauses that double from the first to the longest.
 *
 * @param first pause, after the first failure
 * @param longest no pause is longer
 */
public record BackOff(Duration first, Duration longest) {

  private static final int MOST_DOUBLINGS = 30;

  /** The pause after this many failures in a row, at least one. */
  public Duration after(int failures) {
    int doublings = Math.min(failures - 1, MOST_DOUBLINGS);
    Duration doubled = first.multipliedBy(1L << doublings);
    return doubled.compareTo(longest) < 0 ? doubled : longest;
  }
}
