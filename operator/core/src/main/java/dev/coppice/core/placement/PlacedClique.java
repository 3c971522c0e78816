package dev.coppice.core.placement;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.PlacementMembers;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.training.AttemptMark;
import dev.coppice.core.training.AttemptReports;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A PodClique as its placements are decided upon.
 *
 * @param name metadata.name
 * @param uid metadata.uid
 * @param attempt of a training job; null for others
 * @param minimum how many of its pods the gang needs
 * @param bound how many pods have a place, those that are done included
 * @param boundOutside the placement that some of these keep from coming about; null if they keep
 *     none
 */
record PlacedClique(
    String name,
    String uid,
    @Nullable Integer attempt,
    int minimum,
    int bound,
    @Nullable String boundOutside) {

  /** Empty for a PodClique of a training job that has not been told its attempt yet. */
  static Optional<PlacedClique> of(PodClique clique, PodCliqueSet set) {
    if (!set.getSpec().trains()) {
      return Optional.of(of(clique, (Integer) null));
    }
    int replica = ReplicaIndex.of(clique, Labels.SET_REPLICA_INDEX).orElse(0);
    int attempt = AttemptReports.of(set.statusOrEmpty(), replica).attempt();
    return AttemptMark.of(clique)
        .filter(mark -> mark.attempt() == attempt)
        .map(mark -> of(clique, Integer.valueOf(mark.attempt())));
  }

  private static PlacedClique of(PodClique clique, @Nullable Integer attempt) {
    return new PlacedClique(
        clique.getMetadata().getName(),
        clique.getMetadata().getUid(),
        attempt,
        MinAvailable.of(clique),
        clique.statusOrEmpty().scheduledReplicas(),
        clique.statusOrEmpty().boundOutside());
  }

  /** Whether these are pods of it, in the attempt that it is in. */
  boolean isIn(PlacementMembers members) {
    return uid.equals(members.uid()) && Objects.equals(attempt, members.attempt());
  }

  /** Whether a placement lacks members for ever, because pods stand in their place. */
  boolean isBoundOutside(GangPlacement placement) {
    return placement.name().equals(boundOutside);
  }

  /** Its part in a placement that it has behind it: no more pods than have a place. */
  PlacementMembers placedMembers() {
    return new PlacementMembers(name, uid, attempt, Math.min(minimum, bound));
  }

  /** Its part in a placement. */
  PlacementMembers members() {
    return new PlacementMembers(name, uid, attempt, minimum);
  }
}
