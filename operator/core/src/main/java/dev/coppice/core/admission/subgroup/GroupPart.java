package dev.coppice.core.admission.subgroup;

import dev.coppice.api.clique.SubGroupPolicy;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.api.topology.TopologyConstraint;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.subgroup.ExclusiveLevel;
import dev.coppice.core.subgroup.SubGroups;
import dev.coppice.core.template.CliqueTemplates;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A part of a set of which groups of pods are made: a clique that stands alone, or a scaling group.
 *
 * @param name of which kind it is, and what it is called
 * @param isAlone whether it is a clique, whose pods are one group
 * @param path where it stands
 * @param policyPath where its policy stands, or could
 * @param policy how its pods are divided; null if they are not
 * @param annotations those that may say where it wants to be alone
 * @param constraint where its pods have to be anyway; null if anywhere
 * @param members its cliques, in the order in which their pods are counted
 */
record GroupPart(
    String name,
    boolean isAlone,
    FieldPath path,
    FieldPath policyPath,
    @Nullable SubGroupPolicy policy,
    Map<String, String> annotations,
    @Nullable TopologyConstraint constraint,
    List<Member> members) {

  /**
   * A clique of it.
   *
   * @param path where it stands
   */
  record Member(FieldPath path, PodCliqueTemplate clique) {

    FieldPath spec() {
      return path.child("spec");
    }

    int pods() {
      return Math.max(0, clique.spec().replicas());
    }
  }

  /** Those of a set. */
  static List<GroupPart> of(PodCliqueSet set) {
    Map<String, Member> cliques = new HashMap<>();
    Parts.forEachClique(
        set, (path, clique) -> cliques.putIfAbsent(clique.name(), new Member(path, clique)));
    Stream<GroupPart> alone =
        CliqueTemplates.standalone(set.getSpec().template()).stream()
            .map(PodCliqueTemplate::name)
            .distinct()
            .flatMap(name -> Optional.ofNullable(cliques.get(name)).stream())
            .map(GroupPart::alone);
    List<GroupPart> parts = new ArrayList<>(alone.toList());
    Parts.forEachGroup(set, (path, group) -> parts.add(of(path, group, cliques)));
    return parts;
  }

  private static GroupPart alone(Member member) {
    return new GroupPart(
        "clique " + member.clique().name(),
        true,
        member.path(),
        member.spec().child("subGroupPolicy"),
        member.clique().spec().subGroupPolicy(),
        member.clique().annotations(),
        member.clique().topologyConstraint(),
        List.of(member));
  }

  private static GroupPart of(
      FieldPath path, PodCliqueScalingGroupConfig group, Map<String, Member> cliques) {
    return new GroupPart(
        "scaling group " + group.name(),
        false,
        path,
        path.child("subGroupPolicy"),
        group.subGroupPolicy(),
        group.annotations(),
        group.topologyConstraint(),
        group.cliqueNames().stream()
            .distinct()
            .flatMap(name -> Optional.ofNullable(cliques.get(name)).stream())
            .toList());
  }

  /** The same part of another version of the set. */
  Optional<GroupPart> in(List<GroupPart> others) {
    return others.stream().filter(other -> other.name.equals(name)).findFirst();
  }

  /** How many pods one group of it has, also where these are more than there can be. */
  long slots() {
    return members.stream().mapToLong(Member::pods).sum();
  }

  /** The subgroups of each group; empty if there are none, or none that can be. */
  Optional<SubGroups> subGroups() {
    SubGroupPolicy own = policy;
    return own == null || slots() > Integer.MAX_VALUE
        ? Optional.empty()
        : SubGroups.of(own.subGroupPolicyType(), (int) slots(), own.subGroupSize());
  }

  /** The node label in whose domains it wants to be alone. */
  Optional<String> topologyKey(ExclusiveLevel level, PodCliqueSet set) {
    return level == ExclusiveLevel.SUBGROUP && policy == null
        ? Optional.empty()
        : level.topologyKey(annotations, Parts.annotations(set));
  }

  /** Where that is said; empty if it is not. */
  Optional<FieldPath> topologyPath(ExclusiveLevel level, PodCliqueSet set) {
    return level
        .spelling(annotations)
        .map(key -> path.child("annotations").key(key))
        .or(() ->
            level
                .spelling(Parts.annotations(set))
                .map(key -> Paths.METADATA.child("annotations").key(key)));
  }
}
