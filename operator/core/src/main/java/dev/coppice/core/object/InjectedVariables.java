package dev.coppice.core.object;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Variables that containers are given by the operator. They stand before the user's own, which may
 * refer to them, and replace those of the same name.
 */
public record InjectedVariables(List<EnvVar> variables) {

  public InjectedVariables {
    variables = List.copyOf(variables);
  }

  /** The containers with the variables in them; the given ones are left as they are. */
  public List<Container> into(List<Container> containers) {
    Set<String> names = variables.stream().map(EnvVar::getName).collect(Collectors.toSet());
    return containers.stream()
        .map(container ->
            new ContainerBuilder(container).withEnv(before(container.getEnv(), names)).build())
        .toList();
  }

  private List<EnvVar> before(List<EnvVar> own, Set<String> names) {
    return Stream.concat(
            variables.stream(), own.stream().filter(one -> !names.contains(one.getName())))
        .toList();
  }
}
