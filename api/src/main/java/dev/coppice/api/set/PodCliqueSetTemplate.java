package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import dev.coppice.api.topology.TopologyConstraint;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
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
 *     needs before its whole copy is deleted and made again, such as 90s or 4h; 0s, only for
 *     Training and the default there, does not wait
 * @param resourceClaimTemplates templates of ResourceClaims to which resourceSharing refers
 * @param resourceSharing ResourceClaims that the pods of the set share
 * @param podCliqueScalingGroups cliques that scale together
 */
@RecordBuilder
@ValidationRule(
    value =
        "!has(self.podCliqueScalingGroups) || self.podCliqueScalingGroups.all(a,"
            + " self.podCliqueScalingGroups.exists_one(b, b.name == a.name))",
    message = "names of scaling groups must be unique",
    reason = "FieldValueDuplicate",
    fieldPath = ".podCliqueScalingGroups")
@ValidationRule(
    value = "self.cliqueStartupType == oldSelf.cliqueStartupType",
    message = "cliqueStartupType is immutable",
    fieldPath = ".cliqueStartupType")
@ValidationRule(
    value =
        "self.cliques.size() == oldSelf.cliques.size()"
            + " && self.cliques.all(c, oldSelf.cliques.exists(o, o.name == c.name))",
    message = "cliques cannot be added, removed or renamed",
    reason = "FieldValueForbidden",
    fieldPath = ".cliques")
@ValidationRule(
    value =
        "self.cliqueStartupType == 'CliqueStartupTypeAnyOrder'"
            + " || self.cliques.map(c, c.name) == oldSelf.cliques.map(c, c.name)",
    message = "the order of cliques must not change while startup is ordered",
    fieldPath = ".cliques")
@ValidationRule(
    value =
        "(has(self.podCliqueScalingGroups) ? self.podCliqueScalingGroups : []).size()"
            + " == (has(oldSelf.podCliqueScalingGroups) ? oldSelf.podCliqueScalingGroups : []).size()"
            + " && (!has(self.podCliqueScalingGroups) || !has(oldSelf.podCliqueScalingGroups)"
            + " || self.podCliqueScalingGroups.all(g, oldSelf.podCliqueScalingGroups.exists(o,"
            + " o.name == g.name && o.minAvailable == g.minAvailable)))",
    message = "scaling groups cannot be added, removed or renamed, and keep their minAvailable",
    reason = "FieldValueForbidden",
    fieldPath = ".podCliqueScalingGroups")
@ValidationRule(
    value =
        "!has(self.podCliqueScalingGroups) || !has(oldSelf.podCliqueScalingGroups)"
            + " || self.podCliqueScalingGroups.all(g, oldSelf.podCliqueScalingGroups.all(o,"
            + " o.name != g.name || (has(o.subGroupPolicy) == has(g.subGroupPolicy)"
            + " && (!has(g.subGroupPolicy) || o.subGroupPolicy == g.subGroupPolicy))))",
    message = "subGroupPolicy of a scaling group is immutable",
    fieldPath = ".podCliqueScalingGroups")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodCliqueSetTemplate(
    @JsonInclude(JsonInclude.Include.ALWAYS) @Size(min = 1, max = Limits.PARTS)
        List<PodCliqueTemplate> cliques,
    @Default("CliqueStartupTypeAnyOrder") @Nullable CliqueStartupType cliqueStartupType,
    @Nullable String priorityClassName,
    @Nullable HeadlessServiceConfig headlessServiceConfig,
    @Nullable TopologyConstraint topologyConstraint,
    @Size(max = Limits.DURATION) @Nullable String terminationDelay,
    List<ResourceClaimTemplateConfig> resourceClaimTemplates,
    @Size(max = Limits.PARTS) List<SetResourceSharing> resourceSharing,
    @Size(max = Limits.PARTS) List<PodCliqueScalingGroupConfig> podCliqueScalingGroups) {

  /** Turns absent collections into empty ones. */
  public PodCliqueSetTemplate {
    cliques = Copies.of(cliques);
    resourceClaimTemplates = Copies.of(resourceClaimTemplates);
    resourceSharing = Copies.of(resourceSharing);
    podCliqueScalingGroups = Copies.of(podCliqueScalingGroups);
  }
}
