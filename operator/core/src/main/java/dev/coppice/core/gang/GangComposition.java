package dev.coppice.core.gang;

import dev.coppice.api.Annotations;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.GangTopologyConstraint;
import dev.coppice.api.gang.NamespacedName;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.gang.PodGroupBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.topology.GangConstraints;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What a PodGang consists of. It is made complete: no reader ever sees a gang without the pods it
 * is about to get.
 */
final class GangComposition {

  private GangComposition() {}

  /**
   * A gang of a set.
   *
   * @param labels those that every gang of the set carries
   * @param annotations the same
   */
  static PodGang of(
      PodCliqueSet set,
      String name,
      List<PodGroup> groups,
      GangConstraints constraints,
      Map<String, String> labels,
      Map<String, String> annotations) {
    PodGang gang = new PodGang();
    Map<String, String> ownAnnotations = new TreeMap<>(annotations);
    if (constraints.topologyName() != null) {
      ownAnnotations.put(Annotations.TOPOLOGY_NAME, constraints.topologyName());
    }
    gang.setMetadata(
        new ObjectMetaBuilder()
            .withName(name)
            .withNamespace(set.getMetadata().getNamespace())
            .withLabels(labels)
            .withAnnotations(ownAnnotations)
            .withOwnerReferences(Ownership.controllerReference(set))
            .build());
    gang.setSpec(
        PodGangSpecBuilder.builder()
            .podgroups(groups.stream().map(group -> constrained(group, constraints)).toList())
            .topologyConstraint(constraints.ofGang())
            .topologyConstraintGroupConfigs(constraints.shared())
            .priorityClassName(set.getSpec().template().priorityClassName())
            .build());
    return gang;
  }

  private static PodGroup constrained(PodGroup group, GangConstraints constraints) {
    GangTopologyConstraint wanted = constraints.ofPodGroups().get(group.name());
    return Objects.equals(group.topologyConstraint(), wanted)
        ? group
        : PodGroupBuilder.builder(group).topologyConstraint(wanted).build();
  }

  /**
   * The group of one PodClique.
   *
   * @param held how many of its pods belong to another gang
   */
  static PodGroup podGroup(PodClique clique, List<NamespacedName> references, int held) {
    return PodGroupBuilder.builder()
        .name(clique.getMetadata().getName())
        .podReferences(references)
        .minReplicas(Math.max(0, MinAvailable.of(clique) - held))
        .build();
  }

  /** References to pods by name. */
  static List<NamespacedName> references(PodClique clique, List<String> names) {
    String namespace = clique.getMetadata().getNamespace();
    return names.stream().sorted().map(name -> new NamespacedName(namespace, name)).toList();
  }
}
