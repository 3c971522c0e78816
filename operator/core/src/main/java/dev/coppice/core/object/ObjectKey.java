package dev.coppice.core.object;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;

/**
 * Names one object of the cluster.
 *
 * @param type the model class, which stands for group, version and kind
 * @param namespace the namespace; empty for cluster-scoped kinds
 * @param name metadata.name
 */
public record ObjectKey(Class<? extends HasMetadata> type, String namespace, String name) {

  /** The key of an object that was read or is about to be created. */
  public static ObjectKey of(HasMetadata object) {
    return new ObjectKey(
        object.getClass(),
        Objects.requireNonNullElse(object.getMetadata().getNamespace(), ""),
        object.getMetadata().getName());
  }

  /** The kind as Kubernetes writes it. */
  public String kind() {
    return HasMetadata.getKind(type);
  }

  @Override
  public String toString() {
    return kind() + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
  }
}
