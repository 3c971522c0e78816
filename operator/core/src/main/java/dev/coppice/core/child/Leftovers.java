package dev.coppice.core.child;

import dev.coppice.api.EventReasons;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Children of an earlier owner of the same kind and name, which garbage collection has not found
 * yet, or has missed for good. They hold names, and their pods hold devices, so whoever has the
 * name now deletes them.
 */
public final class Leftovers {

  private Leftovers() {}

  /** Deletes those of a kind that the primary has, whatever is wanted of it. */
  public static Stream<Action> deleted(
      Snapshot<?> snapshot, Class<? extends HasMetadata> type, Purpose purpose) {
    HasMetadata primary = snapshot.primary();
    return all(snapshot, type, primary).map(child -> delete(child, primary, purpose));
  }

  /**
   * Deletes those of a child of the primary. First a look at the child past the caches: two of one
   * name cannot live at once, so what names another one is left by a dead one.
   */
  public static Stream<Action> deletedBelow(
      Snapshot<?> snapshot, HasMetadata owner, List<HasMetadata> children, Purpose purpose) {
    List<HasMetadata> left = children.stream().filter(child -> isLeftover(child, owner)).toList();
    LiveRead look = new LiveRead.Get(ObjectKey.of(owner));
    if (left.isEmpty() || snapshot.live().contains(look)) {
      return left.stream().map(child -> delete(child, owner, purpose));
    }
    return Stream.of(
        new Action.Read(
            List.of(look), Purpose.unannounced(purpose.errorCode(), "read", look.key().kind())));
  }

  /** The dead owner of what stands under a name that a set or one of its groups wants. */
  public static Optional<String> earlierOwner(Snapshot<?> snapshot, HasMetadata standing) {
    return Stream.concat(
            Stream.<HasMetadata>of(snapshot.primary()),
            snapshot.observed().all(PodCliqueScalingGroup.class))
        .filter(owner -> isLeftover(standing, owner))
        .map(owner -> owner.getKind() + " " + owner.getMetadata().getName())
        .findFirst();
  }

  private static <T extends HasMetadata> Stream<T> all(
      Snapshot<?> snapshot, Class<T> type, HasMetadata owner) {
    return snapshot
        .observed()
        .all(type)
        .filter(child -> isLeftover(child, owner))
        .sorted(Comparator.comparing(child -> child.getMetadata().getName()));
  }

  /** Whether an earlier object of the owner's name controls it, and nobody has asked it to go. */
  public static boolean isLeftover(HasMetadata child, HasMetadata owner) {
    return !Ownership.isTerminating(child)
        && Ownership.claim(child, owner) == Ownership.Claim.LEAVING;
  }

  // As it was seen: meanwhile its dead owner may have let it go.
  private static Action delete(HasMetadata child, HasMetadata owner, Purpose purpose) {
    String verb =
        "deleted what an earlier %s %s left:"
            .formatted(owner.getKind(), owner.getMetadata().getName());
    return Action.Delete.asSeen(child, purpose.asHandover(verb, EventReasons.LEFTOVER_DELETED));
  }
}
