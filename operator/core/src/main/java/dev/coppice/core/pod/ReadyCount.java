package dev.coppice.core.pod;

import io.fabric8.kubernetes.api.model.Condition;

/**
 * How many pods of a clique are Ready, and what follows from it.
 *
 * @param ready the live ones that are
 * @param history what the clique has once reached, this count included
 * @param breach the condition MinAvailableBreached, still without its transition time
 */
record ReadyCount(int ready, AvailabilityHistory history, Condition breach) {

  /** Counts the pods in view. */
  static ReadyCount of(CliqueView view) {
    int ready = Math.toIntExact(view.live().stream().filter(PodState::ready).count());
    AvailabilityHistory history =
        view.history().with(ready, view.minimum(), CliqueBreach.isUpdating(view));
    return new ReadyCount(ready, history, CliqueBreach.of(view, history, ready));
  }
}
