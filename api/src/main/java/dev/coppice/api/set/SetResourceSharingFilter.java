package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * The children of a set that use a shared ResourceClaim.
 *
 * @param childCliqueNames names of cliques outside scaling groups
 * @param childScalingGroupNames names of scaling groups
 */
@RecordBuilder
@ValidationRule(
    value =
        "(has(self.childCliqueNames) && self.childCliqueNames.size() > 0)"
            + " || (has(self.childScalingGroupNames) && self.childScalingGroupNames.size() > 0)",
    message = "name a clique or a scaling group, or leave the filter out",
    reason = "FieldValueRequired")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record SetResourceSharingFilter(
    List<String> childCliqueNames, List<String> childScalingGroupNames) {

  /** Turns absent collections into empty ones. */
  public SetResourceSharingFilter {
    childCliqueNames = Copies.of(childCliqueNames);
    childScalingGroupNames = Copies.of(childScalingGroupNames);
  }
}
