package dev.coppice.kube.cache;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.NodeStatusBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Takes from an object that has just arrived what no decision reads. It changes the object itself,
 * so it may run only before anything else holds it.
 */
final class CacheTransform {

  private CacheTransform() {}

  /**
   * Trims a pod to a tenth, a node to less, and any other object by the record of who wrote which
   * field.
   *
   * @param times whether it counts when containers of pods began
   */
  static void apply(HasMetadata object, boolean times) {
    switch (object) {
      case Pod pod -> PodTrim.trim(pod, times);
      case Node node -> trim(node);
      default -> metadata(object);
    }
  }

  // There are thousands, and all that is read of one is whether it answers, and its labels: which
  // ones is up to whoever asks for a domain of nodes.
  private static void trim(Node node) {
    metadata(node);
    node.getMetadata().setAnnotations(Map.of());
    node.getMetadata().setLabels(Map.copyOf(node.getMetadata().getLabels()));
    node.setSpec(null);
    node.setStatus(
        new NodeStatusBuilder()
            .withConditions(
                node.getStatus() == null
                    ? List.of()
                    : node.getStatus().getConditions().stream()
                        .filter(condition -> "Ready".equals(condition.getType()))
                        .map(condition ->
                            new NodeConditionBuilder()
                                .withType(condition.getType())
                                .withStatus(condition.getStatus())
                                .build())
                        .toList())
            .build());
  }

  static void metadata(HasMetadata object) {
    ObjectMeta metadata = object.getMetadata();
    metadata.setManagedFields(List.of());
    // The framework looks into the annotations of everything that it hears of.
    metadata.setAnnotations(Objects.requireNonNullElse(metadata.getAnnotations(), Map.of()));
    metadata.setLabels(Objects.requireNonNullElse(metadata.getLabels(), Map.of()));
    metadata.setOwnerReferences(
        Objects.requireNonNullElse(metadata.getOwnerReferences(), List.of()));
    metadata.setFinalizers(Objects.requireNonNullElse(metadata.getFinalizers(), List.of()));
  }
}
