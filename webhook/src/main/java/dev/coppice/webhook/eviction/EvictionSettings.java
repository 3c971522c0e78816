package dev.coppice.webhook.eviction;

import dev.coppice.core.queue.QueueSettings;
import dev.coppice.core.queue.victim.ElasticSelection;
import dev.coppice.core.queue.victim.UnknownPreemptor.Benefit;
import java.util.Set;

/**
 * What an administrator decides about evictions.
 *
 * @param asked whether a scheduler asks before it evicts; the guard alone does not know for whom a
 *     pod is to go
 * @param queues what is said about queues and minimum runtimes
 * @param selection which pods a protected gang gives up
 * @param schedulers the users whose evictions are guarded, and nobody else's
 * @param deleteDenialCode the HTTP status by which a DELETE is denied
 * @param wakes whether a scheduler is made to look again at a pod of ours that was held back, as
 *     soon as it may have a place
 */
public record EvictionSettings(
    boolean asked,
    QueueSettings queues,
    ElasticSelection selection,
    Set<String> schedulers,
    int deleteDenialCode,
    boolean wakes) {

  /** Keeps a copy. */
  public EvictionSettings {
    schedulers = Set.copyOf(schedulers);
  }

  /** Who has the benefit of the doubt where nobody says for whom a pod is to go. */
  Benefit benefit() {
    return asked ? Benefit.PREEMPTOR : Benefit.VICTIM;
  }
}
