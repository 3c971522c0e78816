package dev.coppice.core.child;

import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Compares the children that a primary wants with what stands under their names. */
public final class Children {

  private Children() {}

  /**
   * What brings one child into being, or into shape.
   *
   * @param difference from the child in view and the wanted one to what has to change
   */
  public static <T extends HasMetadata> Optional<Action> ensure(
      Snapshot<?> snapshot, T wanted, Purpose purpose, BiFunction<T, T, JsonPatch> difference) {
    return ensure(snapshot, snapshot.primary(), wanted, purpose, difference);
  }

  /**
   * The same for the child of a child.
   *
   * @param owner whom the wanted one names as its controller
   */
  public static <T extends HasMetadata> Optional<Action> ensure(
      Snapshot<?> snapshot,
      HasMetadata owner,
      T wanted,
      Purpose purpose,
      BiFunction<T, T, JsonPatch> difference) {
    Optional<T> seen = find(snapshot, wanted);
    if (seen.isEmpty()) {
      return Optional.of(new Action.Create(wanted, purpose));
    }
    return switch (Ownership.claim(seen.get(), wanted, owner)) {
      case OURS -> patch(seen.get(), difference.apply(seen.get(), wanted), purpose);
      case ORPHAN ->
          Orphans.adopt(snapshot, owner, seen.get(), difference.apply(seen.get(), wanted), purpose);
      // Its DELETE wakes us; until then the name is taken.
      case LEAVING -> Optional.empty();
      // The answer names the owner, for lastErrors.
      case FOREIGN -> Optional.of(new Action.Create(wanted, purpose));
    };
  }

  /** Deletes every child of a kind and component that is wanted no more. */
  public static <T extends HasMetadata> Stream<Action> deleteUnwanted(
      Snapshot<?> snapshot,
      Class<T> type,
      Map<String, String> labels,
      Set<String> wantedNames,
      Purpose purpose) {
    return owned(snapshot, type)
        .filter(child -> carries(child, labels))
        .filter(child -> !wantedNames.contains(child.getMetadata().getName()))
        .map(child -> Action.Delete.of(child, purpose));
  }

  /** The children of a kind that belong to the primary and stay. */
  public static <T extends HasMetadata> Stream<T> owned(Snapshot<?> snapshot, Class<T> type) {
    return snapshot
        .observed()
        .all(type)
        .filter(child -> Ownership.claim(child, snapshot.primary()) == Ownership.Claim.OURS);
  }

  /** The child of that name, if it belongs to the primary and stays. */
  public static <T extends HasMetadata> Optional<T> owned(
      Snapshot<?> snapshot, Class<T> type, String name) {
    return snapshot
        .observed()
        .get(type, snapshot.primary().getMetadata().getNamespace(), name)
        .filter(child -> Ownership.claim(child, snapshot.primary()) == Ownership.Claim.OURS);
  }

  @SuppressWarnings("unchecked") // an object's class is the class of its kind
  private static <T extends HasMetadata> Optional<T> find(Snapshot<?> snapshot, T wanted) {
    return snapshot
        .observed()
        .get(
            (Class<T>) wanted.getClass(),
            wanted.getMetadata().getNamespace(),
            wanted.getMetadata().getName());
  }

  /** What brings an object in view into shape; empty when it is. */
  public static Optional<Action> patch(HasMetadata seen, JsonPatch difference, Purpose purpose) {
    return difference.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Action.Patch(
                ObjectKey.of(seen),
                seen.getMetadata().getUid(),
                difference.operations(),
                null,
                purpose.asUpdate()));
  }

  private static boolean carries(HasMetadata object, Map<String, String> labels) {
    Map<String, String> carried = object.getMetadata().getLabels();
    return carried != null && carried.entrySet().containsAll(labels.entrySet());
  }
}
