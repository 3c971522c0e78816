package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A PodClique whose pods may run in an attempt.
 *
 * @param name metadata.name
 * @param uid metadata.uid: one that is made anew under the name is another one
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ReleasedPodClique(
    @JsonInclude(JsonInclude.Include.ALWAYS) String name,
    @JsonInclude(JsonInclude.Include.ALWAYS) String uid) {}
