package dev.coppice.core.exclusive;

import dev.coppice.api.Labels;
import dev.coppice.api.gang.PlacementMode;
import dev.coppice.core.subgroup.SlotGroup;
import dev.coppice.core.subgroup.SubGroups;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.PodAffinity;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.PodAntiAffinity;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * What pods ask of the scheduler so that a domain of nodes has pods of one group, or of one
 * subgroup, alone, and that has pods of no other domain. The terms of the user stay, in front.
 *
 * <p>Only the leader attracts and repels for the whole group: of several affinities of a pod one
 * existing pod has to meet all, so that a worker that is drawn to its group as well as to its
 * subgroup is drawn to neither as long as it is the first of its subgroup. Workers are sent to the
 * domain of the group by their nodeSelector, and what repels works in both directions. Where a
 * scheduler keeps the group together nobody attracts for it, and all repel: whoever is placed
 * first.
 */
public final class ExclusiveTerms {

  private final List<PodAffinityTerm> attracting = new ArrayList<>();
  private final List<PodAffinityTerm> repelling = new ArrayList<>();

  private ExclusiveTerms() {}

  /**
   * Those of a pod.
   *
   * @param mode how its group comes into its domain
   * @param slot its place in the group
   */
  public static ExclusiveTerms of(
      ExclusiveTopology topology, PlacementMode mode, SlotGroup group, int slot) {
    ExclusiveTerms terms = new ExclusiveTerms();
    String domains = topology.group();
    if (domains != null && mode == PlacementMode.GANG) {
      terms.repel(domains, Labels.GROUP_KEY, group.name().key());
    } else if (domains != null && slot == 0) {
      terms.add(domains, Labels.GROUP_KEY, group.name().key());
    }
    SubGroups divided = group.subGroups();
    String parts = topology.subGroup();
    if (parts != null && divided != null && slot < divided.slots()) {
      OptionalInt index = divided.index(slot);
      if (index.isPresent()) {
        terms.add(parts, Labels.SUBGROUP_KEY, group.name().key(index.getAsInt()));
      }
    }
    return terms;
  }

  private void add(String topologyKey, String label, String value) {
    attracting.add(term(topologyKey, requirement(label, "In", value)));
    repel(topologyKey, label, value);
  }

  private void repel(String topologyKey, String label, String value) {
    repelling.add(
        term(
            topologyKey,
            // Without it pods that belong to no group would be repelled too.
            new LabelSelectorRequirement(label, "Exists", List.of()),
            requirement(label, "NotIn", value)));
  }

  private static LabelSelectorRequirement requirement(String label, String operator, String value) {
    return new LabelSelectorRequirement(label, operator, List.of(value));
  }

  private static PodAffinityTerm term(String topologyKey, LabelSelectorRequirement... what) {
    return new PodAffinityTermBuilder()
        .withTopologyKey(topologyKey)
        .withNewLabelSelector()
        .withMatchExpressions(what)
        .endLabelSelector()
        .build();
  }

  /**
   * Whether a pod has them, as far as caches keep them: the labels of nodes are compared. One that
   * lacks some was made before they were asked for, or something changed it while it was created.
   */
  public boolean areIn(PodSpec spec) {
    return ExclusiveAffinity.attracting(spec).containsAll(ExclusiveAffinity.keys(attracting))
        && ExclusiveAffinity.repelling(spec).containsAll(ExclusiveAffinity.keys(repelling));
  }

  /** The specification of a pod with these terms; the given one is left as it is. */
  public PodSpec in(PodSpec spec) {
    if (repelling.isEmpty()) {
      return spec; // what attracts a pod to its own kind also repels it from others
    }
    AffinityBuilder affinity =
        spec.getAffinity() == null
            ? new AffinityBuilder()
            : new AffinityBuilder(spec.getAffinity());
    if (!attracting.isEmpty()) {
      PodAffinity own = affinity.buildPodAffinity();
      affinity
          .editOrNewPodAffinity()
          .addAllToRequiredDuringSchedulingIgnoredDuringExecution(
              lacking(
                  own == null ? List.of() : own.getRequiredDuringSchedulingIgnoredDuringExecution(),
                  attracting))
          .endPodAffinity();
    }
    PodAntiAffinity own = affinity.buildPodAntiAffinity();
    affinity
        .editOrNewPodAntiAffinity()
        .addAllToRequiredDuringSchedulingIgnoredDuringExecution(
            lacking(
                own == null ? List.of() : own.getRequiredDuringSchedulingIgnoredDuringExecution(),
                repelling))
        .endPodAntiAffinity();
    return new PodSpecBuilder(spec).withAffinity(affinity.build()).build();
  }

  // Whole terms are compared: one of the user's about the same nodes asks for something else.
  private static List<PodAffinityTerm> lacking(
      List<PodAffinityTerm> there, List<PodAffinityTerm> wanted) {
    return wanted.stream().filter(term -> !there.contains(term)).toList();
  }
}
