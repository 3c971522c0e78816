package dev.coppice.api.status;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * A PodClique that is deleted with its copy.
 *
 * @param name its name, under which it is made again
 * @param uid the one that is deleted
 * @param replicas how many pods it had been asked for, which the new one is asked for too
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record DeletedPodClique(
    @JsonInclude(JsonInclude.Include.ALWAYS) String name,
    @JsonInclude(JsonInclude.Include.ALWAYS) String uid,
    int replicas) {}
