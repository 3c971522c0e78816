package dev.coppice.api.clique;

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
 * How far the update of a clique to a new pod template has come.
 *
 * @param updateStartedAt when the update began
 * @param updateEndedAt when the last outdated pod was replaced; absent while the update runs
 * @param podCliqueSetGenerationHash hash of the set's templates that the update leads to
 * @param podTemplateHash hash of the pod template that the update leads to
 * @param readyPodsSelectedToUpdate the Ready pods that the update has taken
 * @param replacingIndexes the pod indices whose Ready pod was taken down for the update and that
 *     have no Ready pod in its place yet
 * @param currentSubGroups the subgroups that they are in; only for a clique with a subGroupPolicy
 * @param othersReady how many other pods were Ready when the last of them was selected: one that
 *     waits for a place holds nothing up once more of them are
 * @param updatedReadyReplicas how many Ready pods of the changed template there are, or subgroups
 *     where those are what counts
 * @param lastProgressAt when that number last rose; absent while it has not
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodCliqueUpdateProgress(
    @Timestamp @Nullable Instant updateStartedAt,
    @Timestamp @Nullable Instant updateEndedAt,
    @JsonInclude(JsonInclude.Include.ALWAYS) String podCliqueSetGenerationHash,
    @JsonInclude(JsonInclude.Include.ALWAYS) String podTemplateHash,
    @Nullable PodSelection readyPodsSelectedToUpdate,
    List<Integer> replacingIndexes,
    List<Integer> currentSubGroups,
    @Nullable Integer othersReady,
    @Default("0") int updatedReadyReplicas,
    @Timestamp @Nullable Instant lastProgressAt) {

  /** Turns absent collections into empty ones. */
  public PodCliqueUpdateProgress {
    replacingIndexes = Copies.of(replacingIndexes);
    currentSubGroups = Copies.of(currentSubGroups);
  }
}
