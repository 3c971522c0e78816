package dev.coppice.e2e;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Objects;
import java.util.Optional;

/** What tests read from a pod's status. */
final class PodStatuses {

  private PodStatuses() {}

  static String phase(Pod pod) {
    return pod.getStatus().getPhase();
  }

  static Optional<String> condition(Pod pod, String type) {
    return pod.getStatus().getConditions().stream()
        .filter(condition -> condition.getType().equals(type))
        .map(condition -> condition.getStatus())
        .findFirst();
  }

  static boolean isReady(Pod pod) {
    return condition(pod, "Ready").filter("True"::equals).isPresent();
  }

  /** The code of the first container that has ended. */
  static Optional<Integer> exitCode(Pod pod) {
    return pod.getStatus().getContainerStatuses().stream()
        .map(status -> status.getState())
        .map(ContainerState::getTerminated)
        .filter(Objects::nonNull)
        .map(terminated -> terminated.getExitCode())
        .findFirst();
  }
}
