package dev.coppice.api.clique;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Objects;

/**
 * How the pods of a group are divided into subgroups of one size, each of which shall be close
 * together, such as on one accelerator island (seed 002). The first pod of the group is its leader.
 *
 * @param subGroupPolicyType LeaderWorker puts the leader into the first subgroup, where it is one
 *     more if only the other pods can be divided; LeaderExcluded puts it into none
 * @param subGroupSize how many pods make a subgroup
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record SubGroupPolicy(
    @Default("LeaderWorker") SubGroupPolicyType subGroupPolicyType, @Min(1) int subGroupSize) {

  /** Fills in what the schema does. */
  public SubGroupPolicy {
    subGroupPolicyType =
        Objects.requireNonNullElse(subGroupPolicyType, SubGroupPolicyType.LEADER_WORKER);
  }
}
