package dev.coppice.api.clique;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.coppice.api.json.Copies;
import dev.coppice.api.json.OneWhenAbsent;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a clique consists of.
 *
 * @param roleName the role that these pods play, unique among the cliques of a set; the name of the
 *     clique when absent
 * @param podSpec the specification from which every pod is made
 * @param replicas how many pods there shall be; in a running clique whoever scales it owns this
 *     number
 * @param minAvailable with how many Ready pods the clique still does its work, at most replicas in
 *     a template; when absent, what replicas is when the set is created
 * @param startsAfter which cliques must have their minimum of Ready pods before the containers here
 *     start: names of cliques in a template, names of PodClique objects in a PodClique. It does
 *     nothing without CliqueStartupTypeExplicit
 * @param autoScalingConfig lets a HorizontalPodAutoscaler scale the clique
 * @param subGroupPolicy how the pods of the clique are divided into subgroups, in a clique that
 *     belongs to no scaling group; it cannot be added, changed or removed
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
public record PodCliqueSpec(
    @JsonInclude(JsonInclude.Include.NON_NULL) @Size(max = 253) @Nullable String roleName,
    PodSpec podSpec,
    @JsonDeserialize(using = OneWhenAbsent.class)
        @RecordBuilder.Initializer("DEFAULT_REPLICAS")
        @Default("1")
        @Min(0)
        int replicas,
    @Nullable Integer minAvailable,
    List<String> startsAfter,
    @Nullable AutoScalingConfig autoScalingConfig,
    @Nullable SubGroupPolicy subGroupPolicy) {

  /** How many pods a clique has when nothing is said. */
  public static final int DEFAULT_REPLICAS = 1;

  /** Turns absent collections into empty ones. */
  public PodCliqueSpec {
    startsAfter = Copies.of(startsAfter);
  }
}
