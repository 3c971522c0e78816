package dev.coppice.core.admission.scale;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.name.LongestNames;
import dev.coppice.core.admission.size.GangReferences;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.template.CliqueTemplates;
import java.util.Optional;

/**
 * How large a gang is after a scaling: the base gang, or that of a replica of a group beyond its
 * minimum. Whatever else in it was scaled counts as the template says; what belongs to no set is in
 * no gang.
 */
final class ScaledGang {

  private ScaledGang() {}

  static Optional<GangReferences> of(Scaling scaling, int mostPods) {
    int name = ScaledNames.longest(scaling, mostPods).length();
    return switch (scaling) {
      case Scaling.OfSet(PodCliqueSet set, int _) ->
          Optional.of(GangReferences.ofBase(set, names(set, mostPods)).withName(name));
      case Scaling.OfGroup(var group, var set, int _) ->
          set == null
              ? Optional.empty()
              : ScaledPods.config(set, group)
                  .map(config -> GangReferences.ofGroupReplica(set, config, names(set, mostPods)))
                  .map(references -> references.withName(name));
      case Scaling.OfClique(PodClique clique, var set, int replicas) ->
          set == null
              ? Optional.empty()
              : CliqueTemplates.of(set, clique)
                  .map(template ->
                      ofMember(clique, template, set, mostPods)
                          .withPods(template.spec().replicas(), replicas)
                          .withName(name));
    };
  }

  private static GangReferences ofMember(
      PodClique clique, PodCliqueTemplate template, PodCliqueSet set, int mostPods) {
    LongestNames names = names(set, mostPods);
    return Relatives.label(clique, Labels.BASE_POD_GANG)
        .flatMap(_ -> CliqueTemplates.groupOf(set.getSpec().template(), template.name()))
        .map(group -> GangReferences.ofGroupReplica(set, group, names))
        .orElseGet(() -> GangReferences.ofBase(set, names));
  }

  private static LongestNames names(PodCliqueSet set, int mostPods) {
    return LongestNames.of(set, mostPods);
  }
}
