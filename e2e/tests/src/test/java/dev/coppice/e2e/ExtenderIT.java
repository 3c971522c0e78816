package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.RegisteredWebhook;
import dev.coppice.testkit.junit.EndsUnsettled;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.plane.SchedulerInPlace;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The stock scheduler asks before it evicts, and evicts nobody before the time. What it does where
 * it asks nobody is in {@link GuaranteedRuntimesIT}.
 */
@OnOwnOperators
@EndsUnsettled("a gang that was evicted waits for room")
class ExtenderIT {

  /**
   * From the last protected second to the first of a container, both cut to whole seconds, beside
   * other work of the machine.
   */
  private static final Duration SOON = Duration.ofSeconds(5);

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
            plane, kubectl, client, nodes, namespace, shared, directory, GuardedCluster.Form.WOKEN);
  }

  @AfterEach
  void uninstall() {
    cluster.close();
  }

  @Test
  void a_gang_runs_for_as_long_as_its_queue_says_and_no_second_longer(
      ControlPlane plane, Kubectl kubectl) {
    // By itself the scheduler would not look again before the test is over.
    try (SchedulerInPlace _ =
        SchedulerInPlace.start(
            plane, directory, Optional.of(cluster.extender()), Duration.ofHours(1))) {
      Pod victim = cluster.startVictim();
      Instant until = cluster.protectedUntil();

      cluster.killWebhook();
      cluster.want("early");
      await()
          .atMost(GuardedCluster.PATIENCE)
          .untilAsserted(() ->
              assertThat(cluster.events("FailedScheduling"))
                  .as("a pod that found no room while nobody answers")
                  .isNotEmpty());
      kubectl.run("delete", "pod", "early");
      cluster.startWebhookAgain();

      QueuedGang urgent = cluster.urgent("urgent");
      cluster.want(urgent);
      await()
          .atMost(GuardedCluster.PATIENCE)
          .untilAsserted(() -> {
            assertThat(cluster.events("PreemptionHeldBack"))
                .anyMatch(text -> text.startsWith("Pod nobody is evicted on 1 node for this pod"));
            assertThat(cluster.events("EvictionRefused"))
                .anyMatch(
                    text -> text.startsWith("PodGang ") && text.contains("-patient, reclaim"));
          });
      assertThat(cluster.refused()).as("nodes that were refused").isPositive();
      assertThat(cluster.deletes(victim)).as("deletes while it is protected").isEmpty();

      Instant running = cluster.awaitRunning(urgent);

      assertThat(cluster.awaitDeleted(victim)).isAfter(until);
      assertThat(cluster.deletes(victim).getFirst().user())
          .isEqualTo(PlaneUser.SCHEDULER.userName());
      assertThat(running).isBetween(until, until.plus(SOON));
    }
  }
}
