package dev.coppice.core.placement;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatus;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.gang.GangShape;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.TopologySupport;
import dev.coppice.core.tree.SetCliques;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records the placements of all gangs of a set, and which gangs may be placed. A scaled gang waits
 * for the base gangs of all replicas, and pods beyond the minimum of a base gang for the gangs of
 * their replica, but neither for ever: a gang that never fits must not keep others from room that
 * they need not share with it.
 */
public final class SetPlacements {

  /** How long what was placed waits for what was not. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Purpose RECORD =
      Purpose.unannounced(ErrorCodes.CREATE_OR_PATCH_POD_GANG, "updated", "PodGang status");

  private static final Purpose READ =
      Purpose.unannounced(ErrorCodes.CREATE_OR_PATCH_POD_GANG, "read", "node of PodGang");

  private final Map<Integer, List<Standing>> byReplica;
  private final boolean basesArePlaced;
  private final UnaryOperator<PodGangStatus> always;
  private final Instant now;

  /** A gang as it is and as it shall be recorded. */
  private record Standing(
      GangShape shape,
      PodGang gang,
      List<GangPlacement> next,
      boolean isPlaced,
      List<LiveRead> unread) {

    /** When the last part of it was placed. */
    Optional<Instant> placedTime() {
      return isPlaced
          ? next.stream()
              .map(GangPlacement::placedTime)
              .filter(Objects::nonNull)
              .max(Comparator.naturalOrder())
          : Optional.empty();
    }

    boolean isBegun() {
      return !gang.statusOrEmpty().podGroups().stream()
          .map(GangPlacement::name)
          .toList()
          .equals(next.stream().map(GangPlacement::name).toList());
    }
  }

  /**
   * The placements of a set.
   *
   * @param shapes the gangs that the set asks for
   * @param gangs those of them that are there, by name
   * @param snapshot what is in view of the set, and was read for it
   * @param topologies what the scheduler can be told of topologies
   * @param always what is recorded of every gang beside its placements
   */
  public SetPlacements(
      Stream<GangShape> shapes,
      Function<String, Optional<PodGang>> gangs,
      SetCliques cliques,
      Snapshot<PodCliqueSet> snapshot,
      TopologySupport topologies,
      UnaryOperator<PodGangStatus> always,
      Instant now) {
    this.now = now;
    this.always = always;
    PodCliqueSet set = snapshot.primary();
    Optional<GangDomains> domains =
        topologies.isByPlacement() ? Optional.of(new GangDomains(snapshot)) : Optional.empty();
    List<GangShape> wanted = shapes.filter(shape -> !shape.members().isEmpty()).toList();
    this.byReplica =
        wanted.stream()
            .flatMap(shape ->
                gangs.apply(shape.name()).stream()
                    .map(gang ->
                        standing(
                            shape,
                            gang,
                            always.apply(gang.statusOrEmpty()),
                            cliques,
                            set,
                            domains,
                            now)))
            .collect(groupingBy(one -> one.shape().replica(), TreeMap::new, toList()));
    this.basesArePlaced =
        wanted.stream()
            .filter(shape -> !shape.scaled())
            .allMatch(shape -> base(shape).filter(Standing::isPlaced).isPresent());
  }

  private static Standing standing(
      GangShape shape,
      PodGang gang,
      PodGangStatus status,
      SetCliques cliques,
      PodCliqueSet set,
      Optional<GangDomains> domains,
      Instant now) {
    GangPlacements placements =
        new GangPlacements(
            gang.withStatus(status),
            shape,
            shape.members().stream()
                .flatMap(name -> cliques.find(name).stream())
                .flatMap(clique -> PlacedClique.of(clique, set).stream()),
            domains,
            now);
    List<GangPlacement> next = placements.next();
    return new Standing(
        shape, gang, next, placements.isPlacedBy(next), placements.unread().toList());
  }

  /** Plans what has to be recorded, and when time alone releases a gang. */
  public void plan(Plan.Builder plan) {
    // A read that was refused is not planned again: what waits for it is not placed.
    List<LiveRead> unread =
        all().flatMap(standing -> standing.unread().stream()).distinct().toList();
    if (!unread.isEmpty()) {
      plan.add(new Action.Read(unread, READ));
    }
    for (Standing standing : all().toList()) {
      PodGangStatus seen = standing.gang().statusOrEmpty();
      PodGangStatus next =
          PodGangStatusBuilder.builder(always.apply(seen))
              .podGroups(standing.next())
              .released(given(seen.released(), standing, isReleased(standing)))
              .surplusReleased(given(seen.surplusReleased(), standing, isRoomLeft(standing)))
              .build();
      if (!next.equals(seen)) {
        plan.add(new Action.PutStatus(standing.gang().withStatus(next), true, RECORD));
      }
      if (next.released() == null || next.surplusReleased() == null) {
        patienceEnds(standing).filter(now::isBefore).ifPresent(plan::requeueAt);
      }
    }
  }

  // What was given stays given until something of the gang is placed anew.
  private static @Nullable Boolean given(
      @Nullable Boolean before, Standing standing, boolean holds) {
    boolean isKept = Boolean.TRUE.equals(before) && !standing.isBegun();
    return (holds || isKept) ? Boolean.TRUE : null;
  }

  private boolean isReleased(Standing standing) {
    return !standing.shape().scaled() || basesArePlaced || isPatienceOver(base(standing.shape()));
  }

  private boolean isRoomLeft(Standing standing) {
    boolean isNobodyBefore =
        standing.shape().scaled()
            || ofReplica(standing.shape()).filter(this::isReleased).allMatch(Standing::isPlaced)
            || isPatienceOver(Optional.of(standing));
    return standing.isPlaced() && isNobodyBefore;
  }

  private Stream<Standing> all() {
    return byReplica.values().stream().flatMap(List::stream);
  }

  private Stream<Standing> ofReplica(GangShape shape) {
    return byReplica.getOrDefault(shape.replica(), List.of()).stream();
  }

  // Empty while a PodClique of it is still to come.
  private Optional<Standing> base(GangShape shape) {
    return ofReplica(shape).filter(base -> !base.shape().scaled()).findFirst();
  }

  private boolean isPatienceOver(Optional<Standing> base) {
    return base.flatMap(Standing::placedTime)
        .filter(placed -> !now.isBefore(placed.plus(PATIENCE)))
        .isPresent();
  }

  private Optional<Instant> patienceEnds(Standing standing) {
    return base(standing.shape())
        .flatMap(Standing::placedTime)
        .map(placed -> placed.plus(PATIENCE));
  }
}
