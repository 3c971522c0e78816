package dev.coppice.simulator.rule;

import dev.coppice.api.Labels;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.testkit.oracle.PodFacts;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Set;

/** A PodClique makes no pod while one of its dead namesake has not been asked to go. */
final class NothingOfTheDead implements Rule {

  private final ClusterModel cluster;
  private final Set<String> landedPods;

  NothingOfTheDead(ClusterModel cluster, Set<String> landedPods) {
    this.cluster = cluster;
    this.landedPods = landedPods;
  }

  @Override
  public void check(Write write, Outcome outcome) {
    write.born(outcome).ifPresent(this::check);
  }

  private void check(Pod born) {
    cluster
        .all(Pod.class)
        .filter(pod -> !PodFacts.isTerminating(pod))
        .filter(pod ->
            PodFacts.label(pod, Labels.POD_CLIQUE).equals(PodFacts.label(born, Labels.POD_CLIQUE)))
        .filter(pod -> !PodFacts.ownerUid(pod).equals(PodFacts.ownerUid(born)))
        .filter(pod -> !landedPods.contains(pod.getMetadata().getUid()))
        .findFirst()
        .ifPresent(left -> {
          throw new Broken(
              "nothing of the dead", "%s was made beside %s".formatted(name(born), name(left)));
        });
  }

  private static String name(Pod pod) {
    return pod.getMetadata().getName();
  }
}
