package dev.coppice.testkit.plane;

import dev.coppice.testkit.process.Lifetime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a control plane is to be like.
 *
 * @param tuned whether the limits that Kubernetes puts on its own clients are raised; with the
 *     defaults they, and not the machine, decide how fast anything goes
 * @param kwok whether nodes are played; without, no pod ever starts
 * @param lifetime whether the processes end with this JVM
 * @param nodeGracePeriod after how long a node that is silent counts as lost
 * @param auditPolicy what the API server writes into its audit log
 * @param identities whether the service accounts of an installation are there from the beginning
 * @param flags further flags by component, after the ones given here, so that they win
 */
record PlaneSettings(
    boolean tuned,
    boolean kwok,
    Lifetime lifetime,
    Duration nodeGracePeriod,
    String auditPolicy,
    boolean identities,
    Map<Component, List<String>> flags) {

  /** Every answered request of everybody, but for the heartbeats of the nodes and of probes. */
  static final String DEFAULT_AUDIT_POLICY =
      """
      apiVersion: audit.k8s.io/v1
      kind: Policy
      omitStages: [RequestReceived, ResponseStarted]
      rules:
      - level: None
        namespaces: [kube-node-lease]
      - level: None
        nonResourceURLs: ["/healthz*", "/livez*", "/readyz*", "/openapi*", "/api*", "/version"]
      - level: Metadata
      """;

  PlaneSettings {
    Map<Component, List<String>> copy = new EnumMap<>(Component.class);
    flags.forEach((component, list) -> copy.put(component, List.copyOf(list)));
    flags = copy;
  }

  static PlaneSettings defaults() {
    return new PlaneSettings(
        true, true, Lifetime.ATTACHED, Duration.ofSeconds(6), DEFAULT_AUDIT_POLICY, true, Map.of());
  }

  List<String> flags(Component component) {
    return flags.getOrDefault(component, List.of());
  }

  PlaneSettings withTuned(boolean value) {
    return new PlaneSettings(
        value, kwok, lifetime, nodeGracePeriod, auditPolicy, identities, flags);
  }

  PlaneSettings withKwok(boolean value) {
    return new PlaneSettings(
        tuned, value, lifetime, nodeGracePeriod, auditPolicy, identities, flags);
  }

  PlaneSettings withLifetime(Lifetime value) {
    return new PlaneSettings(tuned, kwok, value, nodeGracePeriod, auditPolicy, identities, flags);
  }

  PlaneSettings withNodeGracePeriod(Duration value) {
    return new PlaneSettings(tuned, kwok, lifetime, value, auditPolicy, identities, flags);
  }

  PlaneSettings withAuditPolicy(String value) {
    return new PlaneSettings(tuned, kwok, lifetime, nodeGracePeriod, value, identities, flags);
  }

  PlaneSettings withIdentities(boolean value) {
    return new PlaneSettings(tuned, kwok, lifetime, nodeGracePeriod, auditPolicy, value, flags);
  }

  PlaneSettings withFlags(Component component, List<String> more) {
    Map<Component, List<String>> all = new EnumMap<>(Component.class);
    all.putAll(flags);
    List<String> merged = new ArrayList<>(flags(component));
    merged.addAll(more);
    all.put(component, merged);
    return new PlaneSettings(tuned, kwok, lifetime, nodeGracePeriod, auditPolicy, identities, all);
  }
}
