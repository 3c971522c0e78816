package dev.coppice.cli.convert;

import dev.coppice.api.EnvironmentVariables;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The variables that LeaderWorkerSet gives to every container, made from those that Coppice gives.
 * They stand in front of the template's own, which may refer to them, and replace those of the same
 * name, as there.
 */
final class GroupVariables {

  static final String LEADER_ADDRESS = "LWS_LEADER_ADDRESS";
  static final String GROUP_SIZE = "LWS_GROUP_SIZE";
  static final String WORKER_INDEX = "LWS_WORKER_INDEX";

  private static final Set<String> NAMES = Set.of(LEADER_ADDRESS, GROUP_SIZE, WORKER_INDEX);

  private GroupVariables() {}

  /** Those of the pods of one template; the index is missing where pods have none to be told. */
  static List<EnvVar> of(Groups groups, Groups.Template template) {
    List<EnvVar> variables = new ArrayList<>();
    if (groups.policy() != null) {
      variables.add(variable(LEADER_ADDRESS, reference(EnvironmentVariables.LEADER_ADDRESS)));
      variables.add(variable(GROUP_SIZE, reference(EnvironmentVariables.GROUP_SIZE)));
      variables.add(variable(WORKER_INDEX, reference(EnvironmentVariables.GROUP_WORKER_INDEX)));
    } else {
      variables.add(variable(LEADER_ADDRESS, leaderAddress(groups, template)));
      variables.add(variable(GROUP_SIZE, Integer.toString(groups.size())));
      String index = workerIndex(groups, template);
      if (index != null) {
        variables.add(variable(WORKER_INDEX, index));
      }
    }
    return variables;
  }

  private static String leaderAddress(Groups groups, Groups.Template template) {
    boolean isWorker = groups.leader() != null && template.equals(groups.worker());
    String clique =
        isWorker
            ? "%s-%s-%s"
                .formatted(
                    reference(EnvironmentVariables.GROUP_NAME),
                    reference(EnvironmentVariables.GROUP_INDEX),
                    Conversion.LEADER)
            : reference(EnvironmentVariables.CLIQUE_NAME);
    return clique + "-0." + reference(EnvironmentVariables.HEADLESS_SERVICE);
  }

  private static @Nullable String workerIndex(Groups groups, Groups.Template template) {
    if (groups.leader() == null) {
      return reference(EnvironmentVariables.POD_INDEX);
    }
    if (template.equals(groups.leader())) {
      return "0";
    }
    return groups.size() == 2 ? "1" : null;
  }

  /** A pod with variables in all its containers; the given one is left as it is. */
  static PodSpec into(PodSpec pod, List<EnvVar> variables) {
    return new PodSpecBuilder(pod)
        .withContainers(all(pod.getContainers(), variables))
        .withInitContainers(all(pod.getInitContainers(), variables))
        .build();
  }

  private static List<Container> all(@Nullable List<Container> containers, List<EnvVar> variables) {
    return containers == null
        ? List.of()
        : containers.stream().map(container -> with(container, variables)).toList();
  }

  private static Container with(Container container, List<EnvVar> variables) {
    List<EnvVar> env = new ArrayList<>(variables);
    container.getEnv().stream()
        .filter(variable -> !NAMES.contains(variable.getName()))
        .forEach(env::add);
    return new ContainerBuilder(container).withEnv(env).build();
  }

  private static String reference(String name) {
    return "$(" + name + ")";
  }

  private static EnvVar variable(String name, String value) {
    return new EnvVarBuilder().withName(name).withValue(value).build();
  }
}
