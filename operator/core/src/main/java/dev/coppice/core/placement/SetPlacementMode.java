package dev.coppice.core.placement;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.gang.PlacementMode;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatus;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.child.Children;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.GangSupport;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.TopologySupport;
import dev.coppice.core.template.ExclusiveParts;
import dev.coppice.core.tree.SetCliques;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How the pods of a set come into domains of nodes that its groups, or their subgroups, have for
 * themselves. It is written into each PodGang before its first pod, and read from there: what the
 * scheduler can do may be another thing after a restart, and pods of both modes do not keep
 * together. Nothing else that is recorded tells it: a gang without placements may be one that is
 * still to get some.
 *
 * @param parts what of the set wants such domains
 * @param mode how they come there; one for all gangs of the set, since these wait for each other
 * @param isPossible whether the scheduler can do that now
 */
public record SetPlacementMode(ExclusiveParts parts, PlacementMode mode, boolean isPossible) {

  private static final String BEGUN =
      "they were begun so, and go on so until the set is deleted and applied again";

  private static final Purpose RECORD =
      Purpose.unannounced(ErrorCodes.CREATE_OR_PATCH_POD_GANG, "updated", "PodGang status");

  /**
   * That of a set; empty if nothing in it wants a domain for itself, or nobody places it. A set
   * that wanted one when its pods were begun goes on in the same way beside a scheduler that would
   * place its gangs as a whole.
   */
  public static Optional<SetPlacementMode> of(
      Snapshot<PodCliqueSet> snapshot, SetCliques cliques, Optional<SchedulerBackend> scheduler) {
    ExclusiveParts parts = ExclusiveParts.of(snapshot.primary());
    return scheduler
        .filter(backend ->
            parts.areAny()
                || (backend.placesOnce()
                    && recorded(snapshot).filter(PlacementMode.LEADER_FIRST::equals).isPresent()))
        .map(backend -> backend.placementMode(!parts.keys().isEmpty(), parts.areGangs()))
        .map(possible -> {
          PlacementMode mode = recorded(snapshot).or(() -> begun(cliques)).orElse(possible);
          return new SetPlacementMode(
              parts, mode, mode == PlacementMode.LEADER_FIRST || mode == possible);
        });
  }

  private static Optional<PlacementMode> recorded(Snapshot<PodCliqueSet> snapshot) {
    return Children.owned(snapshot, PodGang.class)
        .sorted(Comparator.comparing(gang -> gang.getMetadata().getName()))
        .map(gang -> gang.statusOrEmpty().placementMode())
        .filter(Objects::nonNull)
        .findFirst();
  }

  // A gang that is made again has forgotten it; a leader that was placed first has not.
  private static Optional<PlacementMode> begun(SetCliques cliques) {
    return cliques
        .staying()
        .filter(clique -> clique.statusOrEmpty().group() != null)
        .map(_ -> PlacementMode.LEADER_FIRST)
        .findFirst();
  }

  /** Whether groups are kept together by a constraint of their gang. */
  public boolean keepsGroups() {
    return mode == PlacementMode.GANG;
  }

  /** Whether the scheduler has to place each gang as a whole, and can. */
  public boolean isByGang() {
    return mode == PlacementMode.GANG && isPossible;
  }

  /** A status in which it is written; what is written stays. */
  public PodGangStatus in(PodGangStatus status) {
    return status.placementMode() == null
        ? PodGangStatusBuilder.builder(status).placementMode(mode).build()
        : status;
  }

  /** Why a scheduler that places gangs as a whole does not do so with these. */
  public Stream<GangSupport> lacking(SchedulerBackend scheduler) {
    return scheduler.placesOnce() && mode == PlacementMode.LEADER_FIRST
        ? Stream.of(
            new GangSupport(
                false,
                ConditionReasons.GANG_NOT_ENFORCED,
                parts.areAny()
                    ? "pods of a group with an exclusive-topology are placed one by one: the others"
                        + " follow the leader into its domain; "
                        + cause(scheduler.topologies())
                    : "pods are placed one by one: the set had groups with an exclusive-topology; "
                        + BEGUN))
        : Stream.empty();
  }

  private String cause(TopologySupport topologies) {
    if (!topologies.isByPlacement()) {
      return topologies.message();
    }
    return parts.areGangs()
        ? BEGUN
        : "a PodGang of the set is more than one group, and can name one node label only";
  }

  /** Writes it into gangs that lack it. */
  public Stream<Action> recorded(Stream<PodGang> gangs) {
    return gangs
        .filter(gang -> gang.statusOrEmpty().placementMode() == null)
        .map(gang -> new Action.PutStatus(gang.withStatus(in(gang.statusOrEmpty())), true, RECORD));
  }
}
