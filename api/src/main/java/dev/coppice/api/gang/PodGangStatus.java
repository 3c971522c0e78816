package dev.coppice.api.gang;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import dev.coppice.api.json.Timestamp;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.kubernetes.api.model.Condition;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is reported about a gang.
 *
 * @param phase Pending until a pod is bound to a node, then Starting, and Running when every group
 *     has its minimum of Ready pods
 * @param conditions Initialized, Scheduled and Ready, with queues RuntimeProtected, written by the
 *     operator; schedulers may add their own
 * @param placementScore how good the placement is, from 0 to 1; written by the scheduler
 * @param podGroups the placements that the gang is told to a scheduler by; empty where the
 *     scheduler has no part in gangs, or keeps them itself. Written by the operator before the pods
 *     are made
 * @param released of a gang with podGroups: true when its members may be placed. A scaled gang
 *     waits for the base gangs of its set
 * @param surplusReleased of a gang with podGroups: true when pods beyond the members may be placed
 * @param placementMode how its groups, or their subgroups, come into domains of nodes of their own;
 *     empty if none asks for one. Written by the operator before the pods are made, and the same
 *     for ever: pods of both modes would not keep together
 * @param startTime with queues: since when the gang runs, from its first Running pod to the loss of
 *     its last node. Written by the operator
 * @param lastPlacedSince with queues: the latest {@code assignedSince} of its PodCliques that was
 *     seen beside that of another which had a place before. Whoever has one since then or before
 *     shows that the gang was never without. Written by the operator
 * @param runtimeProtection with queues: until when, and against whom, it is protected from eviction
 * @param resourcesStatus with queues: what its pods take of its queue
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodGangStatus(
    String phase,
    List<Condition> conditions,
    @Nullable Double placementScore,
    List<GangPlacement> podGroups,
    @Nullable Boolean released,
    @Nullable Boolean surplusReleased,
    @Nullable PlacementMode placementMode,
    @Timestamp @Pattern("^[^.]+Z$") @Nullable Instant startTime,
    @Timestamp @Pattern("^[^.]+Z$") @Nullable Instant lastPlacedSince,
    @Nullable RuntimeProtection runtimeProtection,
    @Nullable GangResources resourcesStatus) {

  /** The status of a gang about which nothing has been reported. */
  public static final PodGangStatus EMPTY =
      PodGangStatusBuilder.builder().phase(PodGangPhases.PENDING).build();

  /** Turns absent collections into empty ones. */
  public PodGangStatus {
    conditions = Copies.of(conditions);
    podGroups = Copies.of(podGroups);
  }
}
