package dev.coppice.api.queue;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.fabric8.kubernetes.api.model.Quantity;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * What is reported about a queue: by KAI where it is installed, else by the operator.
 *
 * @param conditions Orphan, Cycle and InvalidMinRuntime
 * @param childQueues names of the queues right below it, sorted
 * @param allocated what running pods of this queue and of all below it use, by resource
 * @param allocatedNonPreemptible the part of it that nobody may evict
 * @param requested what running and pending pods of this queue and of all below it ask for
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record QueueStatus(
    List<QueueCondition> conditions,
    List<String> childQueues,
    Map<String, Quantity> allocated,
    Map<String, Quantity> allocatedNonPreemptible,
    Map<String, Quantity> requested) {

  /** The status of a queue about which nothing has been reported. */
  public static final QueueStatus EMPTY = QueueStatusBuilder.builder().build();

  /** Turns absent collections into empty ones. */
  public QueueStatus {
    conditions = Copies.of(conditions);
    childQueues = Copies.of(childQueues);
    allocated = Copies.of(allocated);
    allocatedNonPreemptible = Copies.of(allocatedNonPreemptible);
    requested = Copies.of(requested);
  }
}
