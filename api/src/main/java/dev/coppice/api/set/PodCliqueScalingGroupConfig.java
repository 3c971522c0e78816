package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.coppice.api.clique.AutoScalingConfig;
import dev.coppice.api.clique.SubGroupPolicy;
import dev.coppice.api.json.Copies;
import dev.coppice.api.json.OneWhenAbsent;
import dev.coppice.api.topology.TopologyConstraint;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cliques that scale together, from which a PodCliqueScalingGroup is made for each copy of the
 * workload.
 *
 * @param name name of the group, unique in the set
 * @param cliqueNames the cliques that belong to it, at least one; a clique belongs to one group at
 *     most
 * @param annotations annotations that the PodCliqueScalingGroup gets
 * @param replicas how many copies of its cliques a new group has; afterwards the group's own number
 *     counts
 * @param minAvailable with how many available copies the group still does its work; so many belong
 *     to the gang that is placed first, further ones are gangs of their own
 * @param scaleConfig lets a HorizontalPodAutoscaler scale the group
 * @param resourceSharing ResourceClaims that the pods of one group share
 * @param terminationDelay how long a breach of the group or of a clique in it may last, in place of
 *     the set's terminationDelay, without which it may not be set
 * @param rollingUpdate how its copies come to a changed template
 * @param topologyConstraint where the pods of one copy of the group may be placed
 * @param subGroupPolicy how the pods of each copy of the group are divided into subgroups, counted
 *     through its cliques in the order of cliqueNames; it cannot be added, changed or removed
 */
@RecordBuilder
@ValidationRule(
    value = "self.minAvailable <= self.replicas",
    message = "must not be greater than replicas",
    fieldPath = ".minAvailable")
@ValidationRule(
    value = "!has(self.scaleConfig) || self.scaleConfig.maxReplicas >= self.replicas",
    message = "maxReplicas must not be less than replicas",
    fieldPath = ".scaleConfig")
@ValidationRule(
    value =
        "!has(self.scaleConfig) || !has(self.scaleConfig.minReplicas)"
            + " || (self.scaleConfig.minReplicas <= self.scaleConfig.maxReplicas"
            + " && self.scaleConfig.minReplicas >= self.minAvailable)",
    message = "minReplicas must lie between minAvailable and maxReplicas",
    fieldPath = ".scaleConfig")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodCliqueScalingGroupConfig(
    @Size(min = 1, max = Limits.NAME) @Pattern(Limits.LABEL) String name,
    @JsonInclude(JsonInclude.Include.ALWAYS) List<String> cliqueNames,
    Map<String, String> annotations,
    @JsonDeserialize(using = OneWhenAbsent.class)
        @RecordBuilder.Initializer("DEFAULT_REPLICAS")
        @Default("1")
        @Min(1)
        int replicas,
    @JsonDeserialize(using = OneWhenAbsent.class)
        @RecordBuilder.Initializer("DEFAULT_REPLICAS")
        @Default("1")
        @Min(1)
        int minAvailable,
    @Nullable AutoScalingConfig scaleConfig,
    List<GroupResourceSharing> resourceSharing,
    @Size(max = Limits.DURATION) @Nullable String terminationDelay,
    @Nullable RollingUpdate rollingUpdate,
    @Nullable TopologyConstraint topologyConstraint,
    @Nullable SubGroupPolicy subGroupPolicy) {

  /** How many copies there are, and must be available, when nothing is said. */
  public static final int DEFAULT_REPLICAS = 1;

  /** Turns absent collections into empty ones. */
  public PodCliqueScalingGroupConfig {
    cliqueNames = Copies.of(cliqueNames);
    annotations = Copies.of(annotations);
    resourceSharing = Copies.of(resourceSharing);
  }
}
