package dev.coppice.e2e;

import dev.coppice.core.queue.Eviction;
import dev.coppice.e2e.GuardedCluster.Form;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.RegisteredWebhook;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.AuditLog.Request;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.SchedulerInPlace;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * What tests of guaranteed runtimes share: a cluster that is installed, and schedulers that ask.
 */
abstract class GuaranteedRuntimes {

  static final Duration AT_ONCE = Duration.ofSeconds(5);

  @TempDir Path directory;

  ControlPlane plane;
  Kubectl kubectl;
  KubernetesClient client;
  private SimulatedNodes nodes;
  private TestNamespace namespace;
  private RegisteredWebhook shared;
  private @Nullable GuardedCluster installed;

  @BeforeEach
  void take(
      ControlPlane runningPlane,
      Kubectl administrator,
      KubernetesClient namespaced,
      SimulatedNodes simulated,
      TestNamespace own,
      RegisteredWebhook webhook) {
    plane = runningPlane;
    kubectl = administrator;
    client = namespaced;
    nodes = simulated;
    namespace = own;
    shared = webhook;
  }

  final GuardedCluster install(Form form) {
    GuardedCluster cluster =
        new GuardedCluster(plane, kubectl, client, nodes, namespace, shared, directory, form);
    installed = cluster;
    return cluster;
  }

  @AfterEach
  void uninstall() {
    if (installed != null) {
      installed.close();
    }
  }

  final SchedulerInPlace asking(GuardedCluster cluster, Duration look) {
    return SchedulerInPlace.start(plane, directory, Optional.of(cluster.extender()), look);
  }

  /** Only this kind of eviction is held up by the queue. */
  static void promise(GuardedCluster cluster, Eviction kind, String length) {
    cluster.queue(
        "patient",
        kind == Eviction.PREEMPT
            ? "preemptMinRuntime: %s, reclaimMinRuntime: 0s".formatted(length)
            : "preemptMinRuntime: 0s, reclaimMinRuntime: %s".formatted(length));
    cluster.queue("other", "");
  }

  static List<Request> deletes(GuardedCluster cluster, List<Pod> pods) {
    return pods.stream()
        .flatMap(pod -> cluster.deletes(pod).stream())
        .sorted(Comparator.comparing(Request::received))
        .toList();
  }

  static void report(String text) {
    System.out.println("guaranteed runtimes: " + text);
  }
}
