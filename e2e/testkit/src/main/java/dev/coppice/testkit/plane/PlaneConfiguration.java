package dev.coppice.testkit.plane;

import dev.coppice.testkit.nodes.KwokConfiguration;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;

/** The configuration files that components read beside their flags. */
final class PlaneConfiguration {

  static final String AUDIT_POLICY = "audit-policy.yaml";
  static final String SCHEDULER = "scheduler.yaml";
  static final String KWOK = "kwok.yaml";

  private PlaneConfiguration() {}

  static void write(PlaneDirectory directory, PlaneSettings settings) {
    PlaneDirectory.write(directory.configuration(AUDIT_POLICY), settings.auditPolicy());
    PlaneDirectory.write(
        directory.configuration(SCHEDULER), Serialization.asYaml(scheduler(directory, settings)));
    PlaneDirectory.write(
        directory.configuration(KWOK), KwokConfiguration.yaml(settings.nodeGracePeriod()));
  }

  private static Map<String, Object> scheduler(PlaneDirectory directory, PlaneSettings settings) {
    return Map.of(
        "apiVersion",
        "kubescheduler.config.k8s.io/v1",
        "kind",
        "KubeSchedulerConfiguration",
        "leaderElection",
        Map.of("leaderElect", false),
        "clientConnection",
        Map.of(
            "kubeconfig", directory.kubeconfig(PlaneUser.SCHEDULER).toString(),
            "qps", settings.tuned() ? 1_000 : 50,
            "burst", settings.tuned() ? 2_000 : 100));
  }
}
