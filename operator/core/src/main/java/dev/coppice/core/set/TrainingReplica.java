package dev.coppice.core.set;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.ReleasedPodClique;
import dev.coppice.api.set.ReplicaAttempt;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.training.AttemptMark;
import dev.coppice.core.training.AttemptMark.Run;
import dev.coppice.core.training.AttemptReports;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One replica of a training job, in the attempt that the set has recorded.
 *
 * @param attempt the record
 * @param wanted the names of the PodCliques that the template demands
 * @param cliques the PodCliques in view, terminating ones included, and those that take part
 *     whoever controls them; what they say about another attempt is left out
 */
record TrainingReplica(ReplicaAttempt attempt, Set<String> wanted, List<PodClique> cliques) {

  static TrainingReplica of(SetView view, int replica) {
    ReplicaAttempt attempt = AttemptReports.of(view.status(), replica);
    return new TrainingReplica(
        attempt,
        view.wantedNames(replica),
        view.podCliques().ofReplica(replica, attempt.podCliques()).toList());
  }

  int index() {
    return attempt.replicaIndex();
  }

  boolean isReleased() {
    return !attempt.podCliques().isEmpty();
  }

  /** The PodCliques that stay. */
  Stream<PodClique> staying() {
    return cliques.stream().filter(clique -> !Ownership.isTerminating(clique));
  }

  /** The very PodClique that takes part, if it stays. */
  Optional<PodClique> find(ReleasedPodClique released) {
    return staying()
        .filter(clique -> clique.getMetadata().getUid().equals(released.uid()))
        .findFirst();
  }

  /** Those that take part and are not in view, in whatever state. */
  List<ReleasedPodClique> missing() {
    Set<String> seen =
        cliques.stream().map(clique -> clique.getMetadata().getUid()).collect(Collectors.toSet());
    return attempt.podCliques().stream()
        .filter(released -> !seen.contains(released.uid()))
        .toList();
  }

  /** Whether a PodClique takes part in the attempt. */
  boolean releases(PodClique clique) {
    return attempt.podCliques().stream()
        .anyMatch(released -> released.uid().equals(clique.getMetadata().getUid()));
  }

  /** Whether every pod of those that take part has exited with 0. */
  boolean hasSucceeded() {
    return isReleased()
        && attempt.podCliques().stream()
            .allMatch(released -> find(released).filter(TrainingReplica::hasSucceeded).isPresent());
  }

  private static boolean hasSucceeded(PodClique clique) {
    return Conditions.isTrue(clique.statusOrEmpty().conditions(), ConditionTypes.SUCCEEDED);
  }

  /** Whether nothing is left of an earlier attempt but what no node will end any more. */
  boolean isAtBarrier() {
    return !isReleased()
        && !attempt.succeeded()
        && isComplete(clique ->
            isTold(clique, Run.HELD)
                && clique.statusOrEmpty().activePods() == clique.statusOrEmpty().stuckPods());
  }

  /** Whether no pod is left after the job has failed; one that hangs is left. */
  boolean hasEnded() {
    return isComplete(
        clique -> isTold(clique, Run.ENDED) && clique.statusOrEmpty().activePods() == 0);
  }

  private boolean isComplete(Predicate<PodClique> which) {
    return staying().count() == cliques.size()
        && wanted.stream()
            .allMatch(name ->
                staying()
                    .filter(clique -> clique.getMetadata().getName().equals(name))
                    .anyMatch(which));
  }

  private boolean isTold(PodClique clique, Run run) {
    return new AttemptMark(attempt.attempt(), run).isReportedBy(clique.statusOrEmpty());
  }

  /** The PodCliques that are to take part in the attempt. */
  List<ReleasedPodClique> toRelease() {
    return staying()
        .filter(clique -> wanted.contains(clique.getMetadata().getName()))
        .map(clique ->
            new ReleasedPodClique(clique.getMetadata().getName(), clique.getMetadata().getUid()))
        .sorted(Comparator.comparing(ReleasedPodClique::name))
        .toList();
  }

  /** The mark that a PodClique of the replica has to bear. */
  AttemptMark markOf(PodClique clique, boolean failing) {
    Run run = releases(clique) ? Run.RELEASED : Run.HELD;
    return new AttemptMark(attempt.attempt(), failing ? Run.ENDED : run);
  }
}
