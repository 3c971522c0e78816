package dev.coppice.core.pod;

import dev.coppice.api.clique.PodFailure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which pod indices are filled. The number of live pods decides how many; the lowest free indices
 * are taken. One that must wait is waited for: no higher one is filled in its place.
 *
 * @param indices to be filled now
 * @param nextRefill when time alone lets the next index be filled; null when none waits for it
 */
record ScaleOut(List<Integer> indices, @Nullable Instant nextRefill) {

  ScaleOut {
    indices = List.copyOf(indices);
  }

  /** Decides. */
  static ScaleOut of(int replicas, List<PodState> pods, List<PodFailure> failures, Instant now) {
    List<Integer> indices = new ArrayList<>();
    Instant nextRefill = null;
    // An index is free again only when its ended pod is on its way out, or it could end up with
    // two.
    Set<Integer> blocked =
        pods.stream()
            .filter(pod -> pod.ended() && !pod.terminating())
            .map(PodState::index)
            .collect(Collectors.toSet());
    for (int index : missing(replicas, pods)) {
      Optional<Instant> refill =
          EndedPods.refillAt(failures, index).filter(instant -> now.isBefore(instant));
      if (blocked.contains(index)) {
        continue;
      }
      if (refill.isEmpty()) {
        indices.add(index);
      } else if (nextRefill == null || refill.get().isBefore(nextRefill)) {
        nextRefill = refill.get();
      }
    }
    return new ScaleOut(indices, nextRefill);
  }

  /** The indices that lack a pod: as many as pods are missing, the lowest free ones. */
  static List<Integer> missing(int replicas, List<PodState> pods) {
    Set<Integer> taken =
        pods.stream().filter(PodState::live).map(PodState::index).collect(Collectors.toSet());
    long count = replicas - pods.stream().filter(PodState::live).count();
    List<Integer> missing = new ArrayList<>();
    for (int index = 0; missing.size() < count; index++) {
      if (!taken.contains(index)) {
        missing.add(index);
      }
    }
    return missing;
  }
}
