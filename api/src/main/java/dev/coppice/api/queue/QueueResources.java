package dev.coppice.api.queue;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The share of the cluster that a queue has. Of a resource that is absent it has nothing.
 *
 * @param cpu processors, in thousandths of a core
 * @param gpu devices; fractions are allowed
 * @param memory memory, in units of 1,000,000 bytes
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record QueueResources(
    @Nullable QueueResource cpu, @Nullable QueueResource gpu, @Nullable QueueResource memory) {}
