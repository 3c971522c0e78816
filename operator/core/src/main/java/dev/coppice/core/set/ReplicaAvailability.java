package dev.coppice.core.set;

import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.clique.CliqueTemplates;
import dev.coppice.core.gang.Availability;
import dev.coppice.core.plan.Children;
import dev.coppice.core.plan.Snapshot;
import dev.coppice.core.rollout.TemplateHash;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Judges one replica of a set from the statuses of the cliques and groups in it. */
final class ReplicaAvailability {

  private final Snapshot<PodCliqueSet> snapshot;
  private final List<PodCliqueTemplate> cliques;
  private final List<PodCliqueScalingGroupConfig> groups;
  private final Map<String, String> hashes;
  private final String generationHash;

  ReplicaAvailability(Snapshot<PodCliqueSet> snapshot, String generationHash) {
    PodCliqueSetTemplate template = snapshot.primary().getSpec().template();
    this.snapshot = snapshot;
    this.generationHash = generationHash;
    this.cliques = CliqueTemplates.standalone(template);
    this.groups = template.podCliqueScalingGroups();
    this.hashes =
        cliques.stream()
            .collect(
                Collectors.toMap(
                    PodCliqueTemplate::name,
                    clique -> TemplateHash.of(clique, template.priorityClassName()),
                    (first, _) -> first));
  }

  /** Whether every clique and group of the replica is there with its minimum. */
  boolean isAvailable(int replica) {
    return cliques.stream()
            .allMatch(
                template -> find(replica, template).filter(Availability::hasMinimum).isPresent())
        && groups.stream()
            .allMatch(group -> find(replica, group).filter(Availability::hasMinimum).isPresent());
  }

  /** Whether, besides, all of it is at the current template. */
  boolean isUpdated(int replica) {
    return isAvailable(replica)
        && cliques.stream()
            .allMatch(
                template -> find(replica, template).filter(c -> isUpdated(c, template)).isPresent())
        && groups.stream()
            .allMatch(group ->
                find(replica, group)
                    .filter(g ->
                        generationHash.equals(
                            g.statusOrEmpty().currentPodCliqueSetGenerationHash()))
                    .isPresent());
  }

  private boolean isUpdated(PodClique clique, PodCliqueTemplate template) {
    String wanted = hashes.get(template.name());
    return wanted != null && Availability.isUpdated(clique, wanted);
  }

  private Optional<PodClique> find(int replica, PodCliqueTemplate template) {
    return Children.owned(
        snapshot, PodClique.class, Names.standalonePodClique(setName(), replica, template.name()));
  }

  private Optional<PodCliqueScalingGroup> find(int replica, PodCliqueScalingGroupConfig group) {
    return Children.owned(
        snapshot,
        PodCliqueScalingGroup.class,
        Names.podCliqueScalingGroup(setName(), replica, group.name()));
  }

  private String setName() {
    return snapshot.primary().getMetadata().getName();
  }
}
