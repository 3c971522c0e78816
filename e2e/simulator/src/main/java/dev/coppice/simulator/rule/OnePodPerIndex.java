package dev.coppice.simulator.rule;

import dev.coppice.api.clique.PodClique;
import dev.coppice.core.plan.Outcome;
import dev.coppice.simulator.model.ClusterModel;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Set;

/**
 * No index has two live pods, and no PodClique more than it asks for. What a dead process left in
 * the wires may break this for a while, by no fault of the living one.
 */
final class OnePodPerIndex implements Rule {

  private final ClusterModel cluster;
  private final Set<String> landedPods;

  OnePodPerIndex(ClusterModel cluster, Set<String> landedPods) {
    this.cluster = cluster;
    this.landedPods = landedPods;
  }

  @Override
  public void check(Write write, Outcome outcome) {
    PodFacts.born(write, outcome)
        .ifPresent(born -> check(born, (PodClique) write.seen().primary()));
  }

  private void check(Pod born, PodClique clique) {
    List<Pod> live =
        cluster
            .all(Pod.class)
            .filter(PodFacts::isLive)
            .filter(pod -> PodFacts.ownerUid(pod).equals(PodFacts.ownerUid(born)))
            .filter(pod -> !landedPods.contains(pod.getMetadata().getUid()))
            .toList();
    long atIndex =
        live.stream().filter(pod -> PodFacts.index(pod).equals(PodFacts.index(born))).count();
    if (atIndex > 1) {
      throw new Broken("one pod per index", born.getMetadata().getName() + " is one of " + atIndex);
    }
    int stands =
        cluster
            .find(
                PodClique.class,
                clique.getMetadata().getNamespace(),
                clique.getMetadata().getName())
            .map(now -> now.getSpec().replicas())
            .orElse(0);
    if (live.size() > Math.max(stands, clique.getSpec().replicas())) {
      throw new Broken(
          "no pod beyond replicas", born.getMetadata().getName() + " is one of " + live.size());
    }
  }
}
