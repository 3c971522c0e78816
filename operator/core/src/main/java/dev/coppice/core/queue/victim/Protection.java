package dev.coppice.core.queue.victim;

import dev.coppice.core.queue.MinRuntime;
import dev.coppice.core.time.WholeSecond;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a minimum runtime protects a gang. */
public sealed interface Protection {

  /** There is none. */
  record NoMinRuntime() implements Protection {}

  /** The gang does not run yet, so that nothing is lost. */
  record NotStarted() implements Protection {}

  /**
   * The gang has run for longer.
   *
   * @param until the last second in which it was protected
   */
  record Reached(Instant until) implements Protection {}

  /**
   * The gang has not run for longer.
   *
   * @param until the last second in which it is protected
   */
  record NotReached(Instant until) implements Protection {}

  /** It is never evicted. */
  record NeverEvictable() implements Protection {}

  /**
   * Whether a gang is protected now. Both sides count in whole seconds, and none of them shortens
   * what was promised.
   *
   * @param start since when it runs; null if it does not
   */
  static Protection of(MinRuntime minRuntime, @Nullable Instant start, Instant now) {
    return switch (minRuntime) {
      case MinRuntime.Never() -> new NeverEvictable();
      case MinRuntime.None() -> new NoMinRuntime();
      case MinRuntime.AtLeast(Duration length) -> {
        if (start == null) {
          yield new NotStarted();
        }
        Instant until = WholeSecond.notBefore(start.truncatedTo(ChronoUnit.SECONDS).plus(length));
        yield now.truncatedTo(ChronoUnit.SECONDS).isAfter(until)
            ? new Reached(until)
            : new NotReached(until);
      }
    };
  }

  /** Whether pods that the gang needs may not be evicted. */
  default boolean holds() {
    return this instanceof NotReached || this instanceof NeverEvictable;
  }

  /** When time alone ends it: the first instant at which the gang may be evicted. */
  default Optional<Instant> release() {
    return this instanceof NotReached(Instant until)
        ? Optional.of(until.plusSeconds(1))
        : Optional.empty();
  }
}
