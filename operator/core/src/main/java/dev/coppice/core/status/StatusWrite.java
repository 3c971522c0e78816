package dev.coppice.core.status;

import dev.coppice.core.reconcile.Memory;
import dev.coppice.core.reconcile.Pending;
import dev.coppice.core.reconcile.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a computed status is written in this reconcile. What nobody waits for is written at the
 * trailing edge of an interval, together with all that came since, so that a thousand pods turning
 * ready do not cost a thousand writes.
 */
public sealed interface StatusWrite {

  /** How long an unimportant change may stay unwritten. */
  Duration INTERVAL = Duration.ofMillis(500);

  /** The same for a change of nothing but the words of conditions that are for people. */
  Duration WORDS_INTERVAL = Duration.ofSeconds(10);

  /** The same for words that a scheduler rewrites with every try. */
  Duration SCHEDULER_INTERVAL = Duration.ofMinutes(1);

  /** The stored status says it all. */
  record Unchanged() implements StatusWrite {}

  /** Write in this reconcile. */
  record Now() implements StatusWrite {}

  /** Write at that instant, with all that has changed until then. */
  record At(Instant due, Pending pending) implements StatusWrite {}

  /**
   * Decides.
   *
   * @param changed whether the computed status differs from the stored one
   * @param urgent whether a user or another object waits for one of the differences
   * @param words how long the difference may wait if it is one of words; null if it is more
   */
  static StatusWrite decide(
      boolean changed, boolean urgent, @Nullable Duration words, Memory memory, Instant now) {
    if (!changed) {
      return new Unchanged();
    }
    if (urgent) {
      return new Now();
    }
    Pending pending = words == null ? Pending.STATUS : Pending.WORDS;
    Instant since = pending.since(memory);
    Instant due = (since == null ? now : since).plus(words == null ? INTERVAL : words);
    return now.isBefore(due) ? new At(due, pending) : new Now();
  }

  /**
   * A write of words that waits already and is not due, so that nothing need be computed yet.
   *
   * @param words how long it may wait
   */
  static Optional<StatusWrite> awaited(Duration words, Memory memory, Instant now) {
    return Optional.ofNullable(Pending.WORDS.since(memory))
        .map(since -> since.plus(words))
        .filter(now::isBefore)
        .map(due -> new At(due, Pending.WORDS));
  }

  /**
   * Plans what was decided.
   *
   * @param write adds the write with its events
   */
  default void plan(Plan.Builder plan, Runnable write) {
    switch (this) {
      case Unchanged _ -> {}
      case Now _ -> write.run();
      case At(Instant due, Pending pending) -> plan.requeueAt(due).pending(pending);
    }
  }
}
