package dev.coppice.api.clique;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * Ready pods that an update replaces one at a time.
 *
 * @param current name of the pod that is being replaced
 * @param completed names of the pods that were replaced before it, the newest 100 of them
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodSelection(
    @JsonInclude(JsonInclude.Include.ALWAYS) String current, List<String> completed) {

  /** Turns absent collections into empty ones. */
  public PodSelection {
    completed = Copies.of(completed);
  }
}
