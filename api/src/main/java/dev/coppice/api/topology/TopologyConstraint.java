package dev.coppice.api.topology;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * How close to each other pods must or should be placed.
 *
 * @param topologyName name of the ClusterTopologyBinding whose levels are meant; that of the level
 *     above when absent
 * @param pack the levels of which the pods share one domain
 * @param packDomain former name of pack.required; refused in new workloads
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record TopologyConstraint(
    @Nullable String topologyName, @Nullable Pack pack, @Nullable String packDomain) {}
