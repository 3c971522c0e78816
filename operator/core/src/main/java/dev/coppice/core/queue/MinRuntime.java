package dev.coppice.core.queue;

import dev.coppice.core.time.GoDuration;
import java.time.Duration;

/** For how long a gang runs before somebody may evict it (seed 001, Detailed Design). */
public sealed interface MinRuntime {

  /** It may be evicted at any time. It is a value: nothing is inherited beyond it. */
  record None() implements MinRuntime {}

  /**
   * It may be evicted once it has run for longer than this.
   *
   * @param length more than 0
   */
  record AtLeast(Duration length) implements MinRuntime {}

  /** It is never evicted. */
  record Never() implements MinRuntime {}

  /** 100 years. KAI knows no word for never; in objects that it reads this stands for it. */
  Duration FOREVER = Duration.ofDays(36_500);

  /** The same as it is written. */
  String FOREVER_TEXT = "876000h";

  /** What a length of time means; a negative one is never, as -1 is. */
  static MinRuntime of(Duration length) {
    if (length.isZero()) {
      return new None();
    }
    return length.isNegative() || length.compareTo(FOREVER) >= 0
        ? new Never()
        : new AtLeast(length);
  }

  /** As it is written in a queue. */
  default String text() {
    return switch (this) {
      case None() -> "0s";
      case AtLeast(Duration length) -> GoDuration.brief(length);
      case Never() -> "-1";
    };
  }
}
