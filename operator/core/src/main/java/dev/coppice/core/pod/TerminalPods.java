package dev.coppice.core.pod;

import dev.coppice.api.clique.PodFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Pods that came to their end although they should run. Each is counted in the status before it is
 * deleted and replaced, so that an index that fails again and again is filled ever more slowly, and
 * no restart of the operator forgets it.
 */
public final class TerminalPods {

  private static final Duration FIRST_DELAY = Duration.ofSeconds(10);
  private static final Duration LONGEST_DELAY = Duration.ofMinutes(5);
  private static final Duration WELL_AFTER = Duration.ofMinutes(10);

  private TerminalPods() {}

  /** The record with every ended pod in it that was not counted yet. */
  public static List<PodFailure> counted(
      List<PodFailure> before, List<PodState> pods, Instant now) {
    Map<Integer, PodFailure> byIndex = new HashMap<>();
    before.forEach(failure -> byIndex.put(failure.index(), failure));
    for (PodState pod : toCount(pods)) {
      PodFailure known = byIndex.get(pod.index());
      if (known == null || !known.podUid().equals(pod.uid())) {
        int count = known == null ? 1 : known.count() + 1;
        byIndex.put(pod.index(), new PodFailure(pod.index(), count, wholeSecond(now), pod.uid()));
      }
    }
    return sorted(byIndex);
  }

  // Two ended pods at one index are one failure of the index: only the youngest is counted.
  private static List<PodState> toCount(List<PodState> pods) {
    Map<Integer, PodState> youngest = new HashMap<>();
    pods.stream()
        .filter(pod -> pod.ended() && !pod.terminating())
        .sorted(PodState.YOUNGEST_FIRST)
        .forEach(pod -> youngest.putIfAbsent(pod.index(), pod));
    return List.copyOf(youngest.values());
  }

  // Stored times have whole seconds; rounding up never shortens a wait.
  private static Instant wholeSecond(Instant now) {
    Instant down = now.truncatedTo(ChronoUnit.SECONDS);
    return down.equals(now) ? now : down.plusSeconds(1);
  }

  private static List<PodFailure> sorted(Map<Integer, PodFailure> byIndex) {
    List<PodFailure> failures = new ArrayList<>(byIndex.values());
    failures.sort(Comparator.comparingInt(PodFailure::index));
    return List.copyOf(failures);
  }

  /** When an index may have a pod again; empty when it never failed. */
  static Optional<Instant> refillAt(List<PodFailure> failures, int index) {
    return failures.stream()
        .filter(failure -> failure.index() == index)
        .findFirst()
        .map(failure -> failure.lastFailureTime().plus(delay(failure.count())));
  }

  private static Duration delay(int count) {
    if (count <= 1) {
      return Duration.ZERO;
    }
    Duration delay = FIRST_DELAY;
    for (int failure = 2; failure < count && delay.compareTo(LONGEST_DELAY) < 0; failure++) {
      delay = delay.multipliedBy(2);
    }
    return delay.compareTo(LONGEST_DELAY) < 0 ? delay : LONGEST_DELAY;
  }

  /** The record without the indices that are well again. */
  public static List<PodFailure> remembered(
      List<PodFailure> failures, List<PodState> pods, Instant now) {
    Map<Integer, Instant> readySince = readySince(pods);
    return failures.stream()
        .filter(failure ->
            forgetAt(failure, readySince).filter(instant -> !now.isBefore(instant)).isEmpty())
        .toList();
  }

  /** When the next index will be well again, if nothing happens to it; empty when none can be. */
  public static Optional<Instant> nextForgotten(List<PodFailure> failures, List<PodState> pods) {
    Map<Integer, Instant> readySince = readySince(pods);
    return failures.stream()
        .flatMap(failure -> forgetAt(failure, readySince).stream())
        .min(Comparator.naturalOrder());
  }

  private static Optional<Instant> forgetAt(PodFailure failure, Map<Integer, Instant> readySince) {
    return Optional.ofNullable(readySince.get(failure.index()))
        .map(since -> since.isAfter(failure.lastFailureTime()) ? since : failure.lastFailureTime())
        .map(since -> since.plus(WELL_AFTER));
  }

  private static Map<Integer, Instant> readySince(List<PodState> pods) {
    Map<Integer, Instant> since = new HashMap<>();
    for (PodState pod : pods) {
      if (pod.live() && pod.readySince() != null) {
        since.merge(
            pod.index(), pod.readySince(), (one, other) -> one.isBefore(other) ? one : other);
      }
    }
    return since;
  }
}
