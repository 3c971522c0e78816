package dev.coppice.benchmark;

import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * What is told while the measurements go on.
 *
 * @param out where to
 * @param verbose whether details are told too
 * @param clock tells the time
 * @param start when it began
 */
record Narration(PrintStream out, boolean verbose, Clock clock, Instant start) {

  static Narration to(PrintStream out, boolean verbose, Clock clock) {
    return new Narration(out, verbose, clock, clock.instant());
  }

  void step(String what) {
    out.printf("[%4d s] %s%n", Duration.between(start, clock.instant()).toSeconds(), what);
  }

  void detail(Supplier<String> what) {
    if (verbose) {
      step(what.get());
    }
  }
}
