package dev.coppice.core.object;

import dev.coppice.api.Labels;
import dev.coppice.api.set.PodCliqueSet;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** How the objects of one set find each other: by label, so that dead owners' objects count too. */
public final class Relatives {

  private Relatives() {}

  /** The value of a label. */
  public static Optional<String> label(HasMetadata object, String key) {
    Map<String, String> labels = object.getMetadata().getLabels();
    return Optional.ofNullable(labels == null ? null : labels.get(key));
  }

  /** Whether the object names the other one, of its namespace, in a label. */
  public static boolean names(HasMetadata object, String key, HasMetadata other) {
    return label(object, key).filter(other.getMetadata().getName()::equals).isPresent()
        && inSameNamespace(object, other);
  }

  /** Whether the object is part of the set. */
  public static boolean isPartOf(HasMetadata object, PodCliqueSet set) {
    return names(object, Labels.PART_OF, set);
  }

  /** Whether two objects belong to the same replica of a set. */
  public static boolean inSameSetReplica(HasMetadata one, HasMetadata other) {
    return inSameNamespace(one, other)
        && share(one, other, Labels.PART_OF)
        && share(one, other, Labels.SET_REPLICA_INDEX);
  }

  /** Whether two objects of one kind are different ones of the same replica of a set. */
  public static boolean areSiblings(HasMetadata one, HasMetadata other) {
    return inSameSetReplica(one, other)
        && !one.getMetadata().getName().equals(other.getMetadata().getName());
  }

  private static boolean share(HasMetadata one, HasMetadata other, String key) {
    Optional<String> value = label(one, key);
    return value.isPresent() && value.equals(label(other, key));
  }

  private static boolean inSameNamespace(HasMetadata one, HasMetadata other) {
    return Objects.equals(one.getMetadata().getNamespace(), other.getMetadata().getNamespace());
  }
}
