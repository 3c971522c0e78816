package dev.coppice.core.admission.topology;

import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.TopologyConstraint;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.template.CliqueTemplates;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A topology constraint, and to which part of a set it applies.
 *
 * @param path where the constraint stands
 * @param part the level and the name of the part, by which it is found again in another version of
 *     the set
 * @param constraint the constraint
 * @param inherited the name of the topology that applies unless the constraint names one
 * @param parents the parts that hold this one, the set first
 */
record Placement(
    FieldPath path,
    String part,
    TopologyConstraint constraint,
    @Nullable String inherited,
    List<String> parents) {

  private static final String SET = "set";

  Placement {
    parents = List.copyOf(parents);
  }

  /** The constraints of a set: its own, those of its groups, those of its cliques. */
  public static List<Placement> of(PodCliqueSet set) {
    List<Placement> all = new ArrayList<>();
    TopologyConstraint own = set.getSpec().template().topologyConstraint();
    add(all, Paths.TEMPLATE, SET, own, null, List.of());
    String ofSet = own == null ? null : own.topologyName();
    Parts.forEachGroup(
        set,
        (path, group) ->
            add(all, path, part(group), group.topologyConstraint(), ofSet, List.of(SET)));
    Parts.forEachClique(
        set,
        (path, clique) -> {
          Optional<PodCliqueScalingGroupConfig> group =
              CliqueTemplates.groupOf(set.getSpec().template(), clique.name());
          TopologyConstraint ofGroup =
              group.map(PodCliqueScalingGroupConfig::topologyConstraint).orElse(null);
          add(
              all,
              path,
              "clique/" + clique.name(),
              clique.topologyConstraint(),
              ofGroup == null || Parts.isBlank(ofGroup.topologyName())
                  ? ofSet
                  : ofGroup.topologyName(),
              group.map(holder -> List.of(SET, part(holder))).orElse(List.of(SET)));
        });
    return all;
  }

  private static void add(
      List<Placement> all,
      FieldPath owner,
      String part,
      @Nullable TopologyConstraint constraint,
      @Nullable String inherited,
      List<String> parents) {
    if (constraint != null) {
      FieldPath path = owner.child("topologyConstraint");
      all.add(new Placement(path, part, constraint, inherited, parents));
    }
  }

  private static String part(PodCliqueScalingGroupConfig group) {
    return "group/" + group.name();
  }

  /** Whether it names its topology itself. */
  boolean namesTopology() {
    return !Parts.isBlank(constraint.topologyName());
  }

  /** Whether it is known which topology is meant. */
  boolean hasTopology() {
    return namesTopology() || !Parts.isBlank(inherited);
  }

  FieldPath namePath() {
    return path.child("topologyName");
  }

  /** The level of which the pods must share one domain. */
  @Nullable String required() {
    return PackDomains.of(constraint).required();
  }

  FieldPath requiredPath() {
    return Objects.equals(required(), constraint.packDomain())
        ? path.child("packDomain")
        : path.child("pack").child("required");
  }

  /** The level of which the pods should share one domain. */
  @Nullable String preferred() {
    return PackDomains.of(constraint).preferred();
  }

  FieldPath preferredPath() {
    return path.child("pack").child("preferred");
  }
}
