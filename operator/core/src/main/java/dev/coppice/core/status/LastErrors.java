package dev.coppice.core.status;

import dev.coppice.api.status.LastError;
import dev.coppice.core.reconcile.Failures;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * {@code status.lastErrors}: set by the failures of a reconcile, cleared by a reconcile without
 * any.
 */
public final class LastErrors {

  private LastErrors() {}

  /**
   * The errors of this reconcile; one that stood there before under its code keeps the time it was
   * first seen.
   */
  public static List<LastError> of(List<LastError> before, Failures failures, Instant now) {
    return failures.reasons().stream()
        .map(failure ->
            new LastError(
                failure.code(),
                failure.description(),
                before.stream()
                    .filter(error -> error.code().equals(failure.code()))
                    .map(LastError::observedAt)
                    .findFirst()
                    .orElse(now.truncatedTo(ChronoUnit.SECONDS))))
        .toList();
  }
}
