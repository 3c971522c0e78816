package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A ResourceClaim that the pods of the set share.
 *
 * @param name name of an entry of resourceClaimTemplates, or of a ResourceClaimTemplate object
 * @param namespace namespace of the ResourceClaimTemplate object; that of the set when absent
 * @param scope AllReplicas makes one claim for the set, PerReplica one for each copy of the
 *     workload
 * @param filter which cliques and scaling groups use it; all when absent
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record SetResourceSharing(
    String name,
    @Nullable String namespace,
    ResourceSharingScope scope,
    @Nullable SetResourceSharingFilter filter) {}
