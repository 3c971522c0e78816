package dev.coppice.api.gang;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.fabric8.kubernetes.api.model.Quantity;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;

/**
 * What the pods of a gang take of a queue.
 *
 * @param requested what its pods ask for, by resource; those that have ended do not count
 * @param allocated what those of them that are bound to a node ask for
 * @param allocatedNonPreemptible the part of it that nobody may evict
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record GangResources(
    Map<String, Quantity> requested,
    Map<String, Quantity> allocated,
    Map<String, Quantity> allocatedNonPreemptible) {

  /** Turns absent collections into empty ones. */
  public GangResources {
    requested = Copies.of(requested);
    allocated = Copies.of(allocated);
    allocatedNonPreemptible = Copies.of(allocatedNonPreemptible);
  }
}
