package dev.coppice.core.exclusive;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.scheduler.DefaultScheduler;
import dev.coppice.core.subgroup.ExclusiveLevel;
import dev.coppice.core.subgroup.GroupName;
import dev.coppice.core.template.CliqueTemplates;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The node labels of whose domains the pods of a PodClique want some for themselves.
 *
 * @param group that of their group; null if it may share
 * @param subGroup that of each of its subgroups; null if they may
 */
public record ExclusiveTopology(@Nullable String group, @Nullable String subGroup) {

  /** What a PodClique is told by its owner; empty if its pods share every domain with others. */
  public static Optional<ExclusiveTopology> of(PodClique clique) {
    Map<String, String> told = orEmpty(clique.getMetadata().getAnnotations());
    String group = ExclusiveLevel.GROUP.topologyKey(told, Map.of()).orElse(null);
    // A template may name one although nothing divides the pods.
    String subGroup =
        told.containsKey(Annotations.SUBGROUP_SIZE)
            ? ExclusiveLevel.SUBGROUP.topologyKey(told, Map.of()).orElse(null)
            : null;
    return group == null && subGroup == null
        ? Optional.empty()
        : Optional.of(new ExclusiveTopology(group, subGroup));
  }

  /**
   * The same of pods that one scheduler places. Only the stock scheduler is told of what a group
   * wants; what subgroups want every scheduler knows by the terms of their pods.
   */
  public Optional<ExclusiveTopology> under(String scheduler) {
    if (scheduler.equals(DefaultScheduler.NAME)) {
      return Optional.of(this);
    }
    return subGroup == null ? Optional.empty() : Optional.of(new ExclusiveTopology(null, subGroup));
  }

  /** Whether a group of a set wants a domain for itself. */
  public static boolean isAskedBy(PodCliqueSet set) {
    Map<String, String> far = orEmpty(set.getMetadata().getAnnotations());
    return Stream.concat(
            CliqueTemplates.standalone(set.getSpec().template()).stream()
                .map(PodCliqueTemplate::annotations),
            set.getSpec().template().podCliqueScalingGroups().stream()
                .map(PodCliqueScalingGroupConfig::annotations))
        .anyMatch(near -> ExclusiveLevel.GROUP.topologyKey(orEmpty(near), far).isPresent());
  }

  private static Map<String, String> orEmpty(@Nullable Map<String, String> annotations) {
    return annotations == null ? Map.of() : annotations;
  }

  /** The key by which its pods and those of its group find each other; empty if they need not. */
  public static Optional<String> groupKey(PodClique clique) {
    return of(clique).flatMap(_ -> groupName(clique)).map(GroupName::key);
  }

  /** Whether two PodCliques have pods in one such group. */
  public static boolean areInOneGroup(PodClique one, PodClique other) {
    return of(one).isPresent() && groupName(one).equals(groupName(other));
  }

  private static Optional<GroupName> groupName(PodClique clique) {
    String namespace = clique.getMetadata().getNamespace();
    Optional<String> group = Relatives.label(clique, Labels.SCALING_GROUP);
    return group.isEmpty()
        ? Optional.of(GroupName.ofPodClique(namespace, clique.getMetadata().getName()))
        : ReplicaIndex.of(clique, Labels.SCALING_GROUP_REPLICA_INDEX).stream()
            .mapToObj(replica -> GroupName.ofReplica(namespace, group.get(), replica))
            .findFirst();
  }
}
