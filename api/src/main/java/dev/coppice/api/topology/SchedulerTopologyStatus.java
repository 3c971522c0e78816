package dev.coppice.api.topology;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Whether the topology object of a scheduler has the levels of this binding.
 *
 * @param schedulerName the scheduler, as pods name it
 * @param topologyReference name of the scheduler's topology object
 * @param inSync whether both have the same levels in the same order
 * @param schedulerBackendTopologyObservedGeneration the generation of the scheduler's object that
 *     was compared
 * @param message where they differ
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record SchedulerTopologyStatus(
    @JsonInclude(JsonInclude.Include.ALWAYS) String schedulerName,
    @JsonInclude(JsonInclude.Include.ALWAYS) String topologyReference,
    boolean inSync,
    @Nullable Long schedulerBackendTopologyObservedGeneration,
    @Nullable String message) {}
