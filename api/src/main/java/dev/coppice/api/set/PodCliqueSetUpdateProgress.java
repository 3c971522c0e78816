package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import dev.coppice.api.json.Timestamp;
import io.fabric8.generator.annotation.Default;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far the update of a set to changed templates has come.
 *
 * @param updateStartedAt when the update began
 * @param updateEndedAt when nothing outdated was left; absent while the update runs
 * @param updatedPodCliquesCount cliques outside scaling groups that are at the new templates
 * @param totalPodCliquesCount all cliques outside scaling groups
 * @param updatedPodCliqueScalingGroupsCount scaling groups that are at the new templates
 * @param totalPodCliqueScalingGroupsCount all scaling groups
 * @param currentlyUpdating the copy of the workload that is being updated; none under OnDelete
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodCliqueSetUpdateProgress(
    @Timestamp @Nullable Instant updateStartedAt,
    @Timestamp @Nullable Instant updateEndedAt,
    @Default("0") int updatedPodCliquesCount,
    @Default("0") int totalPodCliquesCount,
    @Default("0") int updatedPodCliqueScalingGroupsCount,
    @Default("0") int totalPodCliqueScalingGroupsCount,
    List<ReplicaUpdateProgress> currentlyUpdating) {

  /** Turns absent collections into empty ones. */
  public PodCliqueSetUpdateProgress {
    currentlyUpdating = Copies.of(currentlyUpdating);
  }
}
