package dev.coppice.core.time;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Instants as Kubernetes stores them: in whole seconds. */
public final class WholeSecond {

  private WholeSecond() {}

  /** The first that is not before an instant: what is counted from it is never shortened. */
  public static Instant notBefore(Instant instant) {
    Instant down = instant.truncatedTo(ChronoUnit.SECONDS);
    return down.equals(instant) ? instant : down.plusSeconds(1);
  }

  /** Whether a stored instant is later than any that is stored now. */
  public static boolean isToCome(Instant stored, Instant now) {
    return stored.isAfter(notBefore(now));
  }

  /** A stored instant; one that is still to come counts as now. */
  public static Instant notToCome(Instant stored, Instant now) {
    return isToCome(stored, now) ? now.truncatedTo(ChronoUnit.SECONDS) : stored;
  }
}
