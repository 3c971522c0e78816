package dev.coppice.testkit;

import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * One line a step, with the seconds since the start.
 *
 * @param out where to
 * @param clock tells the time
 * @param start when the script began
 */
record Progress(PrintStream out, Clock clock, Instant start) {

  void step(String what) {
    out.printf("[%4d s] %s%n", seconds(), what);
  }

  long seconds() {
    return Duration.between(start, clock.instant()).toSeconds();
  }
}
