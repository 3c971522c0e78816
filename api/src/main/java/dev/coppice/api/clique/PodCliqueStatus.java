package dev.coppice.api.clique;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import dev.coppice.api.status.LastError;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Condition;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the operator reports about a clique.
 *
 * @param observedGeneration the generation of the specification that this status describes
 * @param lastErrors what failed in the operator's last pass over the clique
 * @param replicas pods that are neither terminating nor ended
 * @param readyReplicas pods that are Ready
 * @param updatedReplicas pods made from the pod template that currentPodTemplateHash names
 * @param scheduleGatedReplicas pods that a scheduling gate holds back
 * @param scheduledReplicas pods that are bound to a node
 * @param hpaPodSelector label selector of the pods, for a HorizontalPodAutoscaler; only for a
 *     clique outside a scaling group
 * @param conditions Available, PodCliqueScheduled, Valid, MinAvailableBreached and Progressing
 * @param currentPodCliqueSetGenerationHash hash of the set's templates that all pods have reached
 * @param currentPodTemplateHash hash of the pod template against which updatedReplicas was counted
 * @param updateProgress how far the update has come; absent until the first one
 * @param wasAvailable whether the clique has ever had its minimum of Ready pods; before that, too
 *     few are no breach
 * @param metMinimum the minimum that Ready pods have last met; asking for more is no breach
 * @param podFailures the pod indices whose pods ended lately, and how long their replacement waits
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodCliqueStatus(
    @Nullable Long observedGeneration,
    List<LastError> lastErrors,
    @Default("0") int replicas,
    @Default("0") @Required int readyReplicas,
    @Default("0") @Required int updatedReplicas,
    @Default("0") @Required int scheduleGatedReplicas,
    @Default("0") @Required int scheduledReplicas,
    @Nullable String hpaPodSelector,
    List<Condition> conditions,
    @Nullable String currentPodCliqueSetGenerationHash,
    @Nullable String currentPodTemplateHash,
    @Nullable PodCliqueUpdateProgress updateProgress,
    @Default("false") boolean wasAvailable,
    @Nullable Integer metMinimum,
    List<PodFailure> podFailures) {

  /** The status of a clique about which nothing has been reported. */
  public static final PodCliqueStatus EMPTY = PodCliqueStatusBuilder.builder().build();

  /** Turns absent collections into empty ones. */
  public PodCliqueStatus {
    lastErrors = Copies.of(lastErrors);
    conditions = Copies.of(conditions);
    podFailures = Copies.of(podFailures);
  }
}
