package dev.coppice.core.slots;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.clique.SubGroupPolicy;
import dev.coppice.api.clique.SubGroupPolicyType;
import dev.coppice.core.admission.size.GangReferences;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.subgroup.Layout;
import dev.coppice.core.subgroup.SubGroups;
import java.util.Objects;
import java.util.Optional;

/**
 * How the pods of a PodClique are divided that is a group by itself, and how many it is to have for
 * that: whole subgroups only, whatever it is scaled to. Members of a scaling group are divided
 * together with others, and count pod by pod.
 */
public final class Division {

  private Division() {}

  /** The subgroups that a PodClique is to have; empty if it is not divided. */
  public static Optional<SubGroups> of(PodClique clique) {
    PodCliqueSpec spec = clique.getSpec();
    SubGroupPolicy policy = spec.subGroupPolicy();
    return policy == null
            || policy.subGroupSize() < 1
            || Relatives.label(clique, Labels.SCALING_GROUP).isPresent()
        ? Optional.empty()
        : Optional.of(
            SubGroups.within(
                layout(clique, policy),
                // A larger number is none that was allowed, and may be any.
                Math.min(spec.replicas(), GangReferences.MOST_PODS),
                policy.subGroupSize()));
  }

  /** How many pods a PodClique is to have: as many as are asked for, but no part of a subgroup. */
  public static int pods(PodClique clique) {
    return of(clique).map(SubGroups::slots).orElseGet(() -> clique.getSpec().replicas());
  }

  /** What is added to a number of pods that count in whole subgroups; nothing for others. */
  public static String words(PodClique clique) {
    return of(clique).isPresent() ? " in whole subgroups" : "";
  }

  // Not by the live replicas, which anybody may scale to whatever number. minAvailable is divided
  // in the same way, so that it tells the layout while the annotation is missing.
  private static Layout layout(PodClique clique, SubGroupPolicy policy) {
    SubGroupPolicyType type = policy.subGroupPolicyType();
    PodCliqueSpec spec = clique.getSpec();
    int whole = Objects.requireNonNullElse(spec.minAvailable(), spec.replicas());
    return GroupFacts.layout(clique, type)
        .or(() -> Layout.of(type, whole, policy.subGroupSize()))
        .orElse(type == SubGroupPolicyType.LEADER_EXCLUDED ? Layout.EXCLUDED : Layout.EVEN);
  }
}
