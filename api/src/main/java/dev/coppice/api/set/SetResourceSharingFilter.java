package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * The children of a set that use a shared ResourceClaim.
 *
 * @param childCliqueNames names of cliques outside scaling groups
 * @param childScalingGroupNames names of scaling groups
 */
@RecordBuilder
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
