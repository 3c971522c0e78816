package dev.coppice.core.pod;

import dev.coppice.api.clique.PodFailure;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
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
   * What a clique is to have.
   *
   * @param replicas how many pods there shall be
   * @param taken the indices whose pods were taken down for an update
   * @param divided whether each index below {@code replicas} is a place in a subgroup: then every
   *     one is filled, and no other
   */
  public record Wanted(int replicas, List<Integer> taken, boolean divided) {

    public Wanted {
      taken = List.copyOf(taken);
    }

    /**
     * Which indices are to be filled, whatever they wait for: the same as those that are missing,
     * however many that are.
     */
    IntPredicate lacking(List<PodState> pods) {
      Set<Integer> filled = PodState.indices(pods, PodState::live);
      if (divided) {
        return index -> index >= 0 && index < replicas && !filled.contains(index);
      }
      long count = Math.max(0, replicas - pods.stream().filter(PodState::live).count());
      Set<Integer> first =
          taken.stream()
              .filter(index -> !filled.contains(index))
              .sorted()
              .distinct()
              .limit(count)
              .collect(Collectors.toSet());
      NavigableSet<Integer> held = new TreeSet<>(filled);
      held.addAll(first);
      return index ->
          first.contains(index)
              || (index >= 0
                  && !held.contains(index)
                  && index - held.subSet(0, index).size() < count - first.size());
    }

    private List<Integer> missing(List<PodState> pods) {
      Set<Integer> filled = PodState.indices(pods, PodState::live);
      if (divided) {
        return IntStream.range(0, replicas)
            .filter(index -> !filled.contains(index))
            .boxed()
            .toList();
      }
      long count = Math.max(0, replicas - pods.stream().filter(PodState::live).count());
      return Stream.concat(taken.stream().sorted(), IntStream.iterate(0, i -> i + 1).boxed())
          .filter(index -> !filled.contains(index))
          .distinct()
          .limit(count)
          .toList();
    }
  }

  /**
   * Decides.
   *
   * @param wanted which indices are without a pod
   * @param pods the clique's pods
   * @param failures what ended pods are remembered for
   */
  public static ScaleOut of(
      Wanted wanted, List<PodState> pods, List<PodFailure> failures, Instant now) {
    List<Integer> free = free(wanted, pods);
    return new ScaleOut(
        free.stream().filter(index -> awaited(failures, index, now).isEmpty()).toList(),
        awaited(free, failures, now).map(TerminalPods::refillAt).orElse(null));
  }

  /** The failure for which the next index has to wait that time alone lets be filled. */
  public static Optional<PodFailure> awaited(
      Wanted wanted, List<PodState> pods, List<PodFailure> failures, Instant now) {
    return awaited(free(wanted, pods), failures, now);
  }

  private static Optional<PodFailure> awaited(
      List<Integer> free, List<PodFailure> failures, Instant now) {
    return free.stream()
        .flatMap(index -> awaited(failures, index, now).stream())
        .min(Comparator.comparing(TerminalPods::refillAt));
  }

  private static Optional<PodFailure> awaited(List<PodFailure> failures, int index, Instant now) {
    return failures.stream()
        .filter(failure -> failure.index() == index)
        .filter(failure -> now.isBefore(TerminalPods.refillAt(failure)))
        .findFirst();
  }

  // An index is free again only when its ended pod is on its way out, or it could end up with two.
  private static List<Integer> free(Wanted wanted, List<PodState> pods) {
    Set<Integer> blocked =
        pods.stream()
            .filter(pod -> pod.ended() && !pod.terminating())
            .map(PodState::index)
            .collect(Collectors.toSet());
    return wanted.missing(pods).stream().filter(index -> !blocked.contains(index)).toList();
  }
}
