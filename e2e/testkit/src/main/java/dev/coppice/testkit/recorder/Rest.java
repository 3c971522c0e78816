package dev.coppice.testkit.recorder;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Waits until a recorded namespace is at rest: nothing recorded has changed for a while, and the
 * API server knows of nothing that was not recorded.
 *
 * <p>Silence alone does not prove rest, since some writes wait by design. So whoever knows how rest
 * looks says so, and silence of another look is waited out.
 */
public final class Rest {

  /** Longer than a status write waits to be joined with others. */
  public static final Duration QUIET = Duration.ofMillis(700);

  private final Recorder recorder;
  private final Journal journal;
  private final long from;

  Rest(Recorder recorder, Journal journal, long from) {
    this.recorder = recorder;
    this.journal = journal;
    this.from = from;
  }

  /** The same, for which silence up to now does not count: who was dead could not do anything. */
  public Rest fromNow() {
    return new Rest(recorder, journal, System.nanoTime());
  }

  /** Returns the recording as soon as nothing changes; empty if that takes too long. */
  public Optional<Recording> await(Duration quiet, Duration timeout) {
    return await(quiet, timeout, recording -> true);
  }

  /** Returns the recording as soon as nothing changes and it looks as it shall. */
  public Optional<Recording> await(
      Duration quiet, Duration timeout, Predicate<Recording> looksAsItShall) {
    long end = System.nanoTime() + timeout.toNanos();
    try {
      while (journal.awaitQuiet(quiet, from, left(end))) {
        Recording recording = recorder.upToDate();
        if (!journal.awaitQuiet(quiet, from, Duration.ZERO)) {
          continue;
        }
        if (looksAsItShall.test(recording)) {
          return Optional.of(recording);
        }
        int size = recording.events().size();
        if (!journal.await(() -> journal.size() != size, left(end))) {
          return Optional.empty();
        }
      }
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for rest", e);
    }
  }

  private static Duration left(long end) {
    return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
  }
}
