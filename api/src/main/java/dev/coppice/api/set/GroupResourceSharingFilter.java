package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * The cliques of a scaling group that use a shared ResourceClaim.
 *
 * @param childCliqueNames names of the cliques
 */
@RecordBuilder
@ValidationRule(
    value = "has(self.childCliqueNames) && self.childCliqueNames.size() > 0",
    message = "name a clique, or leave the filter out",
    reason = "FieldValueRequired")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record GroupResourceSharingFilter(List<String> childCliqueNames) {

  /** Turns absent collections into empty ones. */
  public GroupResourceSharingFilter {
    childCliqueNames = Copies.of(childCliqueNames);
  }
}
