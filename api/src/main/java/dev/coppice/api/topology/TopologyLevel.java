package dev.coppice.api.topology;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * One level of a topology.
 *
 * @param domain the name by which workloads ask for this level, such as zone, block, rack or host
 * @param key key of the node label whose value tells the domain of a node at this level
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record TopologyLevel(String domain, String key) {}
