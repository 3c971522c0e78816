package dev.coppice.benchmark.site;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** An operator as a process on this machine, which can be weighed and started anew. */
public interface MeasuredOperator extends AutoCloseable {

  /**
   * How a start went.
   *
   * @param launched just before the process existed
   * @param ready when it said that it was ready; empty for one that says nothing
   */
  record Start(Instant launched, Optional<Instant> ready) {}

  /** Asks it to end (SIGTERM) and waits until it has. */
  void stop();

  /** Starts it again, as it was, after it has ended. */
  Start start();

  /** Whether its process runs; one that nobody stopped and that does not run has failed. */
  boolean alive();

  /** Its process as it runs now. */
  long pid();

  /** What it weighs now, with all that it has started. */
  default ProcessMemory memory() {
    return ProcessTree.of(pid()).memory();
  }

  /** How much CPU time it has used since its last start, with all that it has started. */
  default Duration cpu() {
    return ProcessTree.of(pid()).cpu();
  }

  /** How it was started, for people. */
  String description();

  @Override
  void close();
}
