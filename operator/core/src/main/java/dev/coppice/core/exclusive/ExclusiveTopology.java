package dev.coppice.core.exclusive;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.subgroup.ExclusiveLevel;
import dev.coppice.core.subgroup.GroupName;
import java.util.Map;
import java.util.Optional;
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
    Map<String, String> told = Omitted.orEmpty(clique.getMetadata().getAnnotations());
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
