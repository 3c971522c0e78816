package dev.coppice.webhook.registration;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperationsBuilder;
import java.util.List;

/** The writes that each webhook is registered for. */
final class MatchedWrites {

  private static final String GROVE = "grove.io";
  private static final List<String> ALPHA = List.of("v1alpha1");
  private static final List<String> V1 = List.of("v1");
  private static final String NAMESPACED = "Namespaced";
  private static final List<String> STORE = List.of("CREATE", "UPDATE");
  private static final List<String> CHANGE = List.of("UPDATE", "DELETE");
  private static final List<String> ANY = List.of("CREATE", "UPDATE", "DELETE");

  /** Of whole sets. */
  static final List<RuleWithOperations> SETS =
      List.of(rule(STORE, GROVE, ALPHA, NAMESPACED, "podcliquesets"));

  /** Of what is made for a set. */
  static final List<RuleWithOperations> NEW_CHILDREN =
      List.of(
          rule(
              List.of("CREATE"), GROVE, ALPHA, NAMESPACED, "podcliques", "podcliquescalinggroups"));

  /** Of topologies. */
  static final List<RuleWithOperations> TOPOLOGIES =
      List.of(rule(STORE, GROVE, ALPHA, "Cluster", "clustertopologybindings"));

  /** Of numbers of replicas, for sets only where {@link #SETS} does not see them. */
  static final List<RuleWithOperations> SCALES =
      List.of(
          rule(
              List.of("UPDATE"),
              GROVE,
              ALPHA,
              NAMESPACED,
              "podcliques",
              "podcliquescalinggroups",
              "podcliquesets/scale",
              "podcliques/scale",
              "podcliquescalinggroups/scale"));

  /** Of numbers of replicas by whoever knows no more of an object than that. */
  static final List<RuleWithOperations> SCALES_ALONE =
      List.of(
          rule(
              List.of("UPDATE"),
              GROVE,
              ALPHA,
              NAMESPACED,
              "podcliquesets/scale",
              "podcliques/scale",
              "podcliquescalinggroups/scale"));

  /** Of what the operator makes. No subresource is among them. */
  static final List<RuleWithOperations> MANAGED =
      List.of(
          rule(CHANGE, "", V1, NAMESPACED, "secrets", "serviceaccounts", "services"),
          rule(List.of("UPDATE"), "", V1, NAMESPACED, "pods"),
          rule(CHANGE, "rbac.authorization.k8s.io", V1, NAMESPACED, "roles", "rolebindings"),
          rule(CHANGE, "autoscaling", List.of("v1", "v2"), NAMESPACED, "horizontalpodautoscalers"),
          rule(
              ANY, GROVE, ALPHA, NAMESPACED, "podcliques", "podcliquescalinggroups", "podgangmaps"),
          rule(ANY, "scheduler.grove.io", ALPHA, NAMESPACED, "podgangs"));

  /** Of Queues. */
  static final List<RuleWithOperations> QUEUES =
      List.of(rule(STORE, "scheduling.run.ai", List.of("v2"), "Cluster", "queues"));

  /** Of Queues, to their end. */
  static final List<RuleWithOperations> DELETED_QUEUES =
      List.of(rule(List.of("DELETE"), "scheduling.run.ai", List.of("v2"), "Cluster", "queues"));

  /** Of pods, to their end. */
  static final List<RuleWithOperations> DELETED_PODS =
      List.of(rule(List.of("DELETE"), "", V1, NAMESPACED, "pods"));

  /** The same by whoever asks politely. */
  static final List<RuleWithOperations> EVICTIONS =
      List.of(rule(List.of("CREATE"), "", V1, NAMESPACED, "pods/eviction"));

  private MatchedWrites() {}

  private static RuleWithOperations rule(
      List<String> operations,
      String group,
      List<String> versions,
      String scope,
      String... resources) {
    return new RuleWithOperationsBuilder()
        .withOperations(operations)
        .withApiGroups(group)
        .withApiVersions(versions)
        .withResources(resources)
        .withScope(scope)
        .build();
  }
}
