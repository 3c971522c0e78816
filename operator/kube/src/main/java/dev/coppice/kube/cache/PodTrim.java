package dev.coppice.kube.cache;

import dev.coppice.api.Labels;
import dev.coppice.core.exclusive.ExclusiveAffinity;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.ResourceAmounts;
import dev.coppice.core.pod.PodContainers;
import dev.coppice.core.pod.PodRequests;
import dev.coppice.core.scheduler.workload.NativeGangs;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What remains of a pod: a tenth of it, since most of what is cached is pods. */
final class PodTrim {

  private static final SharedRequests REQUESTS = new SharedRequests();

  private PodTrim() {}

  /**
   * Trims a pod.
   *
   * @param queued whether it counts when a container began, and what pods request
   */
  static void trim(Pod pod, boolean queued) {
    CacheTransform.metadata(pod);
    ObjectMeta metadata = pod.getMetadata();
    if (Ownership.isOfOthers(pod)) {
      pod.setSpec(new PodSpec());
      pod.setStatus(new PodStatus());
      return;
    }
    ResourceAmounts requested = queued ? PodRequests.requested(pod) : ResourceAmounts.NONE;
    ResourceAmounts allocated = queued ? PodRequests.allocated(pod) : ResourceAmounts.NONE;
    boolean trains = metadata.getLabels().containsKey(Labels.RESTART_ATTEMPT);
    pod.setSpec(spec(pod.getSpec(), trains));
    // Of a training job it always does, and whether it ended before it was told.
    pod.setStatus(status(pod.getStatus(), queued || trains));
    // In place of its containers: a pod that requests as much as a whole is counted alike.
    if (!requested.isEmpty()) {
      pod.getSpec().setResources(REQUESTS.of(requested));
    }
    if (!allocated.equals(requested)) {
      pod.getStatus().setAdditionalProperty(PodRequests.ALLOCATED, texts(allocated));
    }
  }

  private static Map<String, String> texts(ResourceAmounts amounts) {
    Map<String, String> texts = new TreeMap<>();
    amounts.quantities().forEach((resource, quantity) -> texts.put(resource, quantity.toString()));
    return texts;
  }

  private static PodSpec spec(@Nullable PodSpec spec, boolean trains) {
    if (spec == null) {
      return new PodSpec();
    }
    Object group = spec.getAdditionalProperties().get(NativeGangs.FIELD);
    return new PodSpecBuilder()
        .withAdditionalProperties(group == null ? Map.of() : Map.of(NativeGangs.FIELD, group))
        .withNodeName(spec.getNodeName())
        .withHostname(spec.getHostname())
        .withSchedulerName(spec.getSchedulerName())
        .withSchedulingGates(orEmpty(spec.getSchedulingGates()))
        .withAffinity(ExclusiveAffinity.kept(spec))
        // It is added to when a gate falls, and the answer to that is compared with what was sent.
        .withNodeSelector(spec.getNodeName() == null ? spec.getNodeSelector() : Map.of())
        .withRestartPolicy(trains ? spec.getRestartPolicy() : null)
        .withContainers(withOwnRestarts(spec.getContainers()))
        .withInitContainers(withOwnRestarts(spec.getInitContainers()))
        .build();
  }

  // What its kubelet starts again has not failed, and sidecars are not to blame.
  private static List<Container> withOwnRestarts(@Nullable List<Container> containers) {
    return orEmpty(containers).stream()
        .filter(container -> container.getRestartPolicy() != null)
        .map(container ->
            new ContainerBuilder()
                .withName(container.getName())
                .withRestartPolicy(container.getRestartPolicy())
                .withRestartPolicyRules(orEmpty(container.getRestartPolicyRules()))
                .build())
        .toList();
  }

  private static PodStatus status(@Nullable PodStatus status, boolean times) {
    if (status == null) {
      return new PodStatus();
    }
    return new PodStatusBuilder()
        .withPhase(status.getPhase())
        .withReason(status.getReason())
        .withMessage(quote(status.getMessage()))
        .withStartTime(times ? status.getStartTime() : null)
        .withConditions(orEmpty(status.getConditions()).stream().map(PodTrim::condition).toList())
        .withContainerStatuses(containers(status.getContainerStatuses(), times))
        .withInitContainerStatuses(containers(status.getInitContainerStatuses(), false))
        .build();
  }

  // Of the messages only why there is no place is told to anybody.
  private static PodCondition condition(PodCondition condition) {
    boolean isToldOf =
        "PodScheduled".equals(condition.getType()) && "False".equals(condition.getStatus());
    return new PodConditionBuilder()
        .withType(condition.getType())
        .withStatus(condition.getStatus())
        .withReason(condition.getReason())
        .withMessage(isToldOf ? quote(condition.getMessage()) : null)
        .withLastTransitionTime(condition.getLastTransitionTime())
        .build();
  }

  private static List<ContainerStatus> containers(
      @Nullable List<ContainerStatus> statuses, boolean times) {
    return orEmpty(statuses).stream().map(status -> container(status, times)).toList();
  }

  private static ContainerStatus container(ContainerStatus status, boolean times) {
    return new ContainerStatusBuilder()
        .withName(status.getName())
        .withReady(status.getReady())
        .withStarted(status.getStarted())
        .withRestartCount(status.getRestartCount())
        .withState(state(status.getState(), times, times || hasFailed(status)))
        .withLastState(state(status.getLastState(), times, times))
        .build();
  }

  // Of several the first is told.
  private static boolean hasFailed(ContainerStatus status) {
    return PodContainers.end(status)
        .filter(end -> !Objects.equals(end.getExitCode(), 0))
        .isPresent();
  }

  // A container that runs has nothing to tell but since when.
  private static @Nullable ContainerState state(
      @Nullable ContainerState state, boolean times, boolean end) {
    boolean runs = state != null && state.getRunning() != null;
    if (state == null
        || (state.getTerminated() == null && state.getWaiting() == null && !(times && runs))) {
      return null;
    }
    ContainerStateBuilder kept = new ContainerStateBuilder();
    if (times && runs) {
      kept.withNewRunning(state.getRunning().getStartedAt());
    }
    if (state.getWaiting() != null) {
      kept.withNewWaiting().withReason(state.getWaiting().getReason()).endWaiting();
    }
    if (state.getTerminated() != null) {
      kept.withNewTerminated()
          .withExitCode(state.getTerminated().getExitCode())
          .withReason(state.getTerminated().getReason())
          .withMessage(quote(state.getTerminated().getMessage()))
          .withStartedAt(times ? state.getTerminated().getStartedAt() : null)
          .withFinishedAt(end ? state.getTerminated().getFinishedAt() : null)
          .endTerminated();
    }
    return kept.build();
  }

  private static @Nullable String quote(@Nullable String message) {
    return message == null ? null : Words.quote(message);
  }

  private static <T> List<T> orEmpty(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }
}
