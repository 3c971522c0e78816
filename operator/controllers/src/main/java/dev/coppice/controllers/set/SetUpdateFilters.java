package dev.coppice.controllers.set;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpec;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGroupBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.kube.source.Changes;
import dev.coppice.kube.source.Reports;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import java.util.List;
import java.util.Objects;

/** Which changes of its children wake a PodCliqueSet. */
final class SetUpdateFilters {

  private SetUpdateFilters() {}

  static boolean podClique(PodClique now, PodClique before) {
    return Changes.ofRequest(now, before) || Reports.differ(now, before);
  }

  static boolean scalingGroup(PodCliqueScalingGroup now, PodCliqueScalingGroup before) {
    return Changes.ofRequest(now, before) || Reports.differ(now, before);
  }

  /** Its status changes with every measurement, and it has no generation. */
  static boolean autoscaler(HorizontalPodAutoscaler now, HorizontalPodAutoscaler before) {
    return Changes.ofIdentity(now, before) || !Objects.equals(now.getSpec(), before.getSpec());
  }

  static boolean podGang(PodGang now, PodGang before) {
    return Changes.ofIdentity(now, before)
        || !Objects.equals(
            now.getMetadata().getAnnotations(), before.getMetadata().getAnnotations())
        || !now.statusOrEmpty().equals(before.statusOrEmpty())
        || !withoutReferences(now.getSpec()).equals(withoutReferences(before.getSpec()));
  }

  // Each PodClique keeps the references of its own pods.
  private static PodGangSpec withoutReferences(PodGangSpec spec) {
    return PodGangSpecBuilder.builder(spec)
        .podgroups(
            spec.podgroups().stream()
                .map(group -> PodGroupBuilder.builder(group).podReferences(List.of()).build())
                .toList())
        .build();
  }
}
