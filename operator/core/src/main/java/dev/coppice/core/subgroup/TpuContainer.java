package dev.coppice.core.subgroup;

import dev.coppice.core.quantity.BoundedQuantity;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A container that asks for TPUs, and what its template says about the variables that it is given.
 *
 * @param init whether it is an init container
 * @param position its place in its list
 * @param port the port that its template sets; null if it sets none, or one that is not written
 *     there
 * @param variables the names of all variables that its template sets
 */
public record TpuContainer(
    boolean init, int position, @Nullable String port, Set<String> variables) {

  /** What a container asks for. */
  public static final String RESOURCE = "google.com/tpu";

  public TpuContainer {
    variables = Set.copyOf(variables);
  }

  /** Those of a pod: containers first, then init containers. */
  public static List<TpuContainer> of(PodSpec pod) {
    List<TpuContainer> found = new ArrayList<>();
    find(false, pod.getContainers(), found);
    find(true, pod.getInitContainers(), found);
    return List.copyOf(found);
  }

  private static void find(
      boolean init, @Nullable List<Container> containers, List<TpuContainer> found) {
    List<Container> all = containers == null ? List.of() : containers;
    for (int i = 0; i < all.size(); i++) {
      Container container = all.get(i);
      if (container != null && asksForTpus(container.getResources())) {
        found.add(of(init, i, container.getEnv()));
      }
    }
  }

  private static TpuContainer of(boolean init, int position, @Nullable List<EnvVar> env) {
    List<EnvVar> own =
        env == null
            ? List.of()
            : env.stream().filter(one -> one != null && one.getName() != null).toList();
    return new TpuContainer(
        init,
        position,
        own.stream()
            .filter(one -> one.getName().equals(TpuVariables.PROCESS_PORT))
            .map(EnvVar::getValue)
            .filter(value -> value != null && !value.isEmpty())
            .findFirst()
            .orElse(null),
        own.stream().map(EnvVar::getName).collect(Collectors.toSet()));
  }

  private static boolean asksForTpus(@Nullable ResourceRequirements resources) {
    return resources != null && (isSome(resources.getLimits()) || isSome(resources.getRequests()));
  }

  private static boolean isSome(@Nullable Map<String, Quantity> resources) {
    // What is no quantity is none: the API server tells of it.
    return resources != null && BoundedQuantity.of(resources.get(RESOURCE)).orZero().signum() != 0;
  }
}
