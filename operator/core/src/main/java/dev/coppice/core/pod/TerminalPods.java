package dev.coppice.core.pod;

import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodFailure;
import dev.coppice.api.clique.PodFailureBuilder;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.status.FirstFew;
import dev.coppice.core.status.Words;
import dev.coppice.core.time.WholeSecond;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Pods that came to their end although they should run. Each is counted in the status before it is
 * deleted and replaced, so that an index that fails again and again is filled ever more slowly, and
 * no restart of the operator forgets it.
 */
public final class TerminalPods {

  private static final Duration FIRST_DELAY = Duration.ofSeconds(10);
  private static final Duration LONGEST_DELAY = Duration.ofMinutes(5);
  private static final Duration WELL_AFTER = Duration.ofMinutes(10);
  private static final int WITH_WORDS = 20;

  private TerminalPods() {}

  /** The record with every ended pod in it that was not counted yet. */
  public static List<PodFailure> counted(
      List<PodFailure> before, List<PodState> pods, Instant now) {
    Map<Integer, PodFailure> byIndex = new TreeMap<>();
    before.forEach(failure -> byIndex.put(failure.index(), failure));
    for (PodState pod : toCount(pods)) {
      PodFailure known = byIndex.get(pod.index());
      if (known == null || !known.podUid().equals(pod.uid())) {
        byIndex.put(pod.index(), failure(pod, known == null ? 1 : known.count() + 1, now));
      }
    }
    return sorted(withFewWords(byIndex.values()));
  }

  /** What is stored; a failure that is still to come counts as one of now. */
  public static List<PodFailure> stored(List<PodFailure> failures, Instant now) {
    return failures.stream()
        .map(failure ->
            WholeSecond.isToCome(failure.lastFailureTime(), now)
                ? failedAt(failure, WholeSecond.notToCome(failure.lastFailureTime(), now))
                : failure)
        .toList();
  }

  private static PodFailure failedAt(PodFailure failure, Instant seen) {
    Duration delay = delay(failure.count());
    return PodFailureBuilder.builder(failure)
        .lastFailureTime(seen)
        .nextTry(delay.isZero() ? null : seen.plus(delay))
        .build();
  }

  private static PodFailure failure(PodState pod, int count, Instant now) {
    PodTrouble.End end = PodTrouble.end(pod.pod());
    Instant seen = WholeSecond.notBefore(now);
    Duration delay = delay(count);
    return new PodFailure(
        pod.index(),
        count,
        seen,
        pod.uid(),
        delay.isZero() ? null : seen.plus(delay),
        end.reason(),
        end.container(),
        end.exitCode(),
        pod.name(),
        end.message());
  }

  // A status has to fit whatever fails at once; the newest failures are those that are asked for.
  private static List<PodFailure> withFewWords(Collection<PodFailure> failures) {
    List<PodFailure> newestFirst =
        failures.stream()
            .sorted(Comparator.comparing(PodFailure::lastFailureTime).reversed())
            .toList();
    return Stream.concat(
            newestFirst.stream().limit(WITH_WORDS),
            newestFirst.stream().skip(WITH_WORDS).map(TerminalPods::withoutWords))
        .toList();
  }

  private static PodFailure withoutWords(PodFailure failure) {
    return PodFailureBuilder.builder(failure).podName(null).message(null).build();
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

  private static List<PodFailure> sorted(List<PodFailure> failures) {
    return failures.stream().sorted(Comparator.comparingInt(PodFailure::index)).toList();
  }

  /** When an index that failed may have a pod again. */
  public static Instant refillAt(PodFailure failure) {
    return failure.lastFailureTime().plus(delay(failure.count()));
  }

  /** With what the last pod of an index ended, such as "exit code 137 (OOMKilled)". */
  public static Optional<String> last(PodFailure failure) {
    return PodTrouble.ended(failure.exitCode(), failure.reason());
  }

  /** The event that tells of pods that have been counted just now; empty if none has. */
  public static Optional<PlannedEvent> event(List<PodFailure> before, List<PodFailure> after) {
    List<PodFailure> counted = after.stream().filter(failure -> isNews(failure, before)).toList();
    if (counted.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new PlannedEvent(
            true,
            EventReasons.POD_FAILED,
            "%s failed: %s; %s"
                .formatted(
                    Words.count(counted.size(), "pod"),
                    FirstFew.of(counted.stream().map(TerminalPods::describe).toList()),
                    replacement(counted))));
  }

  private static boolean isNews(PodFailure failure, List<PodFailure> before) {
    return before.stream().noneMatch(known -> known.podUid().equals(failure.podUid()));
  }

  private static String describe(PodFailure failure) {
    return "%s (index %d)%s%s"
        .formatted(
            failure.podName() == null ? "pod" : failure.podName(),
            failure.index(),
            last(failure).map(last -> ": " + last).orElse(""),
            failure.message() == null ? "" : ": " + failure.message());
  }

  private static String replacement(List<PodFailure> counted) {
    return counted.stream()
        .map(PodFailure::nextTry)
        .flatMap(Stream::ofNullable)
        .max(Comparator.naturalOrder())
        .map(last ->
            counted.size() == 1
                ? "again at " + Words.time(last)
                : "the last of them again at " + Words.time(last))
        .orElse("replaced at once");
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

  /**
   * The record without the indices that are scaled away: they have no pod, and none is to be made.
   */
  public static List<PodFailure> ofKept(
      List<PodFailure> failures, List<PodState> pods, ScaleOut.Wanted wanted) {
    if (failures.isEmpty()) {
      return failures;
    }
    // One that has ended and is still there would be counted again.
    Set<Integer> held = PodState.indices(pods, pod -> !pod.terminating());
    IntPredicate lacking = wanted.lacking(pods);
    return failures.stream()
        .filter(failure -> held.contains(failure.index()) || lacking.test(failure.index()))
        .toList();
  }

  /** The record without the indices that are well again. */
  public static List<PodFailure> remembered(
      List<PodFailure> failures, List<PodState> pods, Instant now) {
    Map<Integer, Instant> readySince = readySince(failures, pods, now);
    return failures.stream()
        .filter(failure ->
            forgetAt(failure, readySince).filter(instant -> !now.isBefore(instant)).isEmpty())
        .toList();
  }

  /** When the next index will be well again, if nothing happens to it; empty when none can be. */
  public static Optional<Instant> nextForgotten(
      List<PodFailure> failures, List<PodState> pods, Instant now) {
    Map<Integer, Instant> readySince = readySince(failures, pods, now);
    return failures.stream()
        .flatMap(failure -> forgetAt(failure, readySince).stream())
        .min(Comparator.naturalOrder());
  }

  private static Optional<Instant> forgetAt(PodFailure failure, Map<Integer, Instant> readySince) {
    return Optional.ofNullable(readySince.get(failure.index()))
        .map(since -> since.isAfter(failure.lastFailureTime()) ? since : failure.lastFailureTime())
        .map(since -> since.plus(WELL_AFTER));
  }

  private static Map<Integer, Instant> readySince(
      List<PodFailure> failures, List<PodState> pods, Instant now) {
    if (failures.isEmpty()) {
      return Map.of();
    }
    Set<Integer> failed = failures.stream().map(PodFailure::index).collect(Collectors.toSet());
    Map<Integer, Instant> since = new HashMap<>();
    for (PodState pod : pods) {
      if (pod.live() && failed.contains(pod.index())) {
        pod.readySince()
            .map(told -> pod.nodeClock().latest(told, now))
            .ifPresent(ready ->
                since.merge(pod.index(), ready, (one, other) -> one.isBefore(other) ? one : other));
      }
    }
    return since;
  }
}
