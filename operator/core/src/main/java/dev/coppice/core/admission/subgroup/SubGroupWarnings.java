package dev.coppice.core.admission.subgroup;

import dev.coppice.api.clique.SubGroupPolicy;
import dev.coppice.api.clique.SubGroupPolicyType;
import dev.coppice.api.set.HeadlessServiceConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.status.Words;
import dev.coppice.core.subgroup.ExclusiveLevel;
import dev.coppice.core.subgroup.TpuContainer;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the author of a set with subgroups should know though nothing is wrong. */
public final class SubGroupWarnings {

  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

  private SubGroupWarnings() {}

  public static void check(PodCliqueSet set, Findings.Collector found) {
    List<GroupPart> parts = GroupPart.of(set);
    HeadlessServiceConfig service = set.getSpec().template().headlessServiceConfig();
    if (service != null
        && !service.publishNotReadyAddresses()
        && parts.stream().anyMatch(part -> part.policy() != null)) {
      found.warn(
          Paths.TEMPLATE.child("headlessServiceConfig").child("publishNotReadyAddresses"),
          "pods of one subgroup cannot resolve each other while they start");
    }
    for (GroupPart part : parts) {
      leader(part, found);
      for (ExclusiveLevel level : ExclusiveLevel.values()) {
        part.topologyKey(level, set).ifPresent(key -> affinities(part, key, found));
      }
    }
  }

  private static void leader(GroupPart part, Findings.Collector found) {
    SubGroupPolicy policy = part.policy();
    if (policy != null && policy.subGroupPolicyType() == SubGroupPolicyType.LEADER_EXCLUDED) {
      part.members().stream()
          .filter(member -> member.pods() > 0)
          .findFirst()
          .filter(leader -> !TpuContainer.of(leader.clique().spec().podSpec()).isEmpty())
          .ifPresent(_ ->
              found.warn(
                  part.policyPath().child("subGroupPolicyType"),
                  Words.sentence(
                      "the leader asks for %s and is in no subgroup: it is a slice of its own",
                      TpuContainer.RESOURCE)));
    }
  }

  private static void affinities(GroupPart part, String key, Findings.Collector found) {
    for (GroupPart.Member member : part.members()) {
      Affinity affinity = member.clique().spec().podSpec().getAffinity();
      FieldPath path = Paths.podSpec(member.path()).child("affinity");
      if (affinity != null && affinity.getPodAffinity() != null) {
        terms(
            path.child("podAffinity").child(REQUIRED),
            affinity.getPodAffinity().getRequiredDuringSchedulingIgnoredDuringExecution(),
            key,
            found);
      }
      if (affinity != null && affinity.getPodAntiAffinity() != null) {
        terms(
            path.child("podAntiAffinity").child(REQUIRED),
            affinity.getPodAntiAffinity().getRequiredDuringSchedulingIgnoredDuringExecution(),
            key,
            found);
      }
    }
  }

  private static void terms(
      FieldPath list, @Nullable List<PodAffinityTerm> terms, String key, Findings.Collector found) {
    Parts.forEach(
        list,
        Omitted.orEmpty(terms),
        (path, term) -> {
          if (term != null && key.equals(term.getTopologyKey())) {
            found.warn(
                path.child("topologyKey"),
                Words.sentence(
                    "%s is also where its group wants to be alone: both terms have to hold", key));
          }
        });
  }
}
