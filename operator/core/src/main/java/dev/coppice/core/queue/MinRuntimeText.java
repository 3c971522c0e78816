package dev.coppice.core.queue;

import dev.coppice.core.time.GoDuration;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What stands where a minimum runtime may stand. */
public sealed interface MinRuntimeText {

  /** Nothing: what is above decides. */
  record Unset() implements MinRuntimeText {}

  /**
   * A minimum runtime.
   *
   * @param text what stands there
   * @param minRuntime what it means
   */
  record Read(String text, MinRuntime minRuntime) implements MinRuntimeText {

    /** Whether it is a negative length of time, which KAI takes for no protection. */
    public boolean negative() {
      return text.startsWith("-") && minRuntime instanceof MinRuntime.Never;
    }

    /** What its author should know. */
    public Optional<String> warning() {
      return negative() && !text.equals(NEVER)
          ? Optional.of("%s counts as never evictable; write %s".formatted(text, NEVER))
          : Optional.empty();
    }
  }

  /**
   * No minimum runtime. It is told, and counts as unset.
   *
   * @param text what stands there
   * @param why what is wrong with it, and what may stand there
   */
  record Refused(String text, String why) implements MinRuntimeText {}

  /** Never, beside lengths of time. */
  String NEVER = "-1";

  /**
   * What stands in a Queue. KAI reads the same objects, so that only units of Go are taken: one
   * text that Go cannot read hides all queues from KAI.
   */
  static MinRuntimeText ofQueue(@Nullable String text) {
    return read(text, GoDuration::parse, "h, m, s, ms, us and ns");
  }

  /** What the configuration says of a node pool. */
  static MinRuntimeText ofNodePool(@Nullable String text) {
    return read(text, GoDuration::parseWithDays, "w, d, h, m, s, ms, us and ns");
  }

  private static MinRuntimeText read(
      @Nullable String text, Function<String, Duration> notation, String units) {
    if (text == null) {
      return new Unset();
    }
    if (text.equals(NEVER)) {
      return new Read(text, new MinRuntime.Never());
    }
    if (text.length() > GoDuration.LONGEST) {
      return new Refused(text, "may not be more than %d characters".formatted(GoDuration.LONGEST));
    }
    try {
      return new Read(text, MinRuntime.of(notation.apply(text)));
    } catch (IllegalArgumentException e) {
      return new Refused(
          text,
          "%s; must be a length of time in %s such as 10m or 1h30m, 0s to evict at any time, or %s"
                  .formatted(e.getMessage(), units, NEVER)
              + " never to evict");
    }
  }

  /** The minimum runtime; empty where there is none that could be read. */
  default Optional<MinRuntime> value() {
    return this instanceof Read(_, MinRuntime minRuntime)
        ? Optional.of(minRuntime)
        : Optional.empty();
  }
}
