package dev.coppice.core.recreation;

import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Snapshot;
import java.time.Duration;
import java.time.Instant;

/**
 * What follows when pods speak against what is stored. Whoever has to correct that may be unable
 * to, and then no event brings the next look.
 */
public final class Doubt {

  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private Doubt() {}

  /**
   * Looks again after 1 s, 2 s, 4 s and so on, by the time that has passed since the first look.
   */
  public static void lookAgain(Snapshot<?> snapshot, Plan.Builder plan, Instant now) {
    Instant since = snapshot.memory().refutedSince();
    Duration passed = since == null ? Duration.ZERO : Duration.between(since, now);
    Duration wait = passed.plus(FIRST);
    plan.refuted().requeueAt(now.plus(wait.compareTo(LONGEST) < 0 ? wait : LONGEST));
  }
}
