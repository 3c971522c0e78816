package dev.coppice.testkit.simulator;

import dev.coppice.core.model.ClusterModel;
import dev.coppice.core.model.ModelNodes;
import dev.coppice.core.plan.Ownership;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The garbage collector, the scheduler and the kubelets of a simulation. */
final class Surroundings {

  private final ClusterModel cluster;
  private final ModelNodes nodes;

  Surroundings(ClusterModel cluster) {
    this.cluster = cluster;
    nodes = new ModelNodes(cluster);
  }

  /** What a verb could happen to. */
  List<? extends HasMetadata> candidates(Verb verb) {
    return switch (verb) {
      case COLLECT -> cluster.garbage();
      case BIND -> pods(pod -> isRunning(pod) && !isBound(pod) && !isGated(pod));
      case START ->
          pods(pod -> isRunning(pod) && isBound(pod) && !isReady(pod) && !nodes.isHeld(pod));
      case STALL -> pods(pod -> isRunning(pod) && isReady(pod));
      case FAIL -> pods(pod -> isRunning(pod) && isBound(pod));
      case FINISH -> pods(Ownership::isTerminating);
      default -> List.of();
    };
  }

  private List<Pod> pods(Predicate<Pod> which) {
    return cluster.all(Pod.class).filter(which).toList();
  }

  /** Lets it happen. */
  void act(Verb verb, HasMetadata object) {
    switch (verb) {
      case COLLECT -> cluster.delete(object);
      case BIND -> nodes.bind((Pod) object);
      case START -> nodes.start((Pod) object);
      case STALL -> nodes.stall((Pod) object);
      case FAIL -> nodes.fail((Pod) object);
      case FINISH -> nodes.finish((Pod) object);
      default -> throw new IllegalArgumentException(verb.name());
    }
  }

  private static boolean isRunning(Pod pod) {
    return !Ownership.isTerminating(pod)
        && (pod.getStatus() == null
            || !Set.of("Failed", "Succeeded").contains(String.valueOf(pod.getStatus().getPhase())));
  }

  private static boolean isBound(Pod pod) {
    return pod.getSpec().getNodeName() != null;
  }

  private static boolean isGated(Pod pod) {
    return !pod.getSpec().getSchedulingGates().isEmpty();
  }

  static boolean isReady(Pod pod) {
    return pod.getStatus() != null
        && pod.getStatus().getConditions().stream()
            .anyMatch(condition ->
                condition.getType().equals("Ready") && condition.getStatus().equals("True"));
  }
}
