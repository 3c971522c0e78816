package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * The cliques of a scaling group that use a shared ResourceClaim.
 *
 * @param childCliqueNames names of the cliques
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record GroupResourceSharingFilter(List<String> childCliqueNames) {

  /** Turns absent collections into empty ones. */
  public GroupResourceSharingFilter {
    childCliqueNames = Copies.of(childCliqueNames);
  }
}
