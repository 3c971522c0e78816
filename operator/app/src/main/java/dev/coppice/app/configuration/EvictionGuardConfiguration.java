package dev.coppice.app.configuration;

import java.util.List;

/**
 * Whose evictions the webhook judges, where it does.
 *
 * @param schedulerUsers as whom schedulers are known to the API server; nobody else is judged
 * @param denyCode the HTTP status by which a scheduler's DELETE is denied: 403, or 404, which it
 *     takes for a pod that is gone already
 */
public record EvictionGuardConfiguration(List<String> schedulerUsers, int denyCode) {

  /** Keeps a copy. */
  public EvictionGuardConfiguration {
    schedulerUsers = List.copyOf(schedulerUsers);
  }
}
