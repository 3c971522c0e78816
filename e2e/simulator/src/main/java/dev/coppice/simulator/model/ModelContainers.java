package dev.coppice.simulator.model;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Objects;

/** What kubelets do with containers that end, and what they report about them. */
final class ModelContainers {

  /** All regular containers of a pod do the same, and are reported as one. */
  private static final String NAME = "m";

  private ModelContainers() {}

  /** Whether a container that exits is started again: what it says itself outranks its pod. */
  static boolean isStartedAgain(Pod pod, int code) {
    return pod.getSpec().getContainers().stream()
        .anyMatch(container ->
            isAskedFor(container, code)
                || restarts(
                    Objects.requireNonNullElse(
                        container.getRestartPolicy(),
                        Objects.requireNonNullElse(pod.getSpec().getRestartPolicy(), "Never")),
                    code));
  }

  private static boolean isAskedFor(Container container, int code) {
    return container.getRestartPolicyRules().stream()
        .map(rule -> rule.getExitCodes())
        .anyMatch(codes -> codes.getOperator().equals("In") == codes.getValues().contains(code));
  }

  private static boolean restarts(String policy, int code) {
    return policy.equals("Always") || (policy.equals("OnFailure") && code != 0);
  }

  static ContainerStatus running(Pod pod, String since, boolean ready) {
    return new ContainerStatusBuilder()
        .withName(NAME)
        .withReady(ready)
        .withRestartCount(restarts(pod))
        .withNewState()
        .withNewRunning(since)
        .endState()
        .build();
  }

  static ContainerStatus ended(int code, String at) {
    return new ContainerStatusBuilder()
        .withName(NAME)
        .withNewState()
        .withNewTerminated()
        .withExitCode(code)
        .withFinishedAt(at)
        .endTerminated()
        .endState()
        .build();
  }

  static ContainerStatus crashed(Pod pod, int code, String at) {
    return waiting(ended(code, at), restarts(pod) + 1);
  }

  /** Reports the sidecars of a pod as crashed. */
  static List<ContainerStatus> crashedSidecars(Pod pod, int code, String at) {
    return pod.getSpec().getInitContainers().stream()
        .filter(container -> "Always".equals(container.getRestartPolicy()))
        .map(container ->
            waiting(
                new ContainerStatusBuilder(ended(code, at)).withName(container.getName()).build(),
                1))
        .toList();
  }

  private static ContainerStatus waiting(ContainerStatus ended, int restarts) {
    return new ContainerStatusBuilder(ended)
        .withReady(false)
        .withRestartCount(restarts)
        .withLastState(ended.getState())
        .withNewState()
        .withNewWaiting("back-off restarting failed container", "CrashLoopBackOff")
        .endState()
        .build();
  }

  private static int restarts(Pod pod) {
    return pod.getStatus().getContainerStatuses().stream()
        .map(ContainerStatus::getRestartCount)
        .mapToInt(count -> Objects.requireNonNullElse(count, 0))
        .max()
        .orElse(0);
  }
}
