package dev.coppice.core.object;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Who an object belongs to, judged by UID, because names are used again after a deletion. */
public final class Ownership {

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

  /** Groups of the kinds that control what is made for sets. */
  private static final Set<String> OWNERS = Set.of("grove.io", "scheduler.grove.io");

  private Ownership() {}

  /** What an object that stands under a wanted name is to its would-be owner. */
  public enum Claim {
    /** Controlled by this very owner and staying. */
    OURS,
    /**
     * On its way out, or left by a dead incarnation of the owner: the name comes free by itself.
     */
    LEAVING,
    /** Nobody controls it: its owner takes it back if it stands in its place. */
    ORPHAN,
    /** Somebody else's: the name never comes free by itself. */
    FOREIGN;

    /** Whether the object stays with its owner, now or as soon as it is taken back. */
    public boolean isKept() {
      return this == OURS || this == ORPHAN;
    }
  }

  /** The controller reference that every object of ours carries. */
  public static OwnerReference controllerReference(HasMetadata owner) {
    return new OwnerReferenceBuilder()
        .withApiVersion(owner.getApiVersion())
        .withKind(owner.getKind())
        .withName(owner.getMetadata().getName())
        .withUid(owner.getMetadata().getUid())
        .withController(true)
        .withBlockOwnerDeletion(true)
        .build();
  }

  /** The controller of an object. */
  public static Optional<OwnerReference> controller(HasMetadata object) {
    return object.getMetadata().getOwnerReferences().stream()
        .filter(reference -> Boolean.TRUE.equals(reference.getController()))
        .findFirst();
  }

  /**
   * The owners of an object that are read: its controller, or all of them if it has none, since
   * whoever takes it back writes them again.
   */
  public static List<OwnerReference> read(HasMetadata object) {
    List<OwnerReference> all = Omitted.orEmpty(object.getMetadata().getOwnerReferences());
    return all.size() <= 1 ? all : controller(object).map(List::of).orElse(all);
  }

  /** Whether the object is controlled by exactly this incarnation of the owner. */
  public static boolean isControlledBy(HasMetadata object, HasMetadata owner) {
    return isControlledBy(object, owner.getMetadata().getUid());
  }

  private static boolean isControlledBy(HasMetadata object, String uid) {
    return controller(object).filter(reference -> reference.getUid().equals(uid)).isPresent();
  }

  /**
   * Whether an object of a kind that is made for sets has a controller that never controls what is
   * made for one: it carries our labels, and is somebody else's for good.
   */
  public static boolean isOfOthers(HasMetadata object) {
    return switch (object) {
      case PodCliqueSet _,
          PodCliqueScalingGroup _,
          PodClique _,
          ClusterTopologyBinding _,
          Queue _,
          Node _ ->
          false;
      default -> controller(object).filter(owner -> !OWNERS.contains(group(owner))).isPresent();
    };
  }

  private static String group(OwnerReference owner) {
    String version = Objects.requireNonNullElse(owner.getApiVersion(), "");
    return version.substring(0, Math.max(0, version.indexOf('/')));
  }

  /** Whether the object is being deleted. */
  public static boolean isTerminating(HasMetadata object) {
    return object.getMetadata().getDeletionTimestamp() != null;
  }

  /** What the object that stands under a wanted name is to the owner. */
  public static Claim claim(HasMetadata object, HasMetadata owner) {
    return claim(object, controllerReference(owner));
  }

  /**
   * The same, for an object that has to be this wanted one to be taken back, and to be legible.
   *
   * @param owner of the wanted one, unless it names another
   */
  public static Claim claim(HasMetadata object, HasMetadata wanted, HasMetadata owner) {
    Claim claim = claim(object, controller(wanted).orElseGet(() -> controllerReference(owner)));
    return claim == Claim.ORPHAN && !(isInPlace(object, wanted) && Unreadable.of(object).isEmpty())
        ? Claim.FOREIGN
        : claim;
  }

  private static Claim claim(HasMetadata object, OwnerReference owner) {
    if (isTerminating(object)) {
      return Claim.LEAVING;
    }
    if (isControlledBy(object, owner.getUid())) {
      return Claim.OURS;
    }
    return controller(object)
        .map(reference -> isDeadIncarnation(reference, owner) ? Claim.LEAVING : Claim.FOREIGN)
        .orElse(Claim.ORPHAN);
  }

  // Two objects of one kind and name cannot live at once, so a reference with another UID points to
  // a dead one.
  private static boolean isDeadIncarnation(OwnerReference reference, OwnerReference owner) {
    return reference.getKind().equals(owner.getKind())
        && reference.getName().equals(owner.getName())
        && !reference.getUid().equals(owner.getUid());
  }

  // Whether an object that stands under the name of a wanted one stands there as that one.
  private static boolean isInPlace(HasMetadata object, HasMetadata wanted) {
    Map<String, String> labels = labels(object);
    return labels(wanted).entrySet().stream()
        .filter(label -> PLACE.contains(label.getKey()))
        .allMatch(label -> label.getValue().equals(labels.get(label.getKey())));
  }

  private static Map<String, String> labels(HasMetadata object) {
    Map<String, String> labels = object.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }
}
