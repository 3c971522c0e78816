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
}
