package dev.coppice.core.training;

import dev.coppice.api.Labels;
import dev.coppice.api.set.AttemptFailure;
import dev.coppice.api.set.ReplicaAttempt;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Pods of a training job that have not ended and are Ready no more, most often with their node.
 * Nobody writes down how they end, because their attempt is over before they do.
 */
public final class LostPods {

  private static final String NOT_READY = "NotReady";

  private LostPods() {}

  /** What is left to read of those that were seen in the attempt of a replica. */
  public static Stream<AttemptFailure> traces(
      Snapshot<?> snapshot, ReplicaAttempt of, Instant now) {
    return snapshot
        .observed()
        .all(Pod.class)
        .filter(pod ->
            Relatives.label(pod, Labels.SET_REPLICA_INDEX)
                .filter(Integer.toString(of.replicaIndex())::equals)
                .isPresent())
        .filter(
            pod -> TrackedPods.attempt(pod).filter(attempt -> attempt == of.attempt()).isPresent())
        .map(PodState::of)
        .filter(pod -> !pod.ended() && !pod.works())
        .flatMap(pod ->
            lostAt(pod).map(lost -> trace(of, pod, pod.nodeClock().latest(lost, now))).stream());
  }

  // One that has yet to start was not lost.
  private static Optional<Instant> lostAt(PodState pod) {
    return Optional.ofNullable(pod.pod().getStatus()).stream()
        .flatMap(status -> status.getConditions().stream())
        .filter(condition -> "Ready".equals(condition.getType()))
        .map(PodCondition::getLastTransitionTime)
        .filter(time -> time != null && pod.phase() == PodState.Phase.RUNNING)
        .map(Instant::parse)
        .findFirst();
  }

  private static AttemptFailure trace(ReplicaAttempt of, PodState pod, Instant lost) {
    return new AttemptFailure(
        of.replicaIndex(),
        of.attempt(),
        pod.name(),
        pod.pod().getSpec() == null ? null : pod.pod().getSpec().getNodeName(),
        null,
        null,
        NOT_READY,
        lost);
  }
}
