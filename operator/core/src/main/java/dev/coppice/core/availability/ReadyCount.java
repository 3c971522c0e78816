package dev.coppice.core.availability;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.core.pod.PodState;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * How many pods of a clique are Ready, and what follows from it.
 *
 * @param ready the live ones that are
 * @param units how much they are where they are compared with a minimum
 * @param history what the clique has once reached, this count included
 * @param breach the condition MinAvailableBreached, still without its transition time
 */
public record ReadyCount(int ready, int units, AvailabilityHistory history, Condition breach) {

  /**
   * Counts the pods of a clique.
   *
   * @param group the scaling group that the clique is a member of; empty for none in view
   */
  public static ReadyCount of(
      PodClique clique, Optional<PodCliqueScalingGroup> group, Collection<PodState> pods) {
    List<PodState> ready = pods.stream().filter(pod -> pod.live() && pod.ready()).toList();
    int units = Units.of(clique).count(ready, _ -> true);
    AvailabilityHistory history =
        AvailabilityHistory.of(clique.statusOrEmpty())
            .with(units, MinAvailable.of(clique), Breaches.isUpdating(clique, group));
    return new ReadyCount(
        ready.size(), units, history, CliqueBreach.of(clique, group, history, units));
  }
}
