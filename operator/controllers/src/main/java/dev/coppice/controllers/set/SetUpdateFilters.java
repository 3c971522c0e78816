package dev.coppice.controllers.set;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpec;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGroupBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.kube.source.Changes;
import java.util.List;
import java.util.Objects;

/** Which changes of its children wake a PodCliqueSet. */
final class SetUpdateFilters {

  private SetUpdateFilters() {}

  static boolean podClique(PodClique now, PodClique before) {
    return Changes.ofRequest(now, before)
        || !reported(now.statusOrEmpty()).equals(reported(before.statusOrEmpty()));
  }

  // What a clique failed at is its own affair; what is missing shows in its counts.
  private static PodCliqueStatus reported(PodCliqueStatus status) {
    return PodCliqueStatusBuilder.builder(status)
        .lastErrors(List.of())
        .podFailures(List.of())
        .build();
  }

  static boolean scalingGroup(PodCliqueScalingGroup now, PodCliqueScalingGroup before) {
    return Changes.ofRequest(now, before) || !now.statusOrEmpty().equals(before.statusOrEmpty());
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
