package dev.coppice.core.placement;

import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.GangPlacementBuilder;
import dev.coppice.api.gang.PlacementMembers;
import dev.coppice.api.gang.PodGang;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is recorded of the placements of a gang, less what the operator never records: somebody else
 * has written it, and which placement that was is worked out again from the pods.
 */
final class BelievedPlacements {

  private final Map<String, PlacedClique> byUid;
  private final Instant now;

  BelievedPlacements(Collection<PlacedClique> cliques, Instant now) {
    this.byUid = cliques.stream().collect(Collectors.toMap(PlacedClique::uid, Function.identity()));
    this.now = now;
  }

  Stream<GangPlacement> of(PodGang gang) {
    return gang.statusOrEmpty().podGroups().stream().filter(this::isSound).map(this::timed);
  }

  private boolean isSound(GangPlacement placement) {
    long members = placement.podCliques().stream().mapToLong(PlacementMembers::members).sum();
    return !placement.name().isEmpty()
        && !placement.podCliques().isEmpty()
        && placement.minCount() == members
        && placement.podCliques().stream().allMatch(this::isSound);
  }

  // A PodClique that is no more had whatever name and attempt.
  private boolean isSound(PlacementMembers members) {
    PlacedClique clique = byUid.get(members.uid());
    return members.members() >= 0
        && (clique == null
            || (clique.name().equals(members.name())
                && isReached(members.attempt(), clique.attempt())));
  }

  private static boolean isReached(@Nullable Integer attempt, @Nullable Integer last) {
    return attempt == null ? last == null : last != null && attempt <= last;
  }

  // A time that is still to come counts as now, and so does one that is lost.
  private GangPlacement timed(GangPlacement placement) {
    Instant placed = placement.placedTime();
    return placement.placed() && (placed == null || placed.isAfter(now))
        ? GangPlacementBuilder.builder(placement).placedTime(now).build()
        : placement;
  }
}
