package dev.coppice.api.queue;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * What a queue has, and for how long its gangs are protected.
 *
 * @param displayName what people call it; the name of the object when absent
 * @param parentQueue name of the Queue above it; at the top when absent or empty
 * @param resources its share of the cluster
 * @param priority which queue is served first and loses last, the higher the earlier; 100 when
 *     absent
 * @param preemptMinRuntime for how long a gang runs before gangs of the same queue may evict it,
 *     such as 10m; 0s means at any time and -1 never. What the queue above says when absent
 * @param reclaimMinRuntime for how long a gang runs before gangs of other queues may evict it, such
 *     as 10m; 0s means at any time and -1 never. What the queue above says when absent. It counts
 *     against queues that have the same parent, and all that is below them
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record QueueSpec(
    @Nullable String displayName,
    @Nullable String parentQueue,
    @Nullable QueueResources resources,
    @Nullable Integer priority,
    @Nullable String preemptMinRuntime,
    @Nullable String reclaimMinRuntime) {

  /** The specification of a queue that asks for nothing. */
  public static final QueueSpec EMPTY = new QueueSpec(null, null, null, null, null, null);
}
