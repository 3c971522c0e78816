package dev.coppice.core.group;

import dev.coppice.api.EnvironmentVariables;
import dev.coppice.api.Labels;
import dev.coppice.core.object.InjectedVariables;
import dev.coppice.core.object.Variables;
import dev.coppice.core.template.RenderedTemplate;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.util.List;

/**
 * The variables by which a container knows its place in a scaling group. They are part of the
 * PodClique.
 */
final class GroupEnvironment {

  private final InjectedVariables injected;

  /**
   * The environment of a group.
   *
   * @param cliques the cliques that one replica of the group consists of
   */
  GroupEnvironment(List<RenderedTemplate> cliques) {
    int pods = cliques.stream().mapToInt(clique -> clique.template().spec().replicas()).sum();
    injected =
        new InjectedVariables(
            List.of(
                Variables.label(EnvironmentVariables.GROUP_NAME, Labels.SCALING_GROUP),
                Variables.number(EnvironmentVariables.GROUP_TEMPLATE_PODS, pods),
                Variables.label(
                    EnvironmentVariables.GROUP_INDEX, Labels.SCALING_GROUP_REPLICA_INDEX)));
  }

  /** The specification with the variables in it; the given one is left as it is. */
  PodSpec into(PodSpec spec) {
    return new PodSpecBuilder(spec)
        .withInitContainers(injected.into(spec.getInitContainers()))
        .withContainers(injected.into(spec.getContainers()))
        .build();
  }
}
