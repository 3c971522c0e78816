package dev.coppice.simulator.gang;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.PlacementMembers;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatus;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.core.scheduler.workload.PlacedGroup;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.rule.Broken;
import dev.coppice.testkit.oracle.PodFacts;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is recorded of placements when nothing changes any more: each PodClique has a part in one,
 * the scheduler is told of what waits, and nothing is left of what was given up.
 */
final class GangsAtRest {

  private static final String RULE = "at rest placements are those of the PodCliques that stand";

  private final ClusterModel cluster;
  private final Set<String> standing;
  private final Set<String> told;

  GangsAtRest(ClusterModel cluster) {
    this.cluster = cluster;
    standing =
        cluster
            .all(PodClique.class)
            .filter(clique -> !PodFacts.isTerminating(clique))
            .map(clique -> clique.getMetadata().getUid())
            .collect(Collectors.toSet());
    told =
        cluster
            .all(PlacedGroup.class)
            .filter(group -> !PodFacts.isTerminating(group))
            .map(group -> group.getMetadata().getName())
            .collect(Collectors.toSet());
  }

  /** Judges what stands while nodes may be lacking. */
  void checkStandstill() {
    gangs().forEach(this::checkPlacements);
    Set<String> recorded =
        gangs()
            .flatMap(gang -> placements(gang).stream())
            .map(GangPlacement::name)
            .collect(Collectors.toSet());
    told.stream()
        .filter(name -> !recorded.contains(name))
        .findFirst()
        .ifPresent(name -> {
          throw new Broken(RULE, "PodGroup " + name + " is left");
        });
  }

  private void checkPlacements(PodGang gang) {
    for (GangPlacement placement : placements(gang)) {
      Predicate<PlacementMembers> stands = part -> standing.contains(part.uid());
      boolean isCurrent =
          placement.placed()
              ? placement.podCliques().stream().anyMatch(stands)
              : placement.podCliques().stream().allMatch(stands) && told.contains(placement.name());
      if (!isCurrent) {
        throw broken(gang, "has " + placement);
      }
    }
    for (PodGroup group : gang.getSpec().podgroups()) {
      long parts =
          placements(gang).stream()
              .flatMap(placement -> placement.podCliques().stream())
              .filter(part -> part.name().equals(group.name()) && standing.contains(part.uid()))
              .count();
      if (parts != 1) {
        throw broken(gang, "places %s %d times".formatted(group.name(), parts));
      }
    }
  }

  /** Judges what stands when all have room. */
  void checkPlaces() {
    gangs()
        .forEach(gang -> {
          PodGangStatus status = gang.statusOrEmpty();
          if (!placements(gang).stream().allMatch(GangPlacement::placed)
              || !Boolean.TRUE.equals(status.released())
              || !Boolean.TRUE.equals(status.surplusReleased())
              || status.conditions().stream()
                  .anyMatch(one -> one.getType().equals(ConditionTypes.GANG_NOT_ENFORCED))) {
            throw broken(gang, "is not placed: " + status);
          }
        });
  }

  private Stream<PodGang> gangs() {
    return cluster.all(PodGang.class).filter(gang -> !PodFacts.isTerminating(gang));
  }

  private static List<GangPlacement> placements(PodGang gang) {
    return gang.statusOrEmpty().podGroups();
  }

  private static Broken broken(PodGang gang, String detail) {
    return new Broken(RULE, gang.getMetadata().getName() + " " + detail);
  }
}
