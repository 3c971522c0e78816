package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * What a set consists of.
 *
 * @param replicas how many identical copies of the whole workload there shall be
 * @param updateStrategy how running pods come to a changed template; RollingRecreate when absent
 * @param workloadType whether pods run until somebody stops them, or until their work is done; it
 *     cannot be changed
 * @param trainingSpec how long a training job may take, and how often it may fail; only for
 *     Training
 * @param template what each copy consists of
 */
@RecordBuilder
@ValidationRule(
    value = "self.workloadType == oldSelf.workloadType",
    message = "workloadType is immutable",
    fieldPath = ".workloadType")
@ValidationRule(
    value = RuleTexts.NO_TRAINING + " || self.replicas >= 1",
    message = "must be greater than or equal to 1 for Training",
    fieldPath = ".replicas")
@ValidationRule(
    value = RuleTexts.TRAINING + " || !has(self.trainingSpec)",
    message = "only for Training",
    reason = "FieldValueForbidden",
    fieldPath = ".trainingSpec")
@ValidationRule(
    value =
        "!has(self.template.terminationDelay)"
            + " || duration(self.template.terminationDelay) > duration('0s') || ("
            + RuleTexts.TRAINING
            + " && duration(self.template.terminationDelay) == duration('0s'))",
    message = "terminationDelay must be a length of time greater than 0; only Training may have 0s",
    fieldPath = ".template.terminationDelay")
@ValidationRule(
    value =
        "!has(self.template.podCliqueScalingGroups)"
            + " || self.template.podCliqueScalingGroups.all(g, !has(g.terminationDelay)"
            + " || duration(g.terminationDelay) > duration('0s') || ("
            + RuleTexts.TRAINING
            + " && duration(g.terminationDelay) == duration('0s')))",
    message =
        "terminationDelay of a scaling group must be a length of time greater than 0; only Training"
            + " may have 0s",
    fieldPath = ".template.podCliqueScalingGroups")
@ValidationRule(
    value =
        RuleTexts.TRAINING
            + " || has(self.template.terminationDelay)"
            + " || !has(self.template.podCliqueScalingGroups)"
            + " || self.template.podCliqueScalingGroups.all(g, !has(g.terminationDelay))",
    message = "terminationDelay of a scaling group needs one of the set",
    fieldPath = ".template.podCliqueScalingGroups")
@ValidationRule(
    value =
        RuleTexts.NO_TRAINING + " || self.template.cliques.all(c, !has(c.spec.autoScalingConfig))",
    message = "autoScalingConfig of a clique: a training job is not scaled",
    reason = "FieldValueForbidden",
    fieldPath = ".template.cliques")
@ValidationRule(
    value =
        RuleTexts.NO_TRAINING
            + " || !has(self.template.podCliqueScalingGroups)"
            + " || self.template.podCliqueScalingGroups.all(g, !has(g.scaleConfig))",
    message = "scaleConfig of a scaling group: a training job is not scaled",
    reason = "FieldValueForbidden",
    fieldPath = ".template.podCliqueScalingGroups")
@ValidationRule(
    value =
        RuleTexts.NO_TRAINING
            + " || self.template.cliques.all(c, !has(c.spec.podSpec.restartPolicy)"
            + " || c.spec.podSpec.restartPolicy != 'Always')",
    message =
        "restartPolicy of a clique: a pod of a training job has to end, and with Always it never does",
    fieldPath = ".template.cliques")
@ValidationRule(
    value = RuleTexts.NO_TRAINING + " || self.replicas == oldSelf.replicas",
    message = RuleTexts.NOT_SCALED,
    fieldPath = ".replicas")
@ValidationRule(
    value =
        RuleTexts.NO_TRAINING
            + " || self.template.cliques.all(c, oldSelf.template.cliques.all(o, o.name != c.name"
            + " || (o.spec.replicas == 0 ? 1 : o.spec.replicas)"
            + " == (c.spec.replicas == 0 ? 1 : c.spec.replicas)))",
    message = "replicas of a clique: " + RuleTexts.NOT_SCALED,
    fieldPath = ".template.cliques")
@ValidationRule(
    value =
        RuleTexts.NO_TRAINING
            + " || !has(self.template.podCliqueScalingGroups)"
            + " || !has(oldSelf.template.podCliqueScalingGroups)"
            + " || self.template.podCliqueScalingGroups.all(g,"
            + " oldSelf.template.podCliqueScalingGroups.all(o, o.name != g.name"
            + " || o.replicas == g.replicas))",
    message = "replicas of a scaling group: " + RuleTexts.NOT_SCALED,
    fieldPath = ".template.podCliqueScalingGroups")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodCliqueSetSpec(
    @Default("0") @Min(0) int replicas,
    @Nullable UpdateStrategy updateStrategy,
    @Default("Inference") @Nullable WorkloadType workloadType,
    @Nullable TrainingSpec trainingSpec,
    PodCliqueSetTemplate template) {

  /** Fills in what the schema does. */
  public PodCliqueSetSpec {
    workloadType = workloadType == null ? WorkloadType.INFERENCE : workloadType;
  }

  /** Whether the work of the set has an end. */
  public boolean trains() {
    return workloadType == WorkloadType.TRAINING;
  }

  /** What is said about a training job, or what applies when nothing is. */
  public TrainingSpec trainingOrDefaults() {
    return trainingSpec == null ? TrainingSpec.DEFAULTS : trainingSpec;
  }
}
