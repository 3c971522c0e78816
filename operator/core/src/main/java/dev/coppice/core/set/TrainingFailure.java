package dev.coppice.core.set;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.FailedIndex;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.AttemptFailure;
import dev.coppice.api.set.ReleasedPodClique;
import dev.coppice.core.availability.Breaches;
import dev.coppice.core.pod.PodTrouble;
import dev.coppice.core.recreation.TerminationDelays;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.FirstFew;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Why a replica of a training job is to be restarted.
 *
 * @param replica index of the replica
 * @param podClique the PodClique that failed
 * @param due when it is restarted
 * @param evidence what has to be looked at before anybody believes it
 * @param cause what happened, for people
 */
record TrainingFailure(
    int replica, String podClique, Instant due, Evidence evidence, String cause) {

  /** Of several for one replica the one that ends the attempt. */
  static final Comparator<TrainingFailure> FIRST_DUE =
      Comparator.comparing((TrainingFailure failure) -> failure.due)
          .thenComparing(TrainingFailure::evidence)
          .thenComparing(TrainingFailure::podClique);

  /** What a failure is known by. */
  enum Evidence {
    /** It is written down which pods failed, or a PodClique goes. */
    RECORDED,
    /** A PodClique is not in view, which may be late. */
    ABSENCE,
    /** A count that may be older than the pods. */
    OPINION
  }

  /** Every failure of a replica, due or not. */
  static Stream<TrainingFailure> of(TrainingReplica replica, TerminationDelays delays) {
    return replica.attempt().succeeded()
        ? Stream.empty()
        : replica.attempt().podCliques().stream()
            .flatMap(released -> of(replica, released, delays).stream());
  }

  private static Optional<TrainingFailure> of(
      TrainingReplica replica, ReleasedPodClique released, TerminationDelays delays) {
    Optional<PodClique> clique = replica.find(released);
    return clique.isPresent()
        ? breach(replica, clique.get(), delays)
        : Optional.of(absence(replica, released));
  }

  private static TrainingFailure absence(TrainingReplica replica, ReleasedPodClique released) {
    return new TrainingFailure(
        replica.index(),
        released.name(),
        Instant.MIN,
        replica.missing().contains(released) ? Evidence.ABSENCE : Evidence.RECORDED,
        "PodClique %s was deleted".formatted(released.name()));
  }

  private static Optional<TrainingFailure> breach(
      TrainingReplica replica, PodClique clique, TerminationDelays delays) {
    if (!replica.markOf(clique, false).isReportedBy(clique.statusOrEmpty())) {
      return Optional.empty();
    }
    List<Condition> conditions = clique.statusOrEmpty().conditions();
    return Breaches.since(conditions)
        .flatMap(since ->
            delays
                .ofClique(clique)
                .map(delay ->
                    new TrainingFailure(
                        replica.index(),
                        clique.getMetadata().getName(),
                        due(since, delay),
                        isRecorded(clique, conditions) ? Evidence.RECORDED : Evidence.OPINION,
                        cause(clique, conditions))));
  }

  // The beginning of a breach is rounded up, and no delay is none.
  private static Instant due(Instant since, Duration delay) {
    return delay.isZero() ? Instant.MIN : since.plus(delay);
  }

  private static boolean isRecorded(PodClique clique, List<Condition> conditions) {
    return Conditions.find(conditions, ConditionTypes.MIN_AVAILABLE_BREACHED)
        .filter(breach -> ConditionReasons.PODS_FAILED.equals(breach.getReason()))
        .filter(_ -> broken(clique).findAny().isPresent())
        .isPresent();
  }

  private static String cause(PodClique clique, List<Condition> conditions) {
    List<String> pods = broken(clique).map(TrainingFailure::describe).toList();
    return "PodClique %s: %s"
        .formatted(
            clique.getMetadata().getName(),
            pods.isEmpty()
                ? Conditions.find(conditions, ConditionTypes.MIN_AVAILABLE_BREACHED)
                    .map(Condition::getMessage)
                    .orElse("")
                : FirstFew.of(pods));
  }

  private static Stream<FailedIndex> broken(PodClique clique) {
    return clique.statusOrEmpty().failedIndexes().stream().filter(index -> !index.healed());
  }

  private static String describe(FailedIndex index) {
    return "pod %s failed%s"
        .formatted(
            index.pod(),
            PodTrouble.ended(index.exitCode(), index.reason()).map(": "::concat).orElse(""));
  }

  /** What is left to read of the pods of a replica that failed in its attempt. */
  static Stream<AttemptFailure> traces(TrainingReplica replica) {
    return replica
        .staying()
        .flatMap(TrainingFailure::broken)
        .map(index ->
            new AttemptFailure(
                replica.index(),
                replica.attempt().attempt(),
                index.pod(),
                index.node(),
                index.container(),
                index.exitCode(),
                index.reason(),
                index.finishedAt()));
  }
}
