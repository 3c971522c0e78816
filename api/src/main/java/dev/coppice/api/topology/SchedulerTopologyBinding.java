package dev.coppice.api.topology;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * A topology object of a scheduler that someone else takes care of.
 *
 * @param schedulerName the scheduler, as pods name it
 * @param topologyReference name of the scheduler's topology object
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record SchedulerTopologyBinding(String schedulerName, String topologyReference) {}
