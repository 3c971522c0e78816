package dev.coppice.e2e;

import static dev.coppice.e2e.Updates.PATIENCE;
import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.Kubectl.Result;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A policy in the API server that changes what is written into one namespace, until it is closed.
 */
final class MutatingPolicy implements AutoCloseable {

  /** An object of a kind of ours that is never stored. */
  static final String PROBE_CLIQUE =
      """
      apiVersion: grove.io/v1alpha1
      kind: PodClique
      metadata: {name: probe, labels: {app.kubernetes.io/managed-by: grove-operator}}
      spec:
        roleName: probe
        replicas: 1
        podSpec: {containers: [{name: main, image: "registry.example/busybox:1"}]}
      """;

  /** The same of a kind that every cluster has. */
  static final String PROBE_SERVICE =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: probe, labels: {app.kubernetes.io/name: probe}}
      spec: {clusterIP: None}
      """;

  private final Kubectl kubectl;
  private final String name;
  private final String probe;
  private final Predicate<String> changed;

  private MutatingPolicy(Kubectl kubectl, String probe, Predicate<String> changed) {
    this.kubectl = kubectl;
    this.name = "on-" + kubectl.namespace();
    this.probe = probe;
    this.changed = changed;
  }

  /**
   * Applies a policy and waits until it is in force.
   *
   * @param rules what it applies to: pairs of API group and resources
   * @param mutations the list of its mutations
   * @param probe what it applies to
   * @param changed whether it has changed the probe, as JSON without blanks
   */
  static MutatingPolicy inForce(
      Kubectl kubectl, String rules, String mutations, String probe, Predicate<String> changed) {
    MutatingPolicy policy = new MutatingPolicy(kubectl, probe, changed);
    kubectl.apply(
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: {name: %1$s}
        spec:
          failurePolicy: Fail
          reinvocationPolicy: Never
          matchConstraints:
            namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %2$s}}
            resourceRules:
        %3$s
          mutations:
        %4$s
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicyBinding
        metadata: {name: %1$s}
        spec: {policyName: %1$s}
        """
            .formatted(
                policy.name,
                kubectl.namespace(),
                rules.indent(4).stripTrailing(),
                mutations.indent(2).stripTrailing()));
    try {
      await("policy in force")
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(100))
          .until(() -> policy.made().filter(changed).isPresent());
    } catch (RuntimeException e) {
      policy.close();
      throw e;
    }
    return policy;
  }

  /** One rule, for what is created and what is changed. */
  static String rule(String group, String resources) {
    return "- {operations: [CREATE, UPDATE], apiGroups: ['%s'], apiVersions: ['*'], resources: [%s]}\n"
        .formatted(group, resources);
  }

  /** One mutation by a JSON patch, in CEL. */
  static String patch(String expression) {
    return """
    - patchType: JSONPatch
      jsonPatch:
        expression: >-
    """
        + expression.indent(6);
  }

  /** What would be stored of the probe; empty if it is refused. */
  private Optional<String> made() {
    Result made = kubectl.call(probe, "create", "--dry-run=server", "-o", "json", "-f", "-");
    return made.code() == 0 ? Optional.of(made.out().replaceAll("\\s", "")) : Optional.empty();
  }

  /** Deletes it and waits until it is in force no more. */
  @Override
  public void close() {
    kubectl.run("delete", "mutatingadmissionpolicybinding,mutatingadmissionpolicy", name);
    await("policy out of force")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> made().filter(changed).isEmpty());
  }
}
