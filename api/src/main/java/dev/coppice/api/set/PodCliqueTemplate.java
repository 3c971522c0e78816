package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.json.Copies;
import dev.coppice.api.topology.TopologyConstraint;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One role of a workload, from which a PodClique is made for each copy.
 *
 * @param name name of the clique, unique in the set; it cannot be changed
 * @param labels labels that the PodClique and its pods get
 * @param annotations annotations that the PodClique and its pods get
 * @param topologyConstraint where the pods of one PodClique may be placed
 * @param resourceSharing ResourceClaims that the pods of one PodClique share
 * @param rollingUpdate how its pods come to a changed template; only of a clique in no scaling
 *     group
 * @param spec what the clique consists of
 */
@RecordBuilder
@ValidationRule(
    value =
        "!has(self.spec.minAvailable) || self.spec.minAvailable <="
            + " (self.spec.replicas == 0 ? 1 : self.spec.replicas)",
    message = "must not be greater than replicas",
    fieldPath = ".spec.minAvailable")
@ValidationRule(
    value = "!has(self.spec.minAvailable) || self.spec.minAvailable > 0",
    message = "must be greater than 0",
    fieldPath = ".spec.minAvailable")
@ValidationRule(
    value = "!has(self.spec.roleName) || self.spec.roleName != ''",
    message = "leave it out to use the name of the clique",
    reason = "FieldValueRequired",
    fieldPath = ".spec.roleName")
@ValidationRule(
    value =
        "!has(self.spec.autoScalingConfig)"
            + " || self.spec.autoScalingConfig.maxReplicas >= self.spec.replicas",
    message = "maxReplicas must not be less than replicas",
    fieldPath = ".spec.autoScalingConfig")
@ValidationRule(
    value =
        "!has(self.spec.autoScalingConfig) || !has(self.spec.autoScalingConfig.minReplicas)"
            + " || (self.spec.autoScalingConfig.minReplicas <="
            + " self.spec.autoScalingConfig.maxReplicas && (!has(self.spec.minAvailable)"
            + " || self.spec.autoScalingConfig.minReplicas >= self.spec.minAvailable))",
    message = "minReplicas must lie between minAvailable and maxReplicas",
    fieldPath = ".spec.autoScalingConfig")
@ValidationRule(
    value =
        "(has(self.spec.roleName) ? self.spec.roleName : self.name)"
            + " == (has(oldSelf.spec.roleName) ? oldSelf.spec.roleName : oldSelf.name)",
    message = "roleName is immutable",
    fieldPath = ".spec.roleName")
@ValidationRule(
    value =
        "!has(self.spec.minAvailable) || !has(oldSelf.spec.minAvailable)"
            + " || self.spec.minAvailable == oldSelf.spec.minAvailable",
    message = "minAvailable is immutable",
    fieldPath = ".spec.minAvailable")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodCliqueTemplate(
    @Size(min = 1, max = Limits.NAME) @Pattern(Limits.LABEL) String name,
    Map<String, String> labels,
    Map<String, String> annotations,
    @Nullable TopologyConstraint topologyConstraint,
    List<ResourceSharing> resourceSharing,
    @Nullable RollingUpdate rollingUpdate,
    PodCliqueSpec spec) {

  /** Turns absent collections into empty ones. */
  public PodCliqueTemplate {
    labels = Copies.of(labels);
    annotations = Copies.of(annotations);
    resourceSharing = Copies.of(resourceSharing);
  }
}
