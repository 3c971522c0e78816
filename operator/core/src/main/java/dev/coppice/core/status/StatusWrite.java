package dev.coppice.core.status;

import dev.coppice.core.reconcile.Plan;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether a computed status is written in this reconcile. What nobody waits for is written at the
 * trailing edge of an interval, together with all that came since, so that a thousand pods turning
 * ready do not cost a thousand writes.
 */
public sealed interface StatusWrite {

  /** How long an unimportant change may stay unwritten. */
  Duration INTERVAL = Duration.ofMillis(500);

  /** The stored status says it all. */
  record Unchanged() implements StatusWrite {}

  /** Write in this reconcile. */
  record Now() implements StatusWrite {}

  /** Write at that instant, with all that has changed until then. */
  record At(Instant due) implements StatusWrite {}

  /**
   * Decides.
   *
   * @param changed whether the computed status differs from the stored one
   * @param urgent whether a user or another object waits for one of the differences
   * @param statusPendingSince when the first still unwritten change was seen; null = now
   */
  static StatusWrite decide(
      boolean changed, boolean urgent, @Nullable Instant statusPendingSince, Instant now) {
    if (!changed) {
      return new Unchanged();
    }
    Instant due = (statusPendingSince == null ? now : statusPendingSince).plus(INTERVAL);
    return urgent || !now.isBefore(due) ? new Now() : new At(due);
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
      case At(Instant due) -> plan.requeueAt(due).statusPending();
    }
  }
}
