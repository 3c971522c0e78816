package dev.coppice.controllers.set;

import dev.coppice.api.Labels;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.SecondaryToPrimaryMapper;
import java.util.Map;
import java.util.Set;

/**
 * Maps an object to the PodCliqueSet that its label names. Not to its owner: what a deleted set
 * left stands in the way of the new one of that name, which must hear when it goes.
 */
final class PartOfMapper<T extends HasMetadata> implements SecondaryToPrimaryMapper<T> {

  @Override
  public Set<ResourceID> toPrimaryResourceIDs(T object) {
    Map<String, String> labels = object.getMetadata().getLabels();
    String set = labels == null ? null : labels.get(Labels.PART_OF);
    return set == null
        ? Set.of()
        : Set.of(new ResourceID(set, object.getMetadata().getNamespace()));
  }
}
