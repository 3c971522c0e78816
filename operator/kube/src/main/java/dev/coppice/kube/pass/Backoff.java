package dev.coppice.kube.pass;

import java.time.Duration;

/** How long a pass that has to be repeated waits: it never gives up. */
final class Backoff {

  private static final Duration FIRST = Duration.ofMillis(50);
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final int DOUBLINGS_TO_LONGEST = 10;

  private Backoff() {}

  /**
   * The wait after a number of passes in a row that all have to be repeated.
   *
   * @param tries at least 1
   */
  static Duration after(int tries) {
    Duration wait = FIRST.multipliedBy(1L << Math.min(tries - 1, DOUBLINGS_TO_LONGEST));
    return wait.compareTo(LONGEST) < 0 ? wait : LONGEST;
  }
}
