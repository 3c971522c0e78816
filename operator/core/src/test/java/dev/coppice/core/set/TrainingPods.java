package dev.coppice.core.set;

import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Pod;

/** Pods of the first attempt of {@link TrainingFixture}. */
final class TrainingPods {

  private TrainingPods() {}

  /** The pod of index 0 of a PodClique whose UID is its name. */
  static Pod pod(String podClique, String phase, String status) {
    return TestYaml.read(
        """
        metadata:
          name: %1$s-0
          namespace: ai
          uid: %1$s-0
          creationTimestamp: '2026-08-19T10:00:00Z'
          finalizers: [grove.io/pod-tracking]
          labels: {app.kubernetes.io/managed-by: grove-operator, app.kubernetes.io/part-of: x,
            grove.io/podclique: %1$s, grove.io/podclique-pod-index: '0', grove.io/restart-attempt: '0',
            grove.io/podcliqueset-replica-index: '%2$s'}
          ownerReferences: [{kind: PodClique, name: %1$s, uid: %1$s, controller: true}]
        spec: {nodeName: n}
        status: {phase: %3$s, %4$s}
        """
            .formatted(podClique, podClique.split("-", -1)[1], phase, status),
        Pod.class);
  }
}
