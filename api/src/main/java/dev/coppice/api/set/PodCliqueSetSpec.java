package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
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
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodCliqueSetSpec(
    @Default("0") @Min(0) int replicas,
    @Nullable UpdateStrategy updateStrategy,
    @Default("Inference") @Nullable WorkloadType workloadType,
    @Nullable TrainingSpec trainingSpec,
    PodCliqueSetTemplate template) {

  /** Whether the work of the set has an end. */
  @JsonIgnore // by its name it would be a field of the object
  public boolean isTraining() {
    return workloadType == WorkloadType.TRAINING;
  }

  /** What is said about a training job, or what applies when nothing is. */
  public TrainingSpec trainingOrDefaults() {
    return trainingSpec == null ? TrainingSpec.DEFAULTS : trainingSpec;
  }
}
