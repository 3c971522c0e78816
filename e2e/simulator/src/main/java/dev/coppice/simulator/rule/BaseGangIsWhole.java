package dev.coppice.simulator.rule;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.testkit.oracle.PodFacts;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A gate is not lost to a base gang that lacks the first replicas of the very group whose further
 * replica waits: such a gang speaks of a time when the group was smaller.
 */
final class BaseGangIsWhole implements Rule {

  private final ClusterModel cluster;

  BaseGangIsWhole(ClusterModel cluster) {
    this.cluster = cluster;
  }

  @Override
  public void check(Write write, Outcome outcome) {
    if (!(outcome instanceof Outcome.Done(Pod pod))
        || !(write.seen().primary() instanceof PodClique clique)
        || PodFacts.label(clique, Labels.BASE_POD_GANG).isEmpty()
        || isReleasedByRecord(write, clique)) {
      return;
    }
    boolean held = write.stood().map(before -> PodFacts.isGated((Pod) before)).orElse(true);
    String namespace = clique.getMetadata().getNamespace();
    Optional<PodCliqueScalingGroup> group =
        cluster.find(
            PodCliqueScalingGroup.class, namespace, PodFacts.label(clique, Labels.SCALING_GROUP));
    int replica = Integer.parseInt(PodFacts.label(clique, Labels.SCALING_GROUP_REPLICA_INDEX));
    if (!held
        || PodFacts.isGated(pod)
        || group.filter(standing -> standing.getSpec().replicas() > replica).isEmpty()) {
      return;
    }
    Set<String> base =
        write
            .seen()
            .observed()
            .get(PodGang.class, namespace, PodFacts.label(clique, Labels.BASE_POD_GANG))
            .map(gang ->
                gang.getSpec().podgroups().stream().map(PodGroup::name).collect(Collectors.toSet()))
            .orElse(Set.of());
    for (int j = 0; j < group.get().getSpec().minAvailable(); j++) {
      for (String name : group.get().getSpec().cliqueNames()) {
        String member = "%s-%d-%s".formatted(group.get().getMetadata().getName(), j, name);
        if (!base.contains(member)) {
          throw new Broken(
              "the base gang is whole",
              "%s lost its gate to a base gang without %s"
                  .formatted(pod.getMetadata().getName(), member));
        }
      }
    }
  }

  // Where a scheduler places gangs, the set says when one may be placed.
  private static boolean isReleasedByRecord(Write write, PodClique clique) {
    return write
        .seen()
        .observed()
        .get(
            PodGang.class,
            clique.getMetadata().getNamespace(),
            PodFacts.label(clique, Labels.POD_GANG))
        .filter(gang -> !gang.statusOrEmpty().podGroups().isEmpty())
        .isPresent();
  }
}
