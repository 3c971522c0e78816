package dev.coppice.core.pod;

import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a pod itself tells of why it does not run, or no longer runs. */
public final class PodTrouble {

  /** What a container waits for that comes by itself. */
  private static final Set<String> ON_THE_WAY = Set.of("ContainerCreating", "PodInitializing");

  private PodTrouble() {}

  /**
   * With what a pod came to its end.
   *
   * @param reason one word of the pod, or else of a container; null when there is none
   * @param container the regular container that failed first, and another one only if no regular
   *     one did; null when the pod failed as a whole
   * @param exitCode what that container ended with; null with the container
   * @param message what was said beside the reason; null when nothing was
   */
  public record End(
      @Nullable String reason,
      @Nullable String container,
      @Nullable Integer exitCode,
      @Nullable String message) {}

  /** With what a pod came to its end, as far as anybody said. */
  public static End end(Pod pod) {
    PodStatus status = pod.getStatus();
    if (status == null) {
      return new End(null, null, null, null);
    }
    if (status.getReason() != null) {
      return new End(status.getReason(), null, null, quote(status.getMessage()));
    }
    return containers(status)
        .filter(container -> PodContainers.end(container).isPresent())
        .min(byBlame(PodContainers.of(pod)))
        .flatMap(container -> PodContainers.end(container).map(end -> end(container, end)))
        .orElseGet(() -> new End(status.getPhase(), null, null, quote(status.getMessage())));
  }

  private static End end(ContainerStatus container, ContainerStateTerminated end) {
    return new End(
        end.getReason(), container.getName(), end.getExitCode(), quote(end.getMessage()));
  }

  // Sidecars are told to end when the others have ended. What ended nobody knows when has most
  // often never begun, because of another one.
  private static Comparator<ContainerStatus> byBlame(PodContainers containers) {
    return Comparator.comparing(containers::isSidecar)
        .thenComparing(PodTrouble::succeeded)
        .thenComparing(containers::isStartedAgain)
        .thenComparing(container -> finishedAt(container).isEmpty())
        .thenComparing(containers.init()::contains)
        .thenComparing(container -> finishedAt(container).orElse(Instant.MAX));
  }

  private static boolean succeeded(ContainerStatus container) {
    return PodContainers.end(container)
        .filter(end -> Objects.equals(end.getExitCode(), 0))
        .isPresent();
  }

  private static Optional<Instant> finishedAt(ContainerStatus container) {
    return PodContainers.end(container)
        .map(ContainerStateTerminated::getFinishedAt)
        .map(Instant::parse);
  }

  /** Why the scheduler found no place, in its own words; empty if it has not tried or found one. */
  public static Optional<String> unschedulable(Pod pod) {
    PodStatus status = pod.getStatus();
    return status == null
        ? Optional.empty()
        : status.getConditions().stream()
            .filter(condition -> "PodScheduled".equals(condition.getType()))
            .filter(condition -> "False".equals(condition.getStatus()))
            .filter(condition -> "Unschedulable".equals(condition.getReason()))
            .map(PodTrouble::words)
            .findFirst();
  }

  private static String words(PodCondition condition) {
    String message = condition.getMessage();
    return message == null || message.isEmpty() ? condition.getReason() : message;
  }

  /** What keeps a container from running, such as "c: ImagePullBackOff"; empty if nothing does. */
  public static Optional<String> container(Pod pod) {
    PodStatus status = pod.getStatus();
    return status == null
        ? Optional.empty()
        : containers(status).flatMap(PodTrouble::trouble).findFirst();
  }

  private static Stream<String> trouble(ContainerStatus container) {
    ContainerStateWaiting waiting =
        container.getState() == null ? null : container.getState().getWaiting();
    if (waiting == null
        || waiting.getReason() == null
        || ON_THE_WAY.contains(waiting.getReason())) {
      return Stream.empty();
    }
    ContainerState last = container.getLastState();
    String ended =
        last == null || last.getTerminated() == null
            ? ""
            : " (%s, %s)"
                .formatted(
                    exit(last.getTerminated().getExitCode(), last.getTerminated().getReason()),
                    Words.count(
                        Objects.requireNonNullElse(container.getRestartCount(), 0), "restart"));
    return Stream.of(container.getName() + ": " + waiting.getReason() + ended);
  }

  /** With what something ended: its exit code, or the word where there is none. */
  public static Optional<String> ended(@Nullable Integer exitCode, @Nullable String reason) {
    return exitCode == null ? Optional.ofNullable(reason) : Optional.of(exit(exitCode, reason));
  }

  /** An exit code with the word that came with it, such as "exit code 137 (OOMKilled)". */
  public static String exit(@Nullable Integer code, @Nullable String reason) {
    return "exit code " + code + (reason == null ? "" : " (" + reason + ")");
  }

  private static Stream<ContainerStatus> containers(PodStatus status) {
    return Stream.of(status.getInitContainerStatuses(), status.getContainerStatuses())
        .filter(Objects::nonNull)
        .flatMap(List::stream);
  }

  private static @Nullable String quote(@Nullable String message) {
    return message == null || message.isEmpty() ? null : Words.quote(message);
  }
}
