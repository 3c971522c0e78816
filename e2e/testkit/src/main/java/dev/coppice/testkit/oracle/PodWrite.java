package dev.coppice.testkit.oracle;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;

/**
 * A change of a pod that somebody has decided on.
 *
 * @param before how the pod stood; empty when it is made
 * @param now what it is now
 */
public record PodWrite(Optional<Pod> before, Pod now) {

  boolean isCreation() {
    return before.isEmpty();
  }

  String name() {
    return now.getMetadata().getName();
  }
}
