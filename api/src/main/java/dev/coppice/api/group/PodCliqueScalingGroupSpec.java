package dev.coppice.api.group;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.coppice.api.clique.SubGroupPolicy;
import dev.coppice.api.json.Copies;
import dev.coppice.api.json.OneWhenAbsent;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a scaling group consists of.
 *
 * @param replicas how many copies of its cliques there shall be; whoever scales the group owns this
 *     number
 * @param minAvailable with how many available copies the group still does its work; so many belong
 *     to the gang that is placed first, further ones are gangs of their own
 * @param cliqueNames the cliques of the set's template that each copy has
 * @param subGroupPolicy how the pods of each copy are divided into subgroups; it cannot be added,
 *     changed or removed
 */
@RecordBuilder
@ValidationRule(
    value =
        "has(self.subGroupPolicy) == has(oldSelf.subGroupPolicy)"
            + " && (!has(self.subGroupPolicy) || self.subGroupPolicy == oldSelf.subGroupPolicy)",
    message = "subGroupPolicy is immutable",
    fieldPath = ".subGroupPolicy")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodCliqueScalingGroupSpec(
    @JsonDeserialize(using = OneWhenAbsent.class)
        @RecordBuilder.Initializer("DEFAULT_REPLICAS")
        @Default("1")
        @Min(0)
        int replicas,
    @JsonDeserialize(using = OneWhenAbsent.class)
        @RecordBuilder.Initializer("DEFAULT_REPLICAS")
        @Default("1")
        int minAvailable,
    @JsonInclude(JsonInclude.Include.ALWAYS) List<String> cliqueNames,
    @Nullable SubGroupPolicy subGroupPolicy) {

  /** How many copies there are, and must be available, when nothing is said. */
  public static final int DEFAULT_REPLICAS = 1;

  /** Turns absent collections into empty ones. */
  public PodCliqueScalingGroupSpec {
    cliqueNames = Copies.of(cliqueNames);
  }
}
