package dev.coppice.core.admission.scale;

import dev.coppice.api.Labels;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.set.PodCount;
import dev.coppice.core.watch.Relatives;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How many pods a set has after a scaling. Whatever else in it was scaled counts as its template
 * says: the bound is against mistakes, not an account.
 */
final class ScaledPods {

  private ScaledPods() {}

  static long of(Scaling scaling) {
    return switch (scaling) {
      case Scaling.OfSet(PodCliqueSet set, int replicas) ->
          PodCount.times(replicas, PodCount.ofReplica(set.getSpec().template()));
      case Scaling.OfGroup(var group, var set, int replicas) ->
          set == null
              ? replicas
              : config(set, group)
                  .map(config -> {
                    PodCliqueSetTemplate template = set.getSpec().template();
                    long each = PodCount.ofGroupReplica(template, config);
                    return replaced(
                        PodCount.of(set),
                        PodCount.times(config.replicas(), each),
                        PodCount.times(replicas, each));
                  })
                  .orElse((long) replicas);
      case Scaling.OfClique(var clique, var set, int replicas) ->
          set == null
              ? replicas
              : template(set, clique)
                  .map(template -> replaced(PodCount.of(set), template.spec().replicas(), replicas))
                  .orElse((long) replicas);
    };
  }

  private static long replaced(long all, long before, long after) {
    return PodCount.plus(Math.max(0, all - before), after);
  }

  static Optional<PodCliqueScalingGroupConfig> config(PodCliqueSet set, HasMetadata group) {
    return set.getSpec().template().podCliqueScalingGroups().stream()
        .filter(config -> isNamedAfter(group, config.name()))
        .findFirst();
  }

  static Optional<PodCliqueTemplate> template(PodCliqueSet set, HasMetadata clique) {
    return set.getSpec().template().cliques().stream()
        .filter(template -> isNamedAfter(clique, template.name()))
        .findFirst();
  }

  /** Names end with that of their template, after an index; the label tells what comes before. */
  private static boolean isNamedAfter(HasMetadata object, String template) {
    String name = object.getMetadata().getName();
    return Relatives.label(object, Labels.SCALING_GROUP)
        .or(() -> Relatives.label(object, Labels.PART_OF))
        .filter(prefix -> name.startsWith(prefix + "-") && name.endsWith("-" + template))
        .map(prefix -> name.substring(prefix.length() + 1))
        .filter(rest -> rest.matches("[0-9]+-" + Pattern.quote(template)))
        .isPresent();
  }
}
