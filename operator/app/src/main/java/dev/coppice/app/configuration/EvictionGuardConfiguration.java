package dev.coppice.app.configuration;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Whose evictions the webhook judges, where it does.
 *
 * @param schedulerUsers as whom schedulers are known to the API server; nobody else is judged
 * @param denyCode the HTTP status by which a scheduler's DELETE is denied: 403, or 404, which it
 *     takes for a pod that is gone already
 * @param wakeUp what has a scheduler look again at a pod that was held back, once it may have a
 *     place
 */
public record EvictionGuardConfiguration(List<String> schedulerUsers, int denyCode, WakeUp wakeUp) {

  /** What has a scheduler look again. */
  public enum WakeUp {
    /** What the scheduler waits for by itself. */
    @JsonProperty("None")
    NONE,
    /** A nomination that is taken back at once, of pods of the operator. */
    @JsonProperty("Nomination")
    NOMINATION
  }

  /** Keeps a copy. */
  public EvictionGuardConfiguration {
    schedulerUsers = List.copyOf(schedulerUsers);
  }
}
