package dev.coppice.core.pod;

import dev.coppice.api.Annotations;
import dev.coppice.api.clique.PodClique;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;

/**
 * How a pod is told whether its containers may start: by an annotation, which it keeps whatever
 * becomes of its clique's parents.
 */
final class StartupOrder {

  /** What the annotation says to a pod that may start; anything but nothing would do. */
  static final String RELEASED = "true";

  /**
   * What it says to a pod that waits. The key is there from the start, so that releasing the pod
   * changes one member of a map that surely exists: caches do not hold all of a pod's annotations.
   */
  static final String HELD = "";

  private StartupOrder() {}

  /** Whether the pods of this clique wait for others at all. */
  static boolean hasParents(PodClique clique) {
    return !clique.getSpec().startsAfter().isEmpty();
  }

  /** Whether a pod waits. One without the annotation was not made to. */
  static boolean holds(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    return annotations != null && HELD.equals(annotations.get(Annotations.STARTUP_RELEASED));
  }
}
