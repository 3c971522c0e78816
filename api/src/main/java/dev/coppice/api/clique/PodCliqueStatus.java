package dev.coppice.api.clique;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import dev.coppice.api.json.Timestamp;
import dev.coppice.api.status.LastError;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
 * @param conditions Ready, Stalled, Available, PodCliqueScheduled, Valid, MinAvailableBreached,
 *     Progressing and Waiting; for Training also Succeeded, with a subGroupPolicy SubGroupAligned;
 *     GangNotEnforced while a policy takes from pods that they belong to a gang
 * @param currentPodCliqueSetGenerationHash hash of the set's templates that all pods have reached
 * @param currentPodTemplateHash hash of the pod template against which updatedReplicas was counted
 * @param updateProgress how far the update has come; absent until the first one
 * @param wasAvailable whether the clique has ever had its minimum of Ready pods; before that, too
 *     few are no breach
 * @param metMinimum the minimum that Ready pods have last met; asking for more is no breach
 * @param podFailures the pod indices whose pods ended lately, and how long their replacement waits
 * @param runningReplicas pods in phase Running
 * @param boundOutside of a clique whose pods get their places together with those of others: the
 *     entry of the PodGang's status.podGroups that cannot be placed any more, because pods that
 *     were made for another one have nodes in the place of its members; absent when none is so
 * @param attempt Training: the attempt that this status was computed for; absent when nothing has
 *     been reported about any
 * @param attemptRun Training: whether pods of that attempt could run (true), could not yet (false),
 *     or never will (never)
 * @param completedIndexes Training: the pod indices that exited with 0 in this attempt, such as
 *     0-3,5; none is ever taken back in it
 * @param failedIndexes Training: the pod indices that failed in this attempt
 * @param activePods Training: pods that have not ended, of every attempt, terminating ones included
 * @param stuckPods Training: those of them whose time to terminate has passed on a node that is not
 *     Ready or gone
 * @param availableInAttempt Training: whether the clique has had its minimum in this attempt
 * @param startTime Training: when the first container of the clique started, in any attempt
 * @param subGroups how the pods stand in their subgroups; only for a clique with a subGroupPolicy
 * @param group of the clique whose first pod leads a group with an exclusive-topology: the domain
 *     of nodes that the group has for itself. Written by the operator before other pods of the
 *     group may be placed
 * @param runningSince with queues: since when the first container of its Running pods runs;
 *     terminating pods do not count, and a restarted container does not move it
 * @param assignedSince with queues: since when the clique has had, without a gap, a pod with a node
 *     that neither terminates nor has ended; absent if it has none
 * @param requested with queues: what its pods request together, by resource, as they are stored and
 *     resized
 * @param allocated with queues: what those of its pods that have a place take together, by resource
 * @param nodePool with queues, where minimum runtimes are configured for node pools: the one of the
 *     node of its oldest pod that has a node, as the label of the node says; absent if it bears
 *     none
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
    List<PodFailure> podFailures,
    @Default("0") @JsonInclude(JsonInclude.Include.NON_DEFAULT) int runningReplicas,
    @Nullable String boundOutside,
    @Nullable Integer attempt,
    @Nullable String attemptRun,
    @Nullable String completedIndexes,
    List<FailedIndex> failedIndexes,
    @Default("0") @JsonInclude(JsonInclude.Include.NON_DEFAULT) int activePods,
    @Default("0") @JsonInclude(JsonInclude.Include.NON_DEFAULT) int stuckPods,
    @Default("false") @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean availableInAttempt,
    @Timestamp @Nullable Instant startTime,
    @Nullable SubGroupStatus subGroups,
    @Nullable GroupDomain group,
    @Timestamp @Nullable Instant runningSince,
    @Timestamp @Nullable Instant assignedSince,
    Map<String, Quantity> requested,
    Map<String, Quantity> allocated,
    @Nullable String nodePool) {

  /** The status of a clique about which nothing has been reported. */
  public static final PodCliqueStatus EMPTY = PodCliqueStatusBuilder.builder().build();

  /** Turns absent collections into empty ones, and empty texts into absent ones. */
  public PodCliqueStatus {
    lastErrors = Copies.of(lastErrors);
    conditions = Copies.of(conditions);
    podFailures = Copies.of(podFailures);
    failedIndexes = Copies.of(failedIndexes);
    requested = Copies.of(requested);
    allocated = Copies.of(allocated);
    hpaPodSelector = Copies.of(hpaPodSelector);
    currentPodCliqueSetGenerationHash = Copies.of(currentPodCliqueSetGenerationHash);
    currentPodTemplateHash = Copies.of(currentPodTemplateHash);
    boundOutside = Copies.of(boundOutside);
    attemptRun = Copies.of(attemptRun);
    completedIndexes = Copies.of(completedIndexes);
    nodePool = Copies.of(nodePool);
  }
}
