package dev.coppice.core.child;

import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Children that nobody controls, because their owner was deleted alone or a backup came back
 * without it. Their owner takes them back as they are.
 */
public final class Orphans {

  private Orphans() {}

  /**
   * What takes an orphan back. First a look at the owner past the caches: one that is being deleted
   * has just let its children go.
   *
   * @param owner who takes it back
   * @param difference what has to change beside the reference
   * @param purpose what the child is wanted for
   */
  public static Optional<Action> adopt(
      Snapshot<?> snapshot,
      HasMetadata owner,
      HasMetadata orphan,
      JsonPatch difference,
      Purpose purpose) {
    Action patch =
        new Action.Patch(
            ObjectKey.of(orphan),
            orphan.getMetadata().getUid(),
            adoption(orphan, owner).and(difference).operations(),
            null,
            purpose.asAdoption());
    LiveRead look = new LiveRead.Get(ObjectKey.of(owner));
    if (snapshot.failures().covers(patch)) {
      return Optional.empty();
    }
    return Optional.of(
        snapshot.live().contains(look)
            ? patch
            : new Action.Read(
                List.of(look),
                Purpose.unannounced(purpose.errorCode(), "read", look.key().kind())));
  }

  // Whoever else changes the references must have seen this, and we what they did.
  private static JsonPatch adoption(HasMetadata orphan, HasMetadata owner) {
    List<OwnerReference> before = orphan.getMetadata().getOwnerReferences();
    List<OwnerReference> after = new ArrayList<>(before);
    after.removeIf(reference -> reference.getUid().equals(owner.getMetadata().getUid()));
    after.add(Ownership.controllerReference(owner));
    return JsonPatch.create()
        .test("/metadata/resourceVersion", orphan.getMetadata().getResourceVersion())
        .sync("/metadata/ownerReferences", before, after);
  }
}
