package dev.coppice.controllers.clique;

import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.kube.source.Changes;
import dev.coppice.kube.source.Reports;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Objects;

/** Which changes of other objects wake a PodClique. */
final class CliqueUpdateFilters {

  private CliqueUpdateFilters() {}

  /** Pods are trimmed on arrival, so a difference is one that decisions can read. */
  static boolean pod(Pod now, Pod before) {
    return Changes.ofIdentity(now, before)
        || !Objects.equals(
            now.getMetadata().getAnnotations(), before.getMetadata().getAnnotations())
        || !Objects.equals(now.getMetadata().getFinalizers(), before.getMetadata().getFinalizers())
        || !Objects.equals(now.getSpec(), before.getSpec())
        || !Objects.equals(now.getStatus(), before.getStatus());
  }

  /** The status of a gang is for people and schedulers. */
  static boolean podGang(PodGang now, PodGang before) {
    return Changes.ofIdentity(now, before) || !now.getSpec().equals(before.getSpec());
  }

  static boolean podCliqueSet(PodCliqueSet now, PodCliqueSet before) {
    return specified(now, before) || Reports.differ(now, before);
  }

  /** Its replicas say how many copies of a clique another one starts after. */
  static boolean scalingGroup(PodCliqueScalingGroup now, PodCliqueScalingGroup before) {
    return specified(now, before);
  }

  private static boolean specified(HasMetadata now, HasMetadata before) {
    return Changes.ofIdentity(now, before)
        || !Objects.equals(now.getMetadata().getGeneration(), before.getMetadata().getGeneration());
  }
}
