package dev.coppice.core.pod;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.subgroup.LeaderWorkerSetMetadata;
import dev.coppice.core.subgroup.Slot;
import dev.coppice.core.subgroup.SlotGroup;
import dev.coppice.core.subgroup.SlotMetadata;
import dev.coppice.core.subgroup.TpuVariables;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The place of a pod in its group, and what the pod is told of it.
 *
 * @param group the group
 * @param slot its place there
 * @param replica the index of the replica, of a set or of a scaling group, that the group is
 * @param compatibility what it is told in the words of LeaderWorkerSet
 * @param clusterDomain the DNS domain of the cluster
 */
record PodPlace(
    SlotGroup group,
    Slot slot,
    int replica,
    LeaderWorkerSetCompatibility compatibility,
    String clusterDomain) {

  /** That of the pod of one index; empty if it has none. */
  static Optional<PodPlace> of(PodClique clique, SlotGroup group, int index, PodSettings settings) {
    String replica =
        Relatives.label(clique, Labels.SCALING_GROUP).isPresent()
            ? Labels.SCALING_GROUP_REPLICA_INDEX
            : Labels.SET_REPLICA_INDEX;
    return group
        .slot(clique.getMetadata().getName(), index)
        .map(slot ->
            new PodPlace(
                group,
                slot,
                ReplicaIndex.of(clique, replica).orElse(0),
                settings.leaderWorkerSet(),
                settings.clusterDomain()));
  }

  Map<String, String> labels() {
    Map<String, String> labels = new TreeMap<>(SlotMetadata.labels(group, slot));
    if (compatibility != LeaderWorkerSetCompatibility.OFF) {
      labels.putAll(LeaderWorkerSetMetadata.labels(group, slot, replica));
    }
    return labels;
  }

  Map<String, String> annotations() {
    Map<String, String> annotations = new TreeMap<>(SlotMetadata.annotations(group));
    if (compatibility != LeaderWorkerSetCompatibility.OFF) {
      annotations.putAll(LeaderWorkerSetMetadata.annotations(group, slot));
    }
    return annotations;
  }

  /** The variables of every container that stand before all others. */
  List<EnvVar> first() {
    return compatibility == LeaderWorkerSetCompatibility.LABELS_AND_ENV
        ? LeaderWorkerSetMetadata.environment(group, slot)
        : List.of();
  }

  /** The variables of every container that stand before those of the user. */
  List<EnvVar> last() {
    return SlotMetadata.environment(group, slot, clusterDomain);
  }

  /** The pod with the variables that only containers with TPUs get, after all others. */
  PodSpec told(PodSpec template) {
    return TpuVariables.into(template, group, slot);
  }
}
