package dev.coppice.core.placement;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.child.Children;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Purpose;
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
  private final Observed observed;
  private final Map<String, List<HasMetadata>> byOwner;

  /** What is in view of a scheduler's objects. */
  public GangObjects(SchedulerBackend scheduler, Observed observed) {
    this.scheduler = scheduler;
    this.observed = observed;
    byOwner =
        scheduler.kinds().stream()
            .<HasMetadata>flatMap(observed::all)
            .filter(object -> !Ownership.isTerminating(object))
            .collect(
                groupingBy(
                    object -> Ownership.controller(object).map(OwnerReference::getUid).orElse("")));
  }

  /** What brings those of a gang into being and into shape, and ends those wanted no more. */
  public Stream<Action> plan(PodGang gang, PodCliqueSet set) {
    List<GangObject> wanted = scheduler.objects(gang, set);
    Set<ObjectKey> kept = wanted.stream().map(one -> ObjectKey.of(one.object())).collect(toSet());
    return Stream.concat(
        wanted.stream().flatMap(one -> ensure(gang, one).stream()),
        of(gang)
            .filter(there -> !kept.contains(ObjectKey.of(there)))
            .map(there ->
                new Action.Delete(
                    ObjectKey.of(there), there.getMetadata().getUid(), null, DELETE)));
  }

  /** Whether the scheduler has been told of a gang, and has not answered. */
  public boolean isUnanswered(PodGang gang) {
    return of(gang).findAny().isPresent() && of(gang).noneMatch(scheduler::hasAnswered);
  }

  private Stream<HasMetadata> of(PodGang gang) {
    return byOwner.getOrDefault(gang.getMetadata().getUid(), List.of()).stream();
  }

  private Optional<Action> ensure(PodGang gang, GangObject wanted) {
    HasMetadata object = wanted.object();
    Optional<? extends HasMetadata> seen =
        observed.get(
            object.getClass(), object.getMetadata().getNamespace(), object.getMetadata().getName());
    if (seen.isEmpty()) {
      return wanted.isMade() ? Optional.of(create(gang, object)) : Optional.empty();
    }
    return switch (Ownership.claim(seen.get(), gang)) {
      case OURS -> Children.patch(seen.get(), wanted.difference().apply(seen.get()), SYNC);
      // Its DELETE wakes us; until then the name is taken.
      case LEAVING -> Optional.empty();
      // The answer names what stands in the way, for lastErrors.
      case ORPHAN, FOREIGN ->
          wanted.isMade() ? Optional.of(create(gang, object)) : Optional.empty();
    };
  }

  private static Action create(PodGang gang, HasMetadata object) {
    object.getMetadata().setOwnerReferences(List.of(Ownership.controllerReference(gang)));
    return new Action.Create(object, SYNC);
  }
}
