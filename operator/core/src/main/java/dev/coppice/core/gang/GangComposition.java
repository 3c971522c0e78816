package dev.coppice.core.gang;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.GangTopologyConstraint;
import dev.coppice.api.gang.NamespacedName;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.gang.PodGroupBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.object.OwnKeys;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.topology.GangConstraints;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a PodGang consists of. It is made complete: no reader ever sees a gang without the pods it
 * is about to get.
 */
final class GangComposition {

  private GangComposition() {}

  /** A gang of a set. */
  static PodGang of(
      PodCliqueSet set,
      String name,
      List<PodGroup> groups,
      GangConstraints constraints,
      Map<String, String> labels,
      Map<String, String> annotations) {
    PodGang gang = new PodGang();
    Map<String, String> copiedLabels = foreign(set.getMetadata().getLabels());
    Map<String, String> copiedAnnotations = foreign(set.getMetadata().getAnnotations());
    Map<String, String> ownLabels = new TreeMap<>(copiedLabels);
    ownLabels.putAll(labels);
    Map<String, String> ownAnnotations =
        OwnKeys.noted(copiedAnnotations, copiedLabels.keySet(), copiedAnnotations.keySet());
    ownAnnotations.putAll(annotations);
    if (constraints.topologyName() != null) {
      ownAnnotations.put(Annotations.TOPOLOGY_NAME, constraints.topologyName());
    }
    gang.setMetadata(
        new ObjectMetaBuilder()
            .withName(name)
            .withNamespace(set.getMetadata().getNamespace())
            .withLabels(ownLabels)
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

  /** The group of one PodClique. */
  static PodGroup podGroup(PodClique clique, List<NamespacedName> references) {
    return PodGroupBuilder.builder()
        .name(clique.getMetadata().getName())
        .podReferences(references)
        .minReplicas(MinAvailable.of(clique))
        .build();
  }

  /** References to pods by name. */
  static List<NamespacedName> references(PodClique clique, List<String> names) {
    String namespace = clique.getMetadata().getNamespace();
    return names.stream().sorted().map(name -> new NamespacedName(namespace, name)).toList();
  }

  // A set's own labels and annotations are for its schedulers and dashboards; ours are not the
  // user's to hand on.
  private static Map<String, String> foreign(@Nullable Map<String, String> all) {
    Map<String, String> foreign = new TreeMap<>(all == null ? Map.of() : all);
    foreign.keySet().removeIf(GangComposition::isOwn);
    return foreign;
  }

  private static boolean isOwn(String key) {
    return key.startsWith(Labels.OWN_PREFIX);
  }
}
