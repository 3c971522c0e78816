package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import dev.coppice.api.topology.TopologyConstraint;
import io.fabric8.generator.annotation.Default;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What each copy of the workload consists of.
 *
 * @param cliques the roles: each clique is a number of alike pods
 * @param cliqueStartupType in which order containers start: all at once, in the order of the list,
 *     or as the cliques say in startsAfter. Pods are always created and placed together
 * @param priorityClassName the PriorityClass of the gangs, and of the pods of cliques that name
 *     none
 * @param headlessServiceConfig the headless Service through which the pods of a copy find each
 *     other
 * @param topologyConstraint where the pods of a copy may be placed
 * @param terminationDelay how long a clique or scaling group may have fewer Ready pods than it
 *     needs before its whole copy is deleted and made again, such as 90s or 4h
 * @param resourceClaimTemplates templates of ResourceClaims to which resourceSharing refers
 * @param resourceSharing ResourceClaims that the pods of the set share
 * @param podCliqueScalingGroups cliques that scale together
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodCliqueSetTemplate(
    @JsonInclude(JsonInclude.Include.ALWAYS) List<PodCliqueTemplate> cliques,
    @Default("CliqueStartupTypeAnyOrder") @Nullable CliqueStartupType cliqueStartupType,
    @Nullable String priorityClassName,
    @Nullable HeadlessServiceConfig headlessServiceConfig,
    @Nullable TopologyConstraint topologyConstraint,
    @Nullable String terminationDelay,
    List<ResourceClaimTemplateConfig> resourceClaimTemplates,
    List<SetResourceSharing> resourceSharing,
    List<PodCliqueScalingGroupConfig> podCliqueScalingGroups) {

  /** Turns absent collections into empty ones. */
  public PodCliqueSetTemplate {
    cliques = Copies.of(cliques);
    resourceClaimTemplates = Copies.of(resourceClaimTemplates);
    resourceSharing = Copies.of(resourceSharing);
    podCliqueScalingGroups = Copies.of(podCliqueScalingGroups);
  }
}
