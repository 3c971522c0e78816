package dev.coppice.api.group;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import dev.coppice.api.status.LastError;
import dev.coppice.api.status.ReplicaDeletion;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Condition;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the operator reports about a scaling group.
 *
 * @param replicas how many copies of its cliques the group was asked for
 * @param scheduledReplicas copies in which every clique has its minimum of pods bound to nodes
 * @param availableReplicas copies in which every clique has its minimum of Ready pods
 * @param updatedReplicas available copies made from the current templates
 * @param selector label selector of the pods, for a HorizontalPodAutoscaler
 * @param observedGeneration the generation of the specification that this status describes
 * @param lastErrors what failed in the operator's last pass over the group
 * @param conditions Available, Valid, MinAvailableBreached and Progressing
 * @param currentPodCliqueSetGenerationHash hash of the set's templates that all copies have reached
 * @param updateProgress how far the update has come; absent until the first one
 * @param replicaDeletions copies that were deleted as a whole to be made again: those under way,
 *     and the last ten that are done
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodCliqueScalingGroupStatus(
    @Default("0") int replicas,
    @Default("0") @Required int scheduledReplicas,
    @Default("0") @Required int availableReplicas,
    @Default("0") @Required int updatedReplicas,
    @Nullable String selector,
    @Nullable Long observedGeneration,
    List<LastError> lastErrors,
    List<Condition> conditions,
    @Nullable String currentPodCliqueSetGenerationHash,
    @Nullable PodCliqueScalingGroupUpdateProgress updateProgress,
    List<ReplicaDeletion> replicaDeletions) {

  /** The status of a group about which nothing has been reported. */
  public static final PodCliqueScalingGroupStatus EMPTY =
      PodCliqueScalingGroupStatusBuilder.builder().build();

  /** Turns absent collections into empty ones, and empty texts into absent ones. */
  public PodCliqueScalingGroupStatus {
    lastErrors = Copies.of(lastErrors);
    conditions = Copies.of(conditions);
    replicaDeletions = Copies.of(replicaDeletions);
    selector = Copies.of(selector);
    currentPodCliqueSetGenerationHash = Copies.of(currentPodCliqueSetGenerationHash);
  }
}
