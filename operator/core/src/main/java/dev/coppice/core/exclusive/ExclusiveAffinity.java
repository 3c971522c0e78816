package dev.coppice.core.exclusive;

import dev.coppice.api.Labels;
import dev.coppice.core.object.Omitted;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.PodAffinity;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.PodAntiAffinity;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The affinity of pods as caches keep it, where there is one for each pod of a cluster. */
public final class ExclusiveAffinity {

  private static final Set<String> OWN = Set.of(Labels.GROUP_KEY, Labels.SUBGROUP_KEY);

  private ExclusiveAffinity() {}

  /**
   * Of the terms by which groups and subgroups have domains for themselves the labels of the nodes,
   * and nothing else; null if there are none.
   */
  public static @Nullable Affinity kept(PodSpec spec) {
    List<PodAffinityTerm> attracting = own(attracted(spec));
    List<PodAffinityTerm> repelling = own(repelled(spec));
    return attracting.isEmpty() && repelling.isEmpty()
        ? null
        : new AffinityBuilder()
            .withPodAffinity(new PodAffinity(List.of(), attracting))
            .withPodAntiAffinity(new PodAntiAffinity(List.of(), repelling))
            .build();
  }

  private static List<PodAffinityTerm> own(List<PodAffinityTerm> terms) {
    return terms.stream()
        .filter(term -> isOwn(term.getLabelSelector()))
        .map(term -> new PodAffinityTermBuilder().withTopologyKey(term.getTopologyKey()).build())
        .toList();
  }

  // What has been kept before is kept again: it has no selector any more.
  private static boolean isOwn(@Nullable LabelSelector selector) {
    return selector == null
        || Omitted.orEmpty(selector.getMatchExpressions()).stream()
            .map(LabelSelectorRequirement::getKey)
            .filter(Objects::nonNull)
            .anyMatch(OWN::contains);
  }

  static Set<String> attracting(PodSpec spec) {
    return keys(attracted(spec));
  }

  static Set<String> repelling(PodSpec spec) {
    return keys(repelled(spec));
  }

  static Set<String> keys(List<PodAffinityTerm> terms) {
    return terms.stream().map(PodAffinityTerm::getTopologyKey).collect(Collectors.toSet());
  }

  private static List<PodAffinityTerm> attracted(PodSpec spec) {
    PodAffinity affinity = spec.getAffinity() == null ? null : spec.getAffinity().getPodAffinity();
    return affinity == null
        ? List.of()
        : Omitted.orEmpty(affinity.getRequiredDuringSchedulingIgnoredDuringExecution());
  }

  private static List<PodAffinityTerm> repelled(PodSpec spec) {
    PodAntiAffinity affinity =
        spec.getAffinity() == null ? null : spec.getAffinity().getPodAntiAffinity();
    return affinity == null
        ? List.of()
        : Omitted.orEmpty(affinity.getRequiredDuringSchedulingIgnoredDuringExecution());
  }
}
