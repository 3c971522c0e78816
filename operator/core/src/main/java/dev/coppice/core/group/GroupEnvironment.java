package dev.coppice.core.group;

import dev.coppice.api.EnvironmentVariables;
import dev.coppice.api.Labels;
import dev.coppice.core.template.RenderedTemplate;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The variables by which a container knows its place in a scaling group. They are part of the
 * PodClique, stand before the user's own, which may refer to them, and replace those of the same
 * name.
 */
final class GroupEnvironment {

  private final List<EnvVar> injected;
  private final Set<String> names;

  /**
   * The environment of a group.
   *
   * @param cliques the cliques that one replica of the group consists of
   */
  GroupEnvironment(List<RenderedTemplate> cliques) {
    int pods = cliques.stream().mapToInt(clique -> clique.template().spec().replicas()).sum();
    injected =
        List.of(
            label(EnvironmentVariables.GROUP_NAME, Labels.SCALING_GROUP),
            new EnvVarBuilder()
                .withName(EnvironmentVariables.GROUP_TEMPLATE_PODS)
                .withValue(Integer.toString(pods))
                .build(),
            label(EnvironmentVariables.GROUP_INDEX, Labels.SCALING_GROUP_REPLICA_INDEX));
    names = injected.stream().map(EnvVar::getName).collect(Collectors.toSet());
  }

  /** The specification with the variables in it; the given one is left as it is. */
  PodSpec into(PodSpec spec) {
    return new PodSpecBuilder(spec)
        .withInitContainers(into(spec.getInitContainers()))
        .withContainers(into(spec.getContainers()))
        .build();
  }

  private List<Container> into(List<Container> containers) {
    return containers.stream()
        .map(container ->
            new ContainerBuilder(container).withEnv(before(container.getEnv())).build())
        .toList();
  }

  private List<EnvVar> before(List<EnvVar> own) {
    List<EnvVar> all = new ArrayList<>(injected);
    own.stream().filter(variable -> !names.contains(variable.getName())).forEach(all::add);
    return all;
  }

  private static EnvVar label(String name, String key) {
    return new EnvVarBuilder()
        .withName(name)
        .withNewValueFrom()
        .withNewFieldRef()
        .withFieldPath("metadata.labels['" + key + "']")
        .endFieldRef()
        .endValueFrom()
        .build();
  }
}
