package dev.coppice.cli.convert;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.api.json.Copies;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A LeaderWorkerSet as its manifest has it, version {@code leaderworkerset.x-k8s.io/v1}. What has
 * no equal here is kept as it stands, to be told. The API server's own fields are left out.
 *
 * @param metadata its name and keys
 * @param spec what it asks for
 */
@JsonIgnoreProperties({"apiVersion", "kind", "status"})
record LeaderWorkerSet(@Nullable Metadata metadata, @Nullable Spec spec) {

  static final String API_VERSION = "leaderworkerset.x-k8s.io/v1";
  static final String KIND = "LeaderWorkerSet";

  /** Its name and keys. */
  @JsonIgnoreProperties({
    "uid",
    "resourceVersion",
    "generation",
    "creationTimestamp",
    "managedFields",
    "selfLink"
  })
  record Metadata(
      @Nullable String name,
      @Nullable String namespace,
      Map<String, String> labels,
      Map<String, String> annotations,
      @Nullable String generateName,
      @Nullable JsonNode finalizers,
      @Nullable JsonNode ownerReferences) {

    Metadata {
      labels = Copies.of(labels);
      annotations = Copies.of(annotations);
    }
  }

  /**
   * What it asks for.
   *
   * @param replicas how many groups there are; 1 when absent
   * @param leaderWorkerTemplate what a group consists of
   * @param rolloutStrategy how groups are updated
   * @param startupPolicy when the workers of a group start; LeaderCreated when absent
   * @param networkConfig by which Services pods have their names
   * @param subGroupSize where the first design had it (seed 002); the released API has it in
   *     subGroupPolicy
   * @param groupIdentity what groups are called by; Ordinal when absent
   * @param groupReplacementPolicy when a deleted group is made again; PostTermination when absent
   * @param scheduling how groups are placed by PodGroups of Kubernetes
   */
  record Spec(
      @Nullable Integer replicas,
      @Nullable LeaderWorkerTemplate leaderWorkerTemplate,
      @Nullable RolloutStrategy rolloutStrategy,
      @Nullable String startupPolicy,
      @Nullable NetworkConfig networkConfig,
      @Nullable Integer subGroupSize,
      @Nullable String groupIdentity,
      @Nullable String groupReplacementPolicy,
      @Nullable JsonNode scheduling) {}

  /**
   * What a group consists of.
   *
   * @param leaderTemplate the leader's pod; workerTemplate when absent
   * @param workerTemplate every other pod
   * @param size how many pods a group has, its leader among them; 1 when absent
   * @param restartPolicy what happens to a group that loses a pod; RecreateGroupOnPodRestart when
   *     absent
   */
  record LeaderWorkerTemplate(
      @Nullable PodTemplate leaderTemplate,
      @Nullable PodTemplate workerTemplate,
      @Nullable Integer size,
      @Nullable String restartPolicy,
      @Nullable SubGroupPolicy subGroupPolicy,
      @Nullable JsonNode volumeClaimTemplates,
      @Nullable JsonNode persistentVolumeClaimRetentionPolicy) {}

  /** How a group is divided; as in a PodCliqueSet, but what is missing can be told. */
  record SubGroupPolicy(@Nullable String subGroupPolicyType, @Nullable Integer subGroupSize) {}

  /** What a pod is made from. */
  record PodTemplate(@Nullable PodMetadata metadata, @Nullable PodSpec spec) {}

  /** The keys of a pod. */
  @JsonIgnoreProperties("creationTimestamp")
  record PodMetadata(Map<String, String> labels, Map<String, String> annotations) {

    PodMetadata {
      labels = Copies.of(labels);
      annotations = Copies.of(annotations);
    }
  }

  /** How groups are updated. */
  record RolloutStrategy(
      @Nullable String type, @Nullable RollingUpdate rollingUpdateConfiguration) {}

  /** How many groups are updated at once, and which. */
  record RollingUpdate(
      @Nullable Integer partition,
      @Nullable IntOrString maxUnavailable,
      @Nullable IntOrString maxSurge) {}

  /** By which Services pods have their names. */
  record NetworkConfig(@Nullable String subdomainPolicy) {}
}
