package dev.coppice.api.clique;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * How the pods of a clique with a subGroupPolicy stand in their subgroups. A unit is a pod that
 * counts where pods are compared with a minimum: those of whole subgroups, and a leader beside
 * them, without which none does.
 *
 * @param layout how the pods are divided: EVEN, EXTRA (the first subgroup has the leader beside its
 *     pods) or EXCLUDED (the leader is in none)
 * @param effectiveReplicas how many pods there are to be: replicas without what makes no whole
 *     subgroup
 * @param unalignedReplicas how many replicas that leaves without pods
 * @param total how many subgroups there are to be
 * @param ready subgroups all of whose pods are Ready
 * @param readyUnits pods that are Ready, counted in whole subgroups
 * @param scheduledUnits pods that are bound to a node, counted likewise
 * @param updatedUnits pods made from the pod template that currentPodTemplateHash names, counted
 *     likewise
 * @param mixedRevision the indices of subgroups whose pods are made from more than one template
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record SubGroupStatus(
    @JsonInclude(JsonInclude.Include.ALWAYS) String layout,
    int effectiveReplicas,
    int unalignedReplicas,
    int total,
    int ready,
    int readyUnits,
    int scheduledUnits,
    int updatedUnits,
    List<Integer> mixedRevision) {

  /** Turns absent collections into empty ones. */
  public SubGroupStatus {
    mixedRevision = Copies.of(mixedRevision);
  }
}
