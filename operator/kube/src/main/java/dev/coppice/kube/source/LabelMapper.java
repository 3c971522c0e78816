package dev.coppice.kube.source;

import dev.coppice.core.object.Relatives;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.SecondaryToPrimaryMapper;
import java.util.Optional;
import java.util.Set;

/**
 * Maps an object to the one that its label names. Not to its owner: what a dead owner left stands
 * in the way of the new one of its name, which must hear when it goes.
 */
public final class LabelMapper<T extends HasMetadata> implements SecondaryToPrimaryMapper<T> {

  private final String label;

  /** A mapper by the label with this key. */
  public LabelMapper(String label) {
    this.label = label;
  }

  @Override
  public Set<ResourceID> toPrimaryResourceIDs(T object) {
    return named(object, label).map(Set::of).orElse(Set.of());
  }

  /** The object of the same namespace that a label names. */
  static Optional<ResourceID> named(HasMetadata object, String label) {
    return Relatives.label(object, label)
        .map(name -> new ResourceID(name, object.getMetadata().getNamespace()));
  }
}
