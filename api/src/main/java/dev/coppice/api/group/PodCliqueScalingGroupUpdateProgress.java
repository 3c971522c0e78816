package dev.coppice.api.group;

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
 * How far the update of a scaling group to new templates has come.
 *
 * @param updateStartedAt when the update began
 * @param updateEndedAt when the last outdated copy was replaced; absent while the update runs
 * @param podCliqueSetGenerationHash hash of the set's templates that the update leads to
 * @param updatedPodCliquesCount cliques of the group that are at the new templates
 * @param totalPodCliquesCount all cliques of the group
 * @param readyReplicaIndicesSelectedToUpdate the copies with Ready pods that the update has taken
 * @param replacingIndexes the copies that were taken down for the update and are not available
 *     again yet
 * @param othersAvailable how many other copies were available when the last of them was selected:
 *     one that waits for a place holds nothing up once more of them are
 * @param lastProgressAt when updatedReplicas of the status last rose; absent while it has not
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodCliqueScalingGroupUpdateProgress(
    @Timestamp Instant updateStartedAt,
    @Timestamp @Nullable Instant updateEndedAt,
    @JsonInclude(JsonInclude.Include.ALWAYS) String podCliqueSetGenerationHash,
    @Default("0") int updatedPodCliquesCount,
    @Default("0") int totalPodCliquesCount,
    @Nullable ReplicaSelection readyReplicaIndicesSelectedToUpdate,
    List<Integer> replacingIndexes,
    @Nullable Integer othersAvailable,
    @Timestamp @Nullable Instant lastProgressAt) {

  /** Turns absent collections into empty ones. */
  public PodCliqueScalingGroupUpdateProgress {
    replacingIndexes = Copies.of(replacingIndexes);
  }
}
