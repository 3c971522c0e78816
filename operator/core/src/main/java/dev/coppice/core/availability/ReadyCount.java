package dev.coppice.core.availability;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.core.pod.PodState;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.Collection;
import java.util.Optional;

/**
 * How many pods of a clique are Ready, and what follows from it.
 *
 * @param ready the live ones that are
 * @param history what the clique has once reached, this count included
 * @param breach the condition MinAvailableBreached, still without its transition time
 */
public record ReadyCount(int ready, AvailabilityHistory history, Condition breach) {

  /**
   * Counts the pods of a clique.
   *
   * @param group the scaling group that the clique is a member of; empty for none in view
   */
  public static ReadyCount of(
      PodClique clique, Optional<PodCliqueScalingGroup> group, Collection<PodState> pods) {
    int ready = Math.toIntExact(pods.stream().filter(pod -> pod.live() && pod.ready()).count());
    AvailabilityHistory history =
        AvailabilityHistory.of(clique.statusOrEmpty())
            .with(ready, MinAvailable.of(clique), Breaches.isUpdating(clique, group));
    return new ReadyCount(ready, history, CliqueBreach.of(clique, group, history, ready));
  }
}
