package dev.coppice.controllers.clique;

import dev.coppice.api.Labels;
import io.fabric8.kubernetes.api.model.Pod;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.SecondaryToPrimaryMapper;
import java.util.Map;
import java.util.Set;

/**
 * Maps a pod to the PodClique that its label names. Not to its owner: a new PodClique deletes what
 * a dead one of its name left.
 */
final class PodMapper implements SecondaryToPrimaryMapper<Pod> {

  @Override
  public Set<ResourceID> toPrimaryResourceIDs(Pod pod) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    String clique = labels == null ? null : labels.get(Labels.POD_CLIQUE);
    return clique == null
        ? Set.of()
        : Set.of(new ResourceID(clique, pod.getMetadata().getNamespace()));
  }
}
