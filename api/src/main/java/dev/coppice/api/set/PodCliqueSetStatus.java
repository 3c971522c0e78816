package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import dev.coppice.api.json.Timestamp;
import dev.coppice.api.status.LastError;
import dev.coppice.api.status.ReplicaDeletion;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Condition;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the operator reports about a set.
 *
 * @param observedGeneration the generation of the specification that this status describes
 * @param conditions Ready, Stalled, Available, Progressing, Scheduled, GangScheduling, Valid,
 *     Supported, TopologyLevelsUnavailable and TopologyNotEnforced; for Training also
 *     FailureTarget, Failed and Complete
 * @param lastErrors what failed in the operator's last pass over the set
 * @param replicas how many copies of the workload the set was asked for
 * @param updatedReplicas available copies made from the current templates
 * @param availableReplicas copies in which every clique and scaling group is available
 * @param hpaPodSelector label selector of one pod of each replica, for a HorizontalPodAutoscaler
 * @param podGangStatuses the gangs of the set that exist, by replica
 * @param currentGenerationHash hash of the templates of all cliques
 * @param restartedAt the last value of the annotation coppice.dev/restartedAt that pods are made
 *     with; it stays when the annotation is removed, so that nothing is replaced then
 * @param updateProgress how far the update has come; absent until a template changes
 * @param replicaDeletions copies that were deleted as a whole to be made again: those under way,
 *     and the last ten that are done
 * @param phase where the set is in its life; Succeeded and Failed for Training alone
 * @param restartCount how often copies of a training job were restarted, all together
 * @param startTime when the first pod of a training job was seen running or ended; it never moves
 * @param completionTime when the phase became Succeeded or Failed
 * @param replicaAttempts the attempt that each copy of a training job is in
 * @param lastFailures the pods for which copies were restarted, or the job failed: the newest ten
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodCliqueSetStatus(
    @Nullable Long observedGeneration,
    List<Condition> conditions,
    List<LastError> lastErrors,
    @Default("0") int replicas,
    @Default("0") @Required int updatedReplicas,
    @Default("0") @Required int availableReplicas,
    @Nullable String hpaPodSelector,
    List<PodGangSummary> podGangStatuses,
    @Nullable String currentGenerationHash,
    @Nullable String restartedAt,
    @Nullable PodCliqueSetUpdateProgress updateProgress,
    List<ReplicaDeletion> replicaDeletions,
    @Nullable PodCliqueSetPhase phase,
    @Default("0") @JsonInclude(JsonInclude.Include.NON_DEFAULT) int restartCount,
    @Timestamp @Nullable Instant startTime,
    @Timestamp @Nullable Instant completionTime,
    List<ReplicaAttempt> replicaAttempts,
    List<AttemptFailure> lastFailures) {

  /** The status of a set about which nothing has been reported. */
  public static final PodCliqueSetStatus EMPTY = PodCliqueSetStatusBuilder.builder().build();

  /** Turns absent collections into empty ones, and empty texts into absent ones. */
  public PodCliqueSetStatus {
    conditions = Copies.of(conditions);
    replicaDeletions = Copies.of(replicaDeletions);
    lastErrors = Copies.of(lastErrors);
    podGangStatuses = Copies.of(podGangStatuses);
    replicaAttempts = Copies.of(replicaAttempts);
    lastFailures = Copies.of(lastFailures);
    hpaPodSelector = Copies.of(hpaPodSelector);
    currentGenerationHash = Copies.of(currentGenerationHash);
    restartedAt = Copies.of(restartedAt);
  }
}
