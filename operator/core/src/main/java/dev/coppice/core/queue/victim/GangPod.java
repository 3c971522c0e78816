package dev.coppice.core.queue.victim;

import dev.coppice.core.pod.PodState;
import dev.coppice.core.scheduler.kai.KaiKeys;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A pod of a gang, as far as evictions ask.
 *
 * @param uid which
 * @param createdAt when it was made
 * @param priority how much it matters within its gang
 * @param standing whether it counts
 * @param runningSince when the kubelet took up the pod at the latest, however wrong the clock of
 *     its node is, if it is Running
 */
public record GangPod(
    String uid,
    Instant createdAt,
    TaskPriority priority,
    Standing standing,
    @Nullable Instant runningSince) {

  /** Those that are kept longest come first; victims are taken from the end. */
  static final Comparator<GangPod> TASK_ORDER =
      Comparator.comparing(GangPod::priority)
          .thenComparing(GangPod::createdAt)
          .thenComparing(GangPod::uid);

  /** Whether a pod counts. */
  public enum Standing {
    /** It has a node, and neither ended nor goes. Nothing else counts. */
    ACTIVE,
    /** It has no node that could be seen. */
    UNBOUND,
    /** It is Succeeded or Failed. */
    ENDED,
    /** It is being deleted. */
    TERMINATING
  }

  /** What a pod is. */
  public static GangPod of(Pod pod) {
    PodState state = PodState.of(pod);
    Map<String, String> labels =
        Optional.ofNullable(pod.getMetadata().getLabels()).orElse(Map.of());
    return new GangPod(
        state.uid(),
        state.created(),
        TaskPriority.of(labels.get(KaiKeys.TASK_PRIORITY)),
        standing(state),
        Optional.ofNullable(pod.getStatus())
            .filter(_ -> state.phase() == PodState.Phase.RUNNING)
            .map(PodStatus::getStartTime)
            .map(Instant::parse)
            .map(state.nodeClock()::latest)
            .orElse(null));
  }

  private static Standing standing(PodState pod) {
    if (pod.terminating()) {
      return Standing.TERMINATING;
    }
    if (pod.ended()) {
      return Standing.ENDED;
    }
    return pod.assigned() ? Standing.ACTIVE : Standing.UNBOUND;
  }

  /** Whether it counts. */
  boolean active() {
    return standing == Standing.ACTIVE;
  }
}
