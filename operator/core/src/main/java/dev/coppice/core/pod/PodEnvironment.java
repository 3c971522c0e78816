package dev.coppice.core.pod;

import dev.coppice.api.EnvironmentVariables;
import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.core.object.InjectedVariables;
import dev.coppice.core.object.Variables;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The variables by which a container knows its place in the workload. */
final class PodEnvironment {

  private final List<EnvVar> ofClique;

  /**
   * The environment of one clique's pods.
   *
   * @param set name of the set
   * @param replica index of the set's replica
   * @param podClique name of the PodClique
   * @param namespace the namespace of all of them
   * @param clusterDomain the DNS domain of the cluster
   * @param training whether the pods belong to an attempt of a training job
   */
  PodEnvironment(
      String set,
      int replica,
      String podClique,
      String namespace,
      String clusterDomain,
      boolean training) {
    ofClique = new ArrayList<>();
    ofClique.add(Variables.value(EnvironmentVariables.SET_NAME, set));
    ofClique.add(Variables.number(EnvironmentVariables.SET_INDEX, replica));
    ofClique.add(Variables.value(EnvironmentVariables.CLIQUE_NAME, podClique));
    ofClique.add(
        Variables.value(
            EnvironmentVariables.HEADLESS_SERVICE,
            Names.headlessServiceDomain(set, replica, namespace, clusterDomain)));
    ofClique.add(Variables.label(EnvironmentVariables.POD_INDEX, Labels.POD_INDEX));
    if (training) {
      ofClique.add(Variables.label(EnvironmentVariables.RESTART_ATTEMPT, Labels.RESTART_ATTEMPT));
    }
  }

  /** What one pod is told: of its clique, and of its place in a group if it has one. */
  InjectedVariables at(Optional<PodPlace> place) {
    return new InjectedVariables(
        Stream.of(
                place.map(PodPlace::first).orElse(List.of()),
                ofClique,
                place.map(PodPlace::last).orElse(List.of()))
            .flatMap(List::stream)
            .toList());
  }
}
