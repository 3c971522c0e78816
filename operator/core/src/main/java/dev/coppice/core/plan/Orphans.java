package dev.coppice.core.plan;

import dev.coppice.api.Labels;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Children that nobody controls, because their owner was deleted alone or a backup came back
 * without it. Their owner takes them back as they are.
 */
public final class Orphans {

  /** Labels that tell the place of an object below a set, whatever it is made from. */
  private static final Set<String> PLACE =
      Set.of(
          Labels.MANAGED_BY,
          Labels.PART_OF,
          Labels.NAME,
          Labels.COMPONENT,
          Labels.SET_REPLICA_INDEX,
          Labels.SCALING_GROUP,
          Labels.SCALING_GROUP_REPLICA_INDEX);

  private Orphans() {}

  /** Whether an object that stands under the name of a wanted one stands there as that one. */
  static boolean isInPlace(HasMetadata object, HasMetadata wanted) {
    Map<String, String> labels = labels(object);
    return labels(wanted).entrySet().stream()
        .filter(label -> PLACE.contains(label.getKey()))
        .allMatch(label -> label.getValue().equals(labels.get(label.getKey())));
  }

  /**
   * What takes an orphan back. First a look at the owner past the caches: one that is being deleted
   * has just let its children go.
   *
   * @param difference what has to change beside the reference
   * @param purpose what the child is wanted for
   */
  public static Optional<Action> adopt(
      Snapshot<?> snapshot, HasMetadata orphan, JsonPatch difference, Purpose purpose) {
    Action patch =
        new Action.Patch(
            ObjectKey.of(orphan),
            orphan.getMetadata().getUid(),
            adoption(orphan, snapshot.primary()).and(difference).operations(),
            null,
            purpose.asAdoption());
    Query owner = new Query.Get(ObjectKey.of(snapshot.primary()));
    if (snapshot.refusals().covers(patch)) {
      return Optional.empty();
    }
    return Optional.of(
        snapshot.live().contains(owner)
            ? patch
            : new Action.Read(
                List.of(owner),
                Purpose.unannounced(purpose.errorCode(), "read", owner.key().kind())));
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

  private static Map<String, String> labels(HasMetadata object) {
    Map<String, String> labels = object.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }
}
