package dev.coppice.core.training;

import dev.coppice.api.clique.FailedIndex;
import dev.coppice.api.clique.FailedIndexBuilder;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.pod.PodTrouble;
import dev.coppice.core.time.BackOff;
import dev.coppice.core.time.WholeSecond;
import dev.coppice.core.training.JudgedPod.Standing;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which pod indices of a clique are done in an attempt, and which have failed: what its status
 * records before the pods may go. A success is never taken back, and one pod is counted once.
 *
 * @param completed the indices that exited with 0
 * @param failed the indices that failed, by index
 */
public record IndexAccount(
    NavigableSet<Integer> completed, NavigableMap<Integer, FailedIndex> failed) {

  /** Nothing has ended yet. */
  public static final IndexAccount EMPTY = new IndexAccount(new TreeSet<>(), new TreeMap<>());

  private static final BackOff REPLACEMENT =
      new BackOff(Duration.ofSeconds(10), Duration.ofMinutes(6));

  /** Why a pod failed that has not ended by itself, or has ended well when it was told to go. */
  private static final String DELETED = "Deleted";

  public IndexAccount {
    completed = Collections.unmodifiableNavigableSet(new TreeSet<>(completed));
    failed = Collections.unmodifiableNavigableMap(new TreeMap<>(failed));
  }

  /**
   * What is recorded. An end that is still to come counts as now.
   *
   * @param replicas how many indices there are
   */
  public static IndexAccount of(PodCliqueStatus status, int replicas, Instant now) {
    NavigableMap<Integer, FailedIndex> failed = new TreeMap<>();
    status
        .failedIndexes()
        .forEach(index ->
            failed.put(
                index.index(),
                WholeSecond.isToCome(index.finishedAt(), now)
                    ? FailedIndexBuilder.builder(index)
                        .finishedAt(WholeSecond.notToCome(index.finishedAt(), now))
                        .build()
                    : index));
    return new IndexAccount(Indexes.parse(status.completedIndexes(), replicas), failed);
  }

  /** The account with what pods of the attempt tell beyond it. */
  public IndexAccount with(Collection<JudgedPod> pods, Instant now) {
    NavigableSet<Integer> done = new TreeSet<>(completed);
    NavigableMap<Integer, FailedIndex> broken = new TreeMap<>(failed);
    pods.stream()
        .filter(judged -> judged.pod().index() != PodState.NO_INDEX)
        .sorted(Comparator.comparing(JudgedPod::pod, PodState.YOUNGEST_FIRST.reversed()))
        .forEach(judged -> {
          int index = judged.pod().index();
          FailedIndex known = broken.get(index);
          if (judged.standing() == Standing.SUCCEEDED) {
            done.add(index);
          } else if (judged.standing() == Standing.FAILED && isNews(judged, known, pods)) {
            broken.put(index, failure(judged.pod(), known, now));
          } else if (known != null && isReplacement(judged, known)) {
            broken.put(index, FailedIndexBuilder.builder(known).healed(true).build());
          }
        });
    broken.keySet().removeAll(done);
    return new IndexAccount(done, broken);
  }

  // A pod that is kept no more has been counted, unless nobody took its place.
  private static boolean isNews(
      JudgedPod judged, @Nullable FailedIndex known, Collection<JudgedPod> pods) {
    boolean counted = known != null && known.podUID().equals(judged.pod().uid());
    boolean alone =
        pods.stream().filter(pod -> pod.pod().index() == judged.pod().index()).count() == 1;
    return !counted && (alone || TrackedPods.isTracked(judged.pod().pod()));
  }

  private static boolean isReplacement(JudgedPod judged, FailedIndex known) {
    return !known.healed()
        && !known.podUID().equals(judged.pod().uid())
        && judged.pod().live()
        && judged.pod().works();
  }

  private static FailedIndex failure(PodState state, @Nullable FailedIndex known, Instant now) {
    Pod pod = state.pod();
    PodTrouble.End end = PodTrouble.end(pod);
    boolean failed = end.exitCode() == null ? state.ended() : !isSuccess(end);
    return new FailedIndex(
        state.index(),
        known == null ? 1 : known.failures() + 1,
        false,
        state.uid(),
        state.name(),
        pod.getSpec() == null ? null : pod.getSpec().getNodeName(),
        failed ? end.container() : null,
        failed ? end.exitCode() : null,
        failed ? end.reason() : DELETED,
        finished(pod)
            .map(told -> state.nodeClock().latest(told, now))
            .orElse(now)
            .truncatedTo(ChronoUnit.SECONDS));
  }

  private static boolean isSuccess(PodTrouble.End end) {
    return Objects.equals(end.exitCode(), 0);
  }

  private static Optional<Instant> finished(Pod pod) {
    return Optional.ofNullable(pod.getStatus()).stream()
        .flatMap(status -> status.getContainerStatuses().stream())
        .map(ContainerStatus::getState)
        .filter(state -> state != null && state.getTerminated() != null)
        .map(state -> state.getTerminated().getFinishedAt())
        .filter(Objects::nonNull)
        .map(Instant::parse)
        .max(Comparator.naturalOrder());
  }

  /** Whether a pod has ended here that another account does not know of. */
  public boolean tellsMoreThan(IndexAccount other) {
    return !other.completed.containsAll(completed)
        || failed.entrySet().stream()
            .anyMatch(entry -> {
              FailedIndex known = other.failed.get(entry.getKey());
              return known == null || !known.podUID().equals(entry.getValue().podUID());
            });
  }

  /** The indices that failed and have no Ready replacement. */
  public List<FailedIndex> broken() {
    return failed.values().stream().filter(index -> !index.healed()).toList();
  }

  /** Whether the end of a pod is written down here. */
  public boolean records(JudgedPod judged) {
    FailedIndex known = failed.get(judged.pod().index());
    return judged.standing().isFinal()
        && (completed.contains(judged.pod().index())
            || (known != null && known.podUID().equals(judged.pod().uid())));
  }

  /** When an index that failed may have a pod again; the first time at once. */
  public static Instant refillAt(FailedIndex index) {
    return index.failures() <= 1
        ? index.finishedAt()
        : index.finishedAt().plus(REPLACEMENT.after(index.failures() - 1));
  }
}
