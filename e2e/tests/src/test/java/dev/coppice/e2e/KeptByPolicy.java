package dev.coppice.e2e;

import static dev.coppice.e2e.Updates.PATIENCE;
import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.Kubectl;
import java.time.Duration;

/** A policy in the API server that forbids to delete one object, until it is closed. */
final class KeptByPolicy implements AutoCloseable {

  private final Kubectl kubectl;
  private final String name;

  private KeptByPolicy(Kubectl kubectl, String name) {
    this.kubectl = kubectl;
    this.name = name;
  }

  /** Applies the policy and waits until it is in force. */
  static KeptByPolicy inForce(Kubectl kubectl, String resources, String object) {
    KeptByPolicy policy = new KeptByPolicy(kubectl, "keeps-" + kubectl.namespace());
    kubectl.apply(
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: {name: %1$s}
        spec:
          failurePolicy: Fail
          matchConstraints:
            namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %2$s}}
            resourceRules:
            - {operations: [DELETE], apiGroups: ['*'], apiVersions: ['*'], resources: [%3$s]}
          validations:
          - {expression: "oldObject.metadata.name != '%4$s'", message: it stays}
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: {name: %1$s}
        spec: {policyName: %1$s, validationActions: [Deny]}
        """
            .formatted(policy.name, kubectl.namespace(), resources, object));
    try {
      await("policy in force")
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(100))
          .until(
              () -> kubectl.call("", "delete", resources, object, "--dry-run=server").code() != 0);
    } catch (RuntimeException e) {
      policy.close();
      throw e;
    }
    return policy;
  }

  @Override
  public void close() {
    kubectl.run("delete", "validatingadmissionpolicybinding,validatingadmissionpolicy", name);
  }
}
