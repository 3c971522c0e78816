package dev.coppice.core.admission.set;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.TrainingSpec;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import org.jspecify.annotations.Nullable;

/** What is said about a training job: how long it may take, how often it may fail, and no more. */
final class TrainingRules {

  private TrainingRules() {}

  static void check(PodCliqueSet set, Findings.Collector found) {
    TrainingSpec training = set.getSpec().trainingSpec();
    if (set.getSpec().trains()) {
      if (training != null) {
        limits(training, found);
      }
      fixedSize(set, found);
    } else if (training != null) {
      found.forbidden(Paths.TRAINING, "only in a set with workloadType Training");
    }
  }

  private static void limits(TrainingSpec training, Findings.Collector found) {
    FieldPath maxRuntime = Paths.TRAINING.child("maxRuntime");
    LengthOfTime.read(maxRuntime, training.maxRuntime(), found)
        .filter(read -> !read.isPositive())
        .ifPresent(_ ->
            found.invalid(
                maxRuntime,
                training.maxRuntime(),
                "must be greater than 0; leave it out to run without a deadline"));
    notNegative(Paths.TRAINING.child("maxRestarts"), training.maxRestarts(), found);
    Integer ttl = training.ttlSecondsAfterFinished();
    if (ttl != null) {
      notNegative(Paths.TRAINING.child("ttlSecondsAfterFinished"), ttl, found);
    }
  }

  private static void notNegative(FieldPath path, int number, Findings.Collector found) {
    if (number < 0) {
      found.invalid(path, number, "must be greater than or equal to 0");
    }
  }

  private static void fixedSize(PodCliqueSet set, Findings.Collector found) {
    Parts.forEachClique(
        set,
        (path, clique) ->
            absent(
                path.child("spec").child("autoScalingConfig"),
                clique.spec().autoScalingConfig(),
                found));
    Parts.forEachGroup(
        set, (path, group) -> absent(path.child("scaleConfig"), group.scaleConfig(), found));
  }

  private static void absent(FieldPath path, @Nullable Object config, Findings.Collector found) {
    if (config != null) {
      found.forbidden(path, "a training job is not scaled");
    }
  }
}
