package dev.coppice.core.training;

import dev.coppice.core.pod.PodState;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Pod;

/** A pod of a training job, for tests: index 0 of attempt 0, asked to go at 10:00:30 if at all. */
record Trainer(String phase, String metadata, String spec, String status) {

  static final String TRACKED = "finalizers: [grove.io/pod-tracking]";

  /** As {@code kubectl delete} leaves it: at 10:00:30 with a grace period of 30 s. */
  static final String DELETED =
      TRACKED + ", deletionTimestamp: '2026-08-19T10:01:00Z', deletionGracePeriodSeconds: 30";

  /** As the kubelet leaves it, which deletes it once more when its containers have ended. */
  static final String DELETED_AGAIN =
      TRACKED + ", deletionTimestamp: '2026-08-19T10:00:38Z', deletionGracePeriodSeconds: 0";

  static Trainer running(String status) {
    return new Trainer("Running", TRACKED, "{nodeName: n}", status);
  }

  static Trainer ended(String phase, int exitCode, String finishedAt) {
    return new Trainer(phase, TRACKED, "{nodeName: n}", exited(exitCode, finishedAt));
  }

  static String exited(int exitCode, String finishedAt) {
    return "containerStatuses: [{name: main, state: {terminated: {exitCode: %d, finishedAt: '%s'}}}]"
        .formatted(exitCode, finishedAt);
  }

  Trainer with(String metadata) {
    return new Trainer(phase, metadata, spec, status);
  }

  Pod pod(int index, String uid) {
    return TestYaml.read(
        """
        metadata: {name: %s, namespace: ai, uid: %s, creationTimestamp: '2026-08-19T10:00:00Z',
          labels: {grove.io/podclique-pod-index: '%d', grove.io/restart-attempt: '0'}, %s}
        spec: %s
        status: {phase: %s, %s}
        """
            .formatted(uid, uid, index, metadata, spec, phase, status),
        Pod.class);
  }

  PodState state(int index, String uid) {
    return PodState.of(pod(index, uid));
  }
}
