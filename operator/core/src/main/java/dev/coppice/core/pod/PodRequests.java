package dev.coppice.core.pod;

import dev.coppice.core.object.ResourceAmounts;
import dev.coppice.core.quantity.BoundedQuantity;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What pods request and have, as schedulers count it: containers and sidecars together, or more
 * while a pod starts, and its overhead. A limit without a request is one. A resize in place shows
 * in the statuses of containers, as far as it has come.
 */
public final class PodRequests {

  /** In the status of a pod: what it has as a whole, beside what its containers have. */
  public static final String ALLOCATED = "allocatedResources";

  private static final String SIDECAR = "Always";
  private static final String RESIZE_PENDING = "PodResizePending";
  private static final String INFEASIBLE = "Infeasible";

  private PodRequests() {}

  /**
   * What pods request together: what is stored or, while one is being resized, what it still has if
   * that is more. A resize that its node can never grant counts for nothing.
   */
  public static ResourceAmounts requested(Collection<Pod> pods) {
    return sum(pods, PodRequests::requested);
  }

  /** What pods with nodes have of it together. */
  public static ResourceAmounts allocated(Collection<Pod> pods) {
    return sum(pods, PodRequests::allocated);
  }

  /** What one pod requests. */
  public static ResourceAmounts requested(Pod pod) {
    return isInfeasible(pod) ? allocated(pod) : of(pod, ResourceAmounts::max);
  }

  /** What one pod with a node has of it. */
  public static ResourceAmounts allocated(Pod pod) {
    return of(pod, ResourceAmounts::replacedBy);
  }

  // Caches hold equal forms once, and there may be thousands of pods of one.
  private static ResourceAmounts sum(Collection<Pod> pods, Function<Pod, ResourceAmounts> amounts) {
    ResourceAmounts sum = ResourceAmounts.NONE;
    IdentityHashMap<ResourceRequirements, List<Pod>> alike = new IdentityHashMap<>();
    for (Pod pod : pods) {
      ResourceRequirements whole = pod.getSpec() == null ? null : pod.getSpec().getResources();
      if (whole != null && pod.getSpec().getContainers().isEmpty() && given(pod).isEmpty()) {
        alike.computeIfAbsent(whole, _ -> new ArrayList<>()).add(pod);
      } else {
        sum = sum.plus(amounts.apply(pod));
      }
    }
    for (List<Pod> form : alike.values()) {
      sum = sum.plus(amounts.apply(form.getFirst()).times(form.size()));
    }
    return sum;
  }

  /**
   * What a pod amounts to.
   *
   * @param counted what counts of what is stored, and of what a status tells
   */
  private static ResourceAmounts of(Pod pod, BinaryOperator<ResourceAmounts> counted) {
    PodSpec spec = pod.getSpec();
    if (spec == null) {
      return ResourceAmounts.NONE;
    }
    PodStatus status = pod.getStatus() == null ? new PodStatus() : pod.getStatus();
    ResourceAmounts starting = ResourceAmounts.NONE;
    ResourceAmounts sidecars = ResourceAmounts.NONE;
    for (Container container : orEmpty(spec.getInitContainers())) {
      boolean isSidecar = SIDECAR.equals(container.getRestartPolicy());
      ResourceAmounts stored = of(container.getResources());
      ResourceAmounts withIt =
          sidecars.plus(
              isSidecar
                  ? counted.apply(stored, given(container, status.getInitContainerStatuses()))
                  : stored);
      starting = starting.max(withIt);
      if (isSidecar) {
        sidecars = withIt;
      }
    }
    ResourceAmounts running = sidecars;
    for (Container container : orEmpty(spec.getContainers())) {
      running =
          running.plus(
              counted.apply(
                  of(container.getResources()), given(container, status.getContainerStatuses())));
    }
    return running
        .max(starting)
        .replacedBy(counted.apply(of(spec.getResources()), given(pod)))
        .plus(ResourceAmounts.of(spec.getOverhead()));
  }

  private static ResourceAmounts of(@Nullable ResourceRequirements resources) {
    return resources == null
        ? ResourceAmounts.NONE
        : ResourceAmounts.of(resources.getLimits())
            .replacedBy(ResourceAmounts.of(resources.getRequests()));
  }

  // While a resize goes on, one is ahead of the other: what is given back is held until it is gone.
  private static ResourceAmounts given(
      Container container, @Nullable List<ContainerStatus> statuses) {
    return orEmpty(statuses).stream()
        .filter(status -> Objects.equals(container.getName(), status.getName()))
        .findFirst()
        .map(status ->
            ResourceAmounts.of(requests(status))
                .max(ResourceAmounts.of(status.getAllocatedResources())))
        .orElse(ResourceAmounts.NONE);
  }

  private static @Nullable Map<String, Quantity> requests(ContainerStatus status) {
    return status.getResources() == null ? null : status.getResources().getRequests();
  }

  private static ResourceAmounts given(Pod pod) {
    SortedMap<String, BigDecimal> amounts = new TreeMap<>();
    if (pod.getStatus() != null
        && pod.getStatus().getAdditionalProperties().get(ALLOCATED) instanceof Map<?, ?> whole) {
      whole.forEach((resource, text) ->
          amounts.put(
              String.valueOf(resource), BoundedQuantity.parse(String.valueOf(text)).orZero()));
    }
    return new ResourceAmounts(amounts);
  }

  private static boolean isInfeasible(Pod pod) {
    return pod.getStatus() != null
        && orEmpty(pod.getStatus().getConditions()).stream()
            .filter(condition -> RESIZE_PENDING.equals(condition.getType()))
            .anyMatch(condition ->
                "True".equals(condition.getStatus()) && INFEASIBLE.equals(condition.getReason()));
  }

  private static <T> List<T> orEmpty(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }
}
