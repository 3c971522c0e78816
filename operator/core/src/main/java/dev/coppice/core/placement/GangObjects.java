package dev.coppice.core.placement;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.api.topology.SchedulerTopologyBinding;
import dev.coppice.core.child.Children;
import dev.coppice.core.child.Leftovers;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.GangObject;
import dev.coppice.core.scheduler.SchedulerBackend;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Keeps the objects by which a scheduler is told of a gang. The PodGang owns them. */
public final class GangObjects {

  private static final Purpose SYNC =
      Purpose.unannounced(ErrorCodes.SYNC_SCHEDULER_OBJECT, "created", "scheduler object");
  private static final Purpose DELETE =
      Purpose.unannounced(ErrorCodes.SYNC_SCHEDULER_OBJECT, "deleted", "scheduler object");

  private final SchedulerBackend scheduler;
  private final Snapshot<PodCliqueSet> snapshot;
  private final List<HasMetadata> standing;
  private final Map<String, List<HasMetadata>> byOwner;

  /** What is in view of a scheduler's objects. */
  public GangObjects(SchedulerBackend scheduler, Snapshot<PodCliqueSet> snapshot) {
    this.scheduler = scheduler;
    this.snapshot = snapshot;
    standing =
        scheduler.kinds().stream()
            .<HasMetadata>flatMap(snapshot.observed()::all)
            .filter(object -> !Ownership.isTerminating(object))
            .toList();
    byOwner =
        standing.stream()
            .collect(
                groupingBy(
                    object -> Ownership.controller(object).map(OwnerReference::getUid).orElse("")));
  }

  /** What brings those of a gang into being and into shape, and ends those wanted no more. */
  public Stream<Action> plan(PodGang gang, PodCliqueSet set) {
    List<GangObject> wanted = scheduler.objects(gang, set, this::topology);
    Set<ObjectKey> kept = wanted.stream().map(one -> ObjectKey.of(one.object())).collect(toSet());
    return Stream.of(
            Leftovers.deletedBelow(snapshot, gang, standing, DELETE),
            wanted.stream().flatMap(one -> ensure(gang, one).stream()),
            of(gang)
                .filter(there -> !kept.contains(ObjectKey.of(there)))
                .<Action>map(there -> Action.Delete.of(there, DELETE)))
        .flatMap(actions -> actions);
  }

  /**
   * Ends those of a set that have lost their owner and that no gang of it wants: a gang that was
   * deleted without them. Of a scheduler that places pods once none is of use to the next gang of
   * that name.
   */
  public Stream<Action> leftovers(List<PodGang> gangs, PodCliqueSet set) {
    if (!scheduler.placesOnce()) {
      return Stream.empty();
    }
    Set<ObjectKey> wanted =
        gangs.stream()
            .flatMap(gang -> scheduler.objects(gang, set, this::topology).stream())
            .map(one -> ObjectKey.of(one.object()))
            .collect(toSet());
    return byOwner.getOrDefault("", List.of()).stream()
        .filter(there -> Relatives.isPartOf(there, set))
        .filter(there -> !wanted.contains(ObjectKey.of(there)))
        .map(there -> Action.Delete.of(there, DELETE));
  }

  /** What the scheduler was told of a gang that somebody else has changed for good. */
  public Stream<String> distortions(PodGang gang, PodCliqueSet set) {
    return scheduler.objects(gang, set, this::topology).stream()
        .flatMap(wanted ->
            of(gang)
                .filter(there -> ObjectKey.of(there).equals(ObjectKey.of(wanted.object())))
                .flatMap(there -> wanted.distortion().apply(there).stream()));
  }

  /** Whether the scheduler has been told of a gang, and has not answered. */
  public boolean isUnanswered(PodGang gang) {
    return of(gang).findAny().isPresent() && of(gang).noneMatch(scheduler::hasAnswered);
  }

  // One that the binding lists has a name of its own.
  private String topology(String binding) {
    return snapshot.observed().get(ClusterTopologyBinding.class, "", binding).stream()
        .flatMap(found -> found.getSpec().schedulerTopologyBindings().stream())
        .filter(listed -> scheduler.name().equals(listed.schedulerName()))
        .map(SchedulerTopologyBinding::topologyReference)
        .findFirst()
        .orElse(binding);
  }

  private Stream<HasMetadata> of(PodGang gang) {
    return byOwner.getOrDefault(gang.getMetadata().getUid(), List.of()).stream();
  }

  private Optional<Action> ensure(PodGang gang, GangObject wanted) {
    HasMetadata object = wanted.object();
    object.getMetadata().setOwnerReferences(List.of(Ownership.controllerReference(gang)));
    return wanted.isMade()
        ? Children.ensure(
            snapshot, gang, object, SYNC, (there, _) -> wanted.difference().apply(there))
        : of(gang)
            .filter(there -> ObjectKey.of(there).equals(ObjectKey.of(object)))
            .findFirst()
            .flatMap(there -> Children.patch(there, wanted.difference().apply(there), SYNC));
  }
}
