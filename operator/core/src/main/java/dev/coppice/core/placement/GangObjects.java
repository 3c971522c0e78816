package dev.coppice.core.placement;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.scheduler.GangObject;
import dev.coppice.core.scheduler.SchedulerBackend;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Keeps the objects by which a scheduler is told of a gang. The PodGang owns them. */
public final class GangObjects {

  private static final Purpose SYNC =
      Purpose.unannounced(ErrorCodes.SYNC_SCHEDULER_OBJECT, "created", "scheduler object");
  private static final Purpose DELETE =
      Purpose.unannounced(ErrorCodes.SYNC_SCHEDULER_OBJECT, "deleted", "scheduler object");

  private GangObjects() {}

  /** What brings them into being and into shape, and ends those that are wanted no more. */
  public static Stream<Action> plan(
      PodGang gang, PodCliqueSet set, SchedulerBackend scheduler, Observed observed) {
    List<GangObject> wanted = scheduler.objects(gang, set);
    Set<ObjectKey> kept =
        wanted.stream().map(one -> ObjectKey.of(one.object())).collect(Collectors.toSet());
    return Stream.concat(
        wanted.stream().flatMap(one -> ensure(gang, one, observed).stream()),
        scheduler.kinds().stream()
            .flatMap(observed::all)
            .filter(there -> Ownership.claim(there, gang) == Ownership.Claim.OURS)
            .filter(there -> !kept.contains(ObjectKey.of(there)))
            .map(there ->
                new Action.Delete(
                    ObjectKey.of(there), there.getMetadata().getUid(), null, DELETE)));
  }

  private static Optional<Action> ensure(PodGang gang, GangObject wanted, Observed observed) {
    HasMetadata object = wanted.object();
    Optional<? extends HasMetadata> seen =
        observed.get(
            object.getClass(), object.getMetadata().getNamespace(), object.getMetadata().getName());
    if (seen.isEmpty()) {
      return wanted.isMade() ? Optional.of(create(gang, object)) : Optional.empty();
    }
    return switch (Ownership.claim(seen.get(), gang)) {
      case OURS -> patch(seen.get(), wanted.difference().apply(seen.get()));
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

  private static Optional<Action> patch(HasMetadata seen, JsonPatch difference) {
    return difference.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Action.Patch(
                ObjectKey.of(seen),
                seen.getMetadata().getUid(),
                difference.operations(),
                null,
                SYNC.asUpdate()));
  }
}
