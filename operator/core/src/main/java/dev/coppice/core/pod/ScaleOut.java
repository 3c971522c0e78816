package dev.coppice.core.pod;

import dev.coppice.api.clique.PodFailure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which pod indices are filled. The number of live pods decides how many: first what an update took
 * down, which holds the update up until it is back, then the lowest free indices. One that must
 * wait is waited for: no other one is filled in its place.
 *
 * @param indices to be filled now
 * @param nextRefill when time alone lets the next index be filled; null when none waits for it
 */
public record ScaleOut(List<Integer> indices, @Nullable Instant nextRefill) {

  public ScaleOut {
    indices = List.copyOf(indices);
  }

  /**
   * Decides.
   *
   * @param replicas how many pods there shall be
   * @param taken the indices whose pods were taken down for an update
   * @param pods the clique's pods
   * @param failures what ended pods are remembered for
   */
  public static ScaleOut of(
      int replicas,
      List<Integer> taken,
      List<PodState> pods,
      List<PodFailure> failures,
      Instant now) {
    List<Integer> indices = new ArrayList<>();
    Instant nextRefill = null;
    // An index is free again only when its ended pod is on its way out, or it could end up with
    // two.
    Set<Integer> blocked =
        pods.stream()
            .filter(pod -> pod.ended() && !pod.terminating())
            .map(PodState::index)
            .collect(Collectors.toSet());
    for (int index : missing(replicas, taken, pods)) {
      Optional<Instant> refill =
          TerminalPods.refillAt(failures, index).filter(instant -> now.isBefore(instant));
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

  private static List<Integer> missing(int replicas, List<Integer> taken, List<PodState> pods) {
    Set<Integer> filled =
        pods.stream().filter(PodState::live).map(PodState::index).collect(Collectors.toSet());
    long count = Math.max(0, replicas - pods.stream().filter(PodState::live).count());
    return Stream.concat(taken.stream().sorted(), IntStream.iterate(0, i -> i + 1).boxed())
        .filter(index -> !filled.contains(index))
        .distinct()
        .limit(count)
        .toList();
  }
}
