package dev.coppice.core.admission.scale;

import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.core.admission.name.LongestNames;
import dev.coppice.core.template.CliqueTemplates;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** The longest name that there is after a scaling: higher indices have more digits. */
final class ScaledNames {

  private ScaledNames() {}

  static String longest(Scaling scaling, int mostPods) {
    return switch (scaling) {
      case Scaling.OfSet(PodCliqueSet set, int replicas) ->
          new LongestNames(set.getMetadata().getName(), replicas, mostPods)
              .longest(set.getSpec().template());
      case Scaling.OfGroup(PodCliqueScalingGroup group, var set, int replicas) ->
          longest(group, set, new LongestNames("", replicas, mostPods));
      case Scaling.OfClique(PodClique clique, var _, int replicas) ->
          new LongestNames("", 0, mostPods).pod(clique.getMetadata().getName(), replicas);
    };
  }

  private static String longest(
      PodCliqueScalingGroup group, @Nullable PodCliqueSet set, LongestNames names) {
    if (set == null) {
      return "";
    }
    PodCliqueSetTemplate template = set.getSpec().template();
    int last = names.last(names.replicas());
    return CliqueTemplates.named(template, group.getSpec().cliqueNames()).stream()
        .map(clique ->
            names.pod(
                Names.groupPodClique(group.getMetadata().getName(), last, clique.name()), clique))
        .max(Comparator.comparingInt(String::length))
        .orElse("");
  }
}
