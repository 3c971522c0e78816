package dev.coppice.core.training;

import dev.coppice.core.object.Ownership;
import dev.coppice.core.pod.PodContainers;
import dev.coppice.core.pod.PodState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A pod of the attempt under way, and what it counts as.
 *
 * @param pod the pod
 * @param standing what it counts as
 * @param decidedAt when time alone makes it count as something else; null when it does not
 */
public record JudgedPod(PodState pod, Standing standing, @Nullable Instant decidedAt) {

  /** How long before its last DELETE a pod has to have ended to have done so by itself. */
  private static final Duration LAST_DELETE = Duration.ofSeconds(1);

  /** What a pod counts as. */
  public enum Standing {
    /** It has done its work. */
    SUCCEEDED,
    /** It will not do its work any more. */
    FAILED,
    /** It works. */
    AVAILABLE,
    /** It does not work yet. */
    STARTING;

    /** Whether it never counts as anything else. */
    public boolean isFinal() {
      return this == SUCCEEDED || this == FAILED;
    }
  }

  /**
   * What pods are judged by.
   *
   * @param availableInAttempt whether the clique had its minimum in this attempt: then a pod that
   *     has not lost its standing works
   * @param nodes which nodes are lost
   * @param now the instant
   */
  public record By(boolean availableInAttempt, Nodes nodes, Instant now) {

    private Standing kept() {
      return availableInAttempt ? Standing.AVAILABLE : Standing.STARTING;
    }
  }

  /** Judges a pod. */
  public static JudgedPod of(PodState pod, By by) {
    return pod.terminating() ? ofTerminating(pod, by) : new JudgedPod(pod, standing(pod, by), null);
  }

  // A trainer that is drained may handle SIGTERM and exit with 0: it has not finished. A success
  // that is not believed costs a restart, one that is wrongly believed the work.
  private static JudgedPod ofTerminating(PodState pod, By by) {
    Instant passed = overdue(pod);
    boolean decided =
        pod.ended()
            || !pod.assigned()
            || by.nodes().haveLost(pod.pod())
            || !by.now().isBefore(passed);
    if (!decided) {
      return new JudgedPod(pod, by.kept(), passed);
    }
    return new JudgedPod(
        pod, hasFinishedBefore(pod, asked(pod)) ? Standing.SUCCEEDED : Standing.FAILED, null);
  }

  private static Standing standing(PodState pod, By by) {
    String phase = pod.pod().getStatus() == null ? "" : pod.pod().getStatus().getPhase();
    if ("Succeeded".equals(phase)) {
      return Standing.SUCCEEDED;
    }
    if ("Failed".equals(phase) || (isRunning(pod) && hasFailed(pod))) {
      return Standing.FAILED;
    }
    if (works(pod, by.nodes())) {
      return Standing.AVAILABLE;
    }
    boolean keeps = (isRunning(pod) && hasEnded(pod)) || isRestarted(pod);
    return keeps ? by.kept() : Standing.STARTING;
  }

  // A sidecar that is not Ready hides that a node is lost: the pod was not Ready before.
  private static boolean works(PodState pod, Nodes nodes) {
    return pod.ready() || (pod.works() && !nodes.haveLost(pod.pod()));
  }

  private static boolean isRunning(PodState pod) {
    return pod.phase() == PodState.Phase.RUNNING;
  }

  private static boolean hasFailed(PodState pod) {
    PodContainers containers = PodContainers.of(pod.pod());
    return containers.regular().stream()
        .filter(container -> !containers.isStartedAgain(container))
        .flatMap(container -> PodContainers.end(container).stream())
        .anyMatch(end -> !isSuccess(end));
  }

  private static boolean hasEnded(PodState pod) {
    return ends(pod).findAny().isPresent();
  }

  // All of a pod's containers may begin anew, its init containers first: then it is Pending again.
  private static boolean isRestarted(PodState pod) {
    return (isRunning(pod) || pod.phase() == PodState.Phase.PENDING)
        && containers(pod).stream().anyMatch(PodContainers::isComingBack);
  }

  private static boolean hasFinishedBefore(PodState pod, Instant asked) {
    return !containers(pod).isEmpty()
        && ends(pod).count() == containers(pod).size()
        && ends(pod).allMatch(end -> isSuccess(end) && isBefore(end.getFinishedAt(), pod, asked));
  }

  private static boolean isBefore(@Nullable String finished, PodState pod, Instant asked) {
    return finished != null && pod.nodeClock().latest(Instant.parse(finished)).isBefore(asked);
  }

  private static boolean isSuccess(ContainerStateTerminated end) {
    return Objects.equals(end.getExitCode(), 0);
  }

  private static Stream<ContainerStateTerminated> ends(PodState pod) {
    return containers(pod).stream().flatMap(container -> PodContainers.end(container).stream());
  }

  private static List<ContainerStatus> containers(PodState pod) {
    return PodContainers.of(pod.pod()).regular();
  }

  private static Instant deletion(PodState pod) {
    return Ownership.isTerminating(pod.pod())
        ? Instant.parse(pod.pod().getMetadata().getDeletionTimestamp())
        : Instant.MAX;
  }

  // When somebody asked for it to go. The kubelet's own, last DELETE leaves no grace, and its time
  // stands in place of the first one's: what ended just before it may have been told to. An
  // eviction writes its time down, and that stays.
  private static Instant asked(PodState pod) {
    Long grace = pod.pod().getMetadata().getDeletionGracePeriodSeconds();
    Instant deleted =
        grace == null || grace == 0
            ? deletion(pod).minus(LAST_DELETE)
            : deletion(pod).minusSeconds(grace);
    return pod.disruptedSince().filter(deleted::isAfter).orElse(deleted);
  }

  /** When a terminating pod is past its time to be gone. Stored times have whole seconds. */
  public static Instant overdue(PodState pod) {
    return deletion(pod).plusSeconds(1);
  }

  /** Whether it is past its time to be gone, and nobody is left who would end it. */
  public static boolean isStuck(PodState pod, Nodes nodes, Instant now) {
    return pod.terminating()
        && !pod.ended()
        && nodes.haveLost(pod.pod())
        && !now.isBefore(overdue(pod));
  }
}
