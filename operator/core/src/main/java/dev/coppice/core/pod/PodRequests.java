package dev.coppice.core.pod;

import dev.coppice.core.object.ResourceAmounts;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a pod requests, as schedulers count it: its containers and sidecars together, or more while
 * it starts, and its overhead. A limit without a request is one.
 */
public final class PodRequests {

  private static final String SIDECAR = "Always";

  private PodRequests() {}

  /** What a pod of this form requests; nothing where it requests none. */
  public static ResourceAmounts of(@Nullable PodSpec spec) {
    if (spec == null) {
      return ResourceAmounts.NONE;
    }
    ResourceAmounts starting = ResourceAmounts.NONE;
    ResourceAmounts sidecars = ResourceAmounts.NONE;
    for (Container container : orEmpty(spec.getInitContainers())) {
      ResourceAmounts withIt = sidecars.plus(of(container.getResources()));
      starting = starting.max(withIt);
      if (SIDECAR.equals(container.getRestartPolicy())) {
        sidecars = withIt;
      }
    }
    ResourceAmounts running = sidecars;
    for (Container container : orEmpty(spec.getContainers())) {
      running = running.plus(of(container.getResources()));
    }
    return running
        .max(starting)
        .replacedBy(of(spec.getResources()))
        .plus(ResourceAmounts.of(spec.getOverhead()));
  }

  private static ResourceAmounts of(@Nullable ResourceRequirements resources) {
    return resources == null
        ? ResourceAmounts.NONE
        : ResourceAmounts.of(resources.getLimits())
            .replacedBy(ResourceAmounts.of(resources.getRequests()));
  }

  private static <T> List<T> orEmpty(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }
}
