package dev.coppice.core.admission.set;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.admission.scale.ScaleRules;

/**
 * A training job runs to its end as it began: nothing in it is updated or scaled. How long it may
 * take and how often it may fail can change at any time, and after its end too.
 */
final class TrainingChangeRules {

  private TrainingChangeRules() {}

  /** The type of a workload is chosen once. */
  static void type(PodCliqueSet before, PodCliqueSet after, Findings.Collector found) {
    if (before.getSpec().workloadType() != after.getSpec().workloadType()) {
      found.invalid(Paths.WORKLOAD_TYPE, after.getSpec().workloadType(), "field is immutable");
    }
  }

  static void check(PodCliqueSet before, PodCliqueSet after, Findings.Collector found) {
    if (!after.getSpec().trains()) {
      return;
    }
    sizes(before, after, found);
    TemplateDifference.of(before, after)
        .forEach(
            path -> found.forbidden(path, "cannot change: pods of a training job are not updated"));
  }

  private static void sizes(PodCliqueSet before, PodCliqueSet after, Findings.Collector found) {
    size(Paths.REPLICAS, before.getSpec().replicas(), after.getSpec().replicas(), found);
    Parts.forEachClique(
        after,
        (path, clique) ->
            Parts.clique(before, clique.name())
                .ifPresent(was ->
                    size(
                        path.child("spec").child("replicas"),
                        was.spec().replicas(),
                        clique.spec().replicas(),
                        found)));
    Parts.forEachGroup(
        after,
        (path, group) ->
            Parts.group(before, group.name())
                .ifPresent(
                    was -> size(path.child("replicas"), was.replicas(), group.replicas(), found)));
  }

  private static void size(FieldPath path, int was, int is, Findings.Collector found) {
    if (was != is) {
      found.invalid(path, is, ScaleRules.FIXED);
    }
  }
}
