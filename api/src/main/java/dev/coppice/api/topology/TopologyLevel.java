package dev.coppice.api.topology;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
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
public record TopologyLevel(
    @Size(min = 1, max = 63) @Pattern(Domains.NAME) String domain,
    @Size(min = 1, max = 63) @Pattern(Domains.LABEL_KEY) String key) {}
