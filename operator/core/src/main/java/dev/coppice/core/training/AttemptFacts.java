package dev.coppice.core.training;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.training.AttemptMark.Run;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a PodClique of a training job shows of its attempt, whatever its set has recorded.
 *
 * @param name the name of the PodClique
 * @param uid its UID
 * @param created when it was made; far in the past if nobody says
 * @param isControlled whether the set, or a scaling group of it, controls it
 * @param mark what it was told; what it reports, or its pods show, if that is lost
 * @param isObeyed whether its report, or a pod, shows that the mark was recorded: nobody obeys
 *     another one
 * @param hasSucceeded whether it reports that all its work is done
 * @param runs whether it has a pod of the attempt that has neither ended nor was told to
 * @param startTime when its first pod started, as it reports
 * @param oldest when the oldest pod of the attempt was made; null if there is none in view
 */
public record AttemptFacts(
    String name,
    String uid,
    Instant created,
    boolean isControlled,
    AttemptMark mark,
    boolean isObeyed,
    boolean hasSucceeded,
    boolean runs,
    @Nullable Instant startTime,
    @Nullable Instant oldest) {

  /**
   * What is shown by a PodClique and its pods; empty if none of them shows an attempt.
   *
   * @param visible the pods in view; empty if nobody has looked at them, and then what the
   *     PodClique says is believed
   */
  public static Optional<AttemptFacts> of(
      PodClique clique, boolean isControlled, Optional<Collection<Pod>> visible) {
    List<PodState> pods =
        visible.stream()
            .flatMap(Collection::stream)
            .filter(pod -> Relatives.names(pod, Labels.POD_CLIQUE, clique))
            .filter(
                pod -> Ownership.isControlledBy(pod, clique) || Ownership.controller(pod).isEmpty())
            .map(PodState::of)
            .toList();
    PodCliqueStatus status = clique.statusOrEmpty();
    return AttemptMark.of(clique)
        .or(() -> AttemptMark.reported(status))
        .or(() -> shown(pods))
        .map(mark -> {
          List<PodState> own =
              pods.stream()
                  .filter(pod ->
                      TrackedPods.attempt(pod.pod())
                          .filter(attempt -> attempt == mark.attempt())
                          .isPresent())
                  .toList();
          boolean runs =
              visible.isEmpty()
                  ? mark.isOf(status) && status.activePods() > 0
                  : own.stream().anyMatch(PodState::live);
          return new AttemptFacts(
              clique.getMetadata().getName(),
              clique.getMetadata().getUid(),
              created(clique),
              isControlled,
              mark,
              visible.isEmpty()
                  || mark.isReportedBy(status)
                  || (mark.run() == Run.RELEASED && !own.isEmpty()),
              mark.isOf(status) && Conditions.isTrue(status.conditions(), ConditionTypes.SUCCEEDED),
              runs,
              status.startTime(),
              own.stream().map(PodState::created).min(Comparator.naturalOrder()).orElse(null));
        });
  }

  // Pods are made for nothing but an attempt that may run.
  private static Optional<AttemptMark> shown(List<PodState> pods) {
    return pods.stream()
        .filter(PodState::live)
        .flatMap(pod -> TrackedPods.attempt(pod.pod()).stream())
        .max(Comparator.naturalOrder())
        .map(attempt -> new AttemptMark(attempt, Run.RELEASED));
  }

  private static Instant created(PodClique clique) {
    String created = clique.getMetadata().getCreationTimestamp();
    return created == null ? Instant.EPOCH : Instant.parse(created);
  }

  /** Whether it may run in an attempt. */
  boolean isReleasedIn(int attempt) {
    return mark.attempt() == attempt && mark.run() == Run.RELEASED;
  }
}
