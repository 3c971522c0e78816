package dev.coppice.core.pod;

import dev.coppice.api.Annotations;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.gang.Minimum;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;

/**
 * Whether the containers of a clique's pods may start: once every parent has its minimum of Ready
 * pods. A pod is told by an annotation, which it keeps whatever becomes of the parents.
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

  /** Whether every parent has started. */
  static boolean isReached(CliqueView view) {
    return view.clique().getSpec().startsAfter().stream()
        .allMatch(name -> view.sibling(name).filter(StartupOrder::hasStarted).isPresent());
  }

  private static boolean hasStarted(PodClique parent) {
    return parent.statusOrEmpty().readyReplicas() >= Minimum.of(parent);
  }

  /** Whether a pod waits. One without the annotation was not made to. */
  static boolean holds(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    return annotations != null && HELD.equals(annotations.get(Annotations.STARTUP_RELEASED));
  }
}
