package dev.coppice.core.pod;

import dev.coppice.api.EnvironmentVariables;
import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The variables by which a container knows its place in the workload. They stand before the user's
 * own, which may refer to them, and replace those of the same name.
 */
final class PodEnvironment {

  private final List<EnvVar> injected;
  private final Set<String> names;

  /**
   * The environment of one clique's pods.
   *
   * @param set name of the set
   * @param replica index of the set's replica
   * @param podClique name of the PodClique
   * @param namespace the namespace of all of them
   * @param training whether the pods belong to an attempt of a training job
   */
  PodEnvironment(String set, int replica, String podClique, String namespace, boolean training) {
    this(injected(set, replica, podClique, namespace, training));
  }

  private PodEnvironment(List<EnvVar> injected) {
    this.injected = List.copyOf(injected);
    names = injected.stream().map(EnvVar::getName).collect(Collectors.toSet());
  }

  private static List<EnvVar> injected(
      String set, int replica, String podClique, String namespace, boolean training) {
    List<EnvVar> all = new ArrayList<>();
    all.add(value(EnvironmentVariables.SET_NAME, set));
    all.add(value(EnvironmentVariables.SET_INDEX, Integer.toString(replica)));
    all.add(value(EnvironmentVariables.CLIQUE_NAME, podClique));
    all.add(
        value(
            EnvironmentVariables.HEADLESS_SERVICE,
            Names.headlessServiceDomain(set, replica, namespace)));
    all.add(label(EnvironmentVariables.POD_INDEX, Labels.POD_INDEX));
    if (training) {
      all.add(label(EnvironmentVariables.RESTART_ATTEMPT, Labels.RESTART_ATTEMPT));
    }
    return all;
  }

  /** The same with what the pods of one place are told beside it. */
  PodEnvironment with(PodPlace place) {
    return new PodEnvironment(
        Stream.of(place.first(), injected, place.last()).flatMap(List::stream).toList());
  }

  /** The containers with the variables in them; the given ones are left as they are. */
  List<Container> into(List<Container> containers) {
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

  private static EnvVar value(String name, String value) {
    return new EnvVarBuilder().withName(name).withValue(value).build();
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
