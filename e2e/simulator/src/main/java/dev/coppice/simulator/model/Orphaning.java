package dev.coppice.simulator.model;

import dev.coppice.core.object.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.function.Consumer;

/**
 * A deletion that spares what the object owns, as {@code kubectl delete --cascade=orphan} asks for,
 * in the steps in which the garbage collector does it.
 */
public final class Orphaning {

  private static final String FINALIZER = "orphan";

  private final ClusterModel cluster;
  private final HasMetadata owner;

  private Orphaning(ClusterModel cluster, HasMetadata owner) {
    this.cluster = cluster;
    this.owner = owner;
  }

  /** Marks the object; it stays until {@link #end}. */
  public static Orphaning begin(ClusterModel cluster, HasMetadata owner) {
    edit(cluster, owner, metadata -> metadata.withFinalizers(FINALIZER));
    cluster.delete(owner);
    return new Orphaning(cluster, owner);
  }

  /** Takes the references to the owner from all that it owns. */
  public Orphaning release() {
    cluster.all(HasMetadata.class).filter(this::isDependent).forEach(this::release);
    return this;
  }

  /** Lets the owner go. */
  public void end() {
    edit(cluster, owner, metadata -> metadata.withFinalizers(List.of()));
  }

  /** Takes every reference from an object. */
  public static void release(ClusterModel cluster, HasMetadata object) {
    edit(cluster, object, metadata -> metadata.withOwnerReferences(List.of()));
  }

  private boolean isDependent(HasMetadata object) {
    return object.getMetadata().getOwnerReferences().stream()
        .anyMatch(reference -> reference.getUid().equals(owner.getMetadata().getUid()));
  }

  private void release(HasMetadata dependent) {
    edit(
        cluster,
        dependent,
        metadata ->
            metadata.removeMatchingFromOwnerReferences(
                reference -> reference.getUid().equals(owner.getMetadata().getUid())));
  }

  private static void edit(
      ClusterModel cluster, HasMetadata object, Consumer<ObjectMetaBuilder> edit) {
    HasMetadata stored = cluster.find(ObjectKey.of(object)).orElseThrow();
    ObjectMetaBuilder metadata = new ObjectMetaBuilder(stored.getMetadata());
    edit.accept(metadata);
    ObjectMeta edited = metadata.build();
    cluster.change(stored, found -> StoredObjects.with(found, edited));
  }
}
