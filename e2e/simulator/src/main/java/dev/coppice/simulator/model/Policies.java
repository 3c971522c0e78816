package dev.coppice.simulator.model;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** What mutating policies make of objects on their way into a {@link ClusterModel}. */
public final class Policies {

  private Policies() {}

  /** Puts a label and an annotation of its own on every object. */
  public static UnaryOperator<HasMetadata> marking(String key, String value) {
    return object -> marked(object, key, value);
  }

  /** The object with one more label and one more annotation. */
  public static <T extends HasMetadata> T marked(T object, String key, String value) {
    return StoredObjects.with(
        object, metadata(object).addToLabels(key, value).addToAnnotations(key, value).build());
  }

  /** The object with other labels and annotations. */
  public static <T extends HasMetadata> T withKeys(
      T object, Map<String, String> labels, Map<String, String> annotations) {
    return StoredObjects.with(
        object, metadata(object).withLabels(labels).withAnnotations(annotations).build());
  }

  /** The object with one more annotation. */
  public static <T extends HasMetadata> T annotated(T object, String key, String value) {
    return StoredObjects.with(object, metadata(object).addToAnnotations(key, value).build());
  }

  /** Gives a label another value, on objects of those kinds. */
  public static UnaryOperator<HasMetadata> relabelling(
      String key, String value, Set<Class<? extends HasMetadata>> kinds) {
    return object ->
        kinds.contains(object.getClass())
            ? StoredObjects.with(object, metadata(object).addToLabels(key, value).build())
            : object;
  }

  /** Makes something else of the podSpec of every PodClique. */
  public static UnaryOperator<HasMetadata> onPodSpecs(UnaryOperator<PodSpec> change) {
    return object -> object instanceof PodClique clique ? withPodSpec(clique, change) : object;
  }

  /** Has no place for a field of the status of a kind, as an older schema. */
  public static UnaryOperator<HasMetadata> withoutStatusField(
      Class<? extends HasMetadata> kind, String field) {
    return object ->
        kind.isInstance(object) ? StoredObjects.withoutStatusField(object, field) : object;
  }

  /** The PodClique with another podSpec. */
  public static PodClique withPodSpec(PodClique clique, UnaryOperator<PodSpec> change) {
    return clique.withSpec(
        PodCliqueSpecBuilder.builder(clique.getSpec())
            .podSpec(change.apply(clique.getSpec().podSpec()))
            .build());
  }

  private static ObjectMetaBuilder metadata(HasMetadata object) {
    return new ObjectMetaBuilder(object.getMetadata());
  }
}
