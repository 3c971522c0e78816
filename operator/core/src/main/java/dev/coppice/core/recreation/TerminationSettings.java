package dev.coppice.core.recreation;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an administrator decides about gang termination.
 *
 * @param defaultDelay for sets that name none; null leaves those alone
 */
public record TerminationSettings(@Nullable Duration defaultDelay) {

  /** What applies when nothing is said. */
  public static final TerminationSettings DEFAULTS = new TerminationSettings(null);
}
