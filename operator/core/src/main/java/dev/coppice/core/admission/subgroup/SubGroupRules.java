package dev.coppice.core.admission.subgroup;

import dev.coppice.api.clique.AutoScalingConfig;
import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.clique.SubGroupPolicy;
import dev.coppice.api.clique.SubGroupPolicyType;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Counts;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.status.Words;
import dev.coppice.core.subgroup.Layout;
import dev.coppice.core.subgroup.SubGroups;
import dev.coppice.core.template.CliqueTemplates;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How groups of pods are divided: into whole subgroups, at every number of pods they may have. */
public final class SubGroupRules {

  private SubGroupRules() {}

  public static void check(PodCliqueSet set, Findings.Collector found) {
    onMembers(set, found);
    for (GroupPart part : GroupPart.of(set)) {
      SubGroupPolicy policy = part.policy();
      if (policy != null) {
        division(part, policy, found).ifPresent(groups -> divided(part, policy, groups, found));
        if (set.getSpec().trains()) {
          wholeOnly(part, found);
        }
      }
    }
  }

  private static void onMembers(PodCliqueSet set, Findings.Collector found) {
    Parts.forEachClique(
        set,
        (path, clique) -> {
          if (clique.spec().subGroupPolicy() != null) {
            CliqueTemplates.groupOf(set.getSpec().template(), clique.name())
                .ifPresent(group ->
                    found.forbidden(
                        path.child("spec").child("subGroupPolicy"),
                        Words.sentence(
                            "the clique belongs to the scaling group %s: put the policy there",
                            group.name())));
          }
        });
  }

  private static Optional<SubGroups> division(
      GroupPart part, SubGroupPolicy policy, Findings.Collector found) {
    FieldPath path = part.policyPath().child("subGroupSize");
    int size = policy.subGroupSize();
    boolean excluded = policy.subGroupPolicyType() == SubGroupPolicyType.LEADER_EXCLUDED;
    Counts.positive(path, size, found);
    long slots = part.slots();
    if (size < 1 || slots < 1 || slots > Integer.MAX_VALUE) {
      return Optional.empty(); // others tell of such numbers of pods
    }
    boolean alone = excluded && slots == 1;
    if (alone) {
      found.invalid(
          part.policyPath().child("subGroupPolicyType"),
          policy.subGroupPolicyType(),
          "needs a worker beside the leader, and the group has 1 pod");
    }
    if (size > slots) {
      found.invalid(
          path,
          size,
          Words.sentence("must not be greater than the number of pods of the group (%d)", slots));
      return Optional.empty();
    }
    Optional<SubGroups> groups = part.subGroups();
    if (groups.isEmpty() && !alone) {
      found.invalid(
          path,
          size,
          excluded
              ? Words.sentence(
                  "the %d pods beside the leader cannot be divided into subgroups of %d",
                  slots - 1, size)
              : Words.sentence(
                  "neither %d nor %d pods can be divided into subgroups of %d",
                  slots, slots - 1, size));
    }
    return groups;
  }

  private static void divided(
      GroupPart part, SubGroupPolicy policy, SubGroups groups, Findings.Collector found) {
    if (part.isAlone()) {
      GroupPart.Member member = part.members().getFirst();
      PodCliqueSpec spec = member.clique().spec();
      whole(member.spec().child("minAvailable"), spec.minAvailable(), groups, found);
      AutoScalingConfig scaling = spec.autoScalingConfig();
      if (scaling != null) {
        FieldPath path = member.spec().child("autoScalingConfig");
        whole(path.child("minReplicas"), scaling.minReplicas(), groups, found);
        whole(path.child("maxReplicas"), scaling.maxReplicas(), groups, found);
      }
    }
    TpuSlices.check(part, policy, groups, found);
  }

  private static void whole(
      FieldPath path, @Nullable Integer pods, SubGroups groups, Findings.Collector found) {
    // Less than one is told by the rules about counts.
    if (pods != null && pods > 0 && !groups.layout().isAligned(pods, groups.subGroupSize())) {
      found.invalid(path, pods, whole(groups.layout(), groups.subGroupSize()));
    }
  }

  /** What a number of pods has to be. */
  static String whole(Layout layout, int subGroupSize) {
    return layout.lead() == 0
        ? Words.sentence("must make whole subgroups: a multiple of %d", subGroupSize)
        : Words.sentence(
            "must make whole subgroups: the leader and a multiple of %d", subGroupSize);
  }

  // The others hold a list of hosts and a collective that a new member cannot enter.
  private static void wholeOnly(GroupPart part, Findings.Collector found) {
    for (GroupPart.Member member : part.members()) {
      Integer minAvailable = member.clique().spec().minAvailable();
      int replicas = member.clique().spec().replicas();
      if (minAvailable != null && minAvailable > 0 && minAvailable < replicas) {
        found.invalid(
            member.spec().child("minAvailable"),
            minAvailable,
            Words.sentence(
                "must be replicas (%d): with a subGroupPolicy a training job that loses a pod begins anew",
                replicas));
      }
    }
  }
}
