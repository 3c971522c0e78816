package dev.coppice.api.group;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * Copies of a scaling group that an update replaces one at a time.
 *
 * @param current index of the copy that is being replaced
 * @param completed indices of the copies that were replaced before it, the newest 100 of them
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ReplicaSelection(int current, List<Integer> completed) {

  /** Turns absent collections into empty ones. */
  public ReplicaSelection {
    completed = Copies.of(completed);
  }
}
