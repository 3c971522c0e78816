package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * How long a training job may take, and how often it may fail (seed 004, trainingSpec Fields). All
 * of it may be changed while the job runs.
 *
 * @param maxRuntime for how long after its first start the job may run, restarts included, such as
 *     24h; for ever when absent
 * @param maxRestarts how often copies that failed are restarted, all copies together
 * @param ttlSecondsAfterFinished how many seconds after its end the set is deleted; kept when
 *     absent
 */
@RecordBuilder
@ValidationRule(
    value = "!has(self.maxRuntime) || duration(self.maxRuntime) > duration('0s')",
    message = "maxRuntime must be a length of time greater than 0",
    fieldPath = ".maxRuntime")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record TrainingSpec(
    @Size(max = Limits.DURATION) @Nullable String maxRuntime,
    @Default("0") @Min(0) int maxRestarts,
    @Min(0) @Nullable Integer ttlSecondsAfterFinished) {

  /** What applies when nothing is said: no deadline, no restart, no deletion. */
  public static final TrainingSpec DEFAULTS = new TrainingSpec(null, 0, null);
}
