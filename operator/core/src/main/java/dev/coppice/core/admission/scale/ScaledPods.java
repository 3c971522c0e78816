package dev.coppice.core.admission.scale;

import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.core.admission.size.PodCount;
import dev.coppice.core.admission.size.SetBytes;
import dev.coppice.core.template.CliqueTemplates;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/**
 * How many pods, and how many bytes of children, a set has after a scaling. Whatever else in it was
 * scaled counts as its template says: the bound is against mistakes, not an account.
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
              : CliqueTemplates.of(set, clique)
                  .map(template -> replaced(PodCount.of(set), template.spec().replicas(), replicas))
                  .orElse((long) replicas);
    };
  }

  /** How many bytes all children of its set have after a scaling. */
  static long bytes(Scaling scaling) {
    return switch (scaling) {
      case Scaling.OfSet(PodCliqueSet set, int replicas) -> SetBytes.ofChildren(set, replicas);
      case Scaling.OfGroup(var group, var set, int replicas) ->
          set == null
              ? 0
              : config(set, group)
                  .map(config -> SetBytes.ofChildren(set, config, replicas))
                  .orElse(0L);
      // Its pods are made from one template.
      case Scaling.OfClique _ -> 0;
    };
  }

  private static long replaced(long all, long before, long after) {
    return PodCount.plus(Math.max(0, all - before), after);
  }

  static Optional<PodCliqueScalingGroupConfig> config(PodCliqueSet set, HasMetadata group) {
    return set.getSpec().template().podCliqueScalingGroups().stream()
        .filter(config -> CliqueTemplates.isNamedAfter(group, config.name()))
        .findFirst();
  }
}
