package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.RegisteredWebhook;
import dev.coppice.testkit.junit.EndsUnsettled;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.AuditLog.Request;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where no scheduler can be told to ask, the webhook alone holds evictions up. */
@OnOwnOperators
@EndsUnsettled("a gang that was evicted waits for room")
class EvictionGuardIT {

  @TempDir private Path directory;

  private GuardedCluster cluster;

  @BeforeEach
  void install(
      ControlPlane plane,
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      RegisteredWebhook shared) {
    cluster =
        new GuardedCluster(
            plane,
            kubectl,
            client,
            nodes,
            namespace,
            shared,
            directory,
            GuardedCluster.Form.GUARDED);
  }

  @AfterEach
  void uninstall() {
    cluster.close();
  }

  @Test
  void evictions_are_denied_until_the_time_is_over_and_nothing_else_ever_is(
      Kubectl kubectl, KubernetesClient client) {
    Pod victim = cluster.startVictim();
    Instant until = cluster.protectedUntil();
    cluster.want("urgent");

    await().atMost(GuardedCluster.PATIENCE).until(() -> !denied(victim).isEmpty());

    assertThat(cluster.awaitDeleted(victim)).isAfter(until);
    // The last second counts to its end, and the API server's time is known to a second.
    assertThat(denied(victim))
        .allMatch(request ->
            request.user().equals(PlaneUser.SCHEDULER.userName())
                && request.received().isBefore(until.plusSeconds(2)));
    cluster.awaitPlaced("urgent");
    assertThat(cluster.events("EvictionRefused"))
        .anyMatch(text -> text.contains("by system:kube-scheduler"));

    // The gang begins anew when there is room, and is protected again.
    kubectl.run("delete", "pod", "urgent");
    kubectl.run("wait", "--for=condition=Available", "pcs/victim", "--timeout=120s");
    Pod next = Sets.livePods(client, cluster.victim().clique()).getFirst();
    assertThat(cluster.protectedUntil()).isAfter(until);
    kubectl.run("delete", "pod", next.getMetadata().getName());
    kubectl.run("wait", "--for=condition=Available", "pcs/victim", "--timeout=120s");
    kubectl.run("delete", "pcs", "victim", "--cascade=foreground", "--timeout=60s");

    assertThat(Sets.livePods(client, cluster.victim().clique())).isEmpty();
    assertThat(denied(next)).isEmpty();
  }

  private List<Request> denied(Pod pod) {
    return cluster.deletes(pod).stream().filter(request -> request.code() == 403).toList();
  }
}
