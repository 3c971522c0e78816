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

/** The stock scheduler asks before it evicts, and evicts nobody before the time. */
@OnOwnOperators
@EndsUnsettled("a gang that was evicted waits for room")
class ExtenderIT {

  /** How soon a scheduler evicts that nobody holds up, beside other work of the machine. */
  private static final Duration AT_ONCE = Duration.ofSeconds(10);

  /** From the last protected second to the first of a container, both cut to whole seconds. */
  private static final Duration SOON = Duration.ofSeconds(3);

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
  void without_the_question_the_gang_goes_at_once(ControlPlane plane) {
    // The guard alone would refuse it too, as nobody may have the place yet.
    try (SchedulerInPlace _ = SchedulerInPlace.start(plane, directory, Optional.empty())) {
      Pod victim = cluster.startVictim();
      cluster.withoutGuard();
      cluster.want("urgent");

      Instant deleted = cluster.awaitDeleted(victim);

      assertThat(deleted).isBefore(cluster.created("urgent").plus(AT_ONCE));
    }
  }

  @Test
  void with_it_the_gang_runs_for_as_long_as_its_queue_says(ControlPlane plane) {
    try (SchedulerInPlace _ =
        SchedulerInPlace.start(plane, directory, Optional.of(cluster.extender(directory)))) {
      Pod victim = cluster.startVictim();
      Instant until = cluster.protectedUntil();
      cluster.want("urgent-0");
      cluster.want("urgent-1");
      cluster.want("urgent-2");

      await()
          .atMost(GuardedCluster.PATIENCE)
          .untilAsserted(() -> {
            assertThat(cluster.events("PreemptionHeldBack")).hasSizeGreaterThanOrEqualTo(3);
            assertThat(cluster.events("EvictionRefused"))
                .anyMatch(
                    text -> text.startsWith("PodGang ") && text.contains("-patient, reclaim"));
          });
      assertThat(cluster.refused()).as("nodes that were refused").isGreaterThanOrEqualTo(3);
      assertThat(cluster.deletes(victim)).as("deletes while it is protected").isEmpty();

      Instant deleted = cluster.awaitDeleted(victim);

      assertThat(deleted).isAfter(until);
      assertThat(cluster.deletes(victim).getFirst().user()).isEqualTo("system:kube-scheduler");
    }
  }

  @Test
  void a_gang_that_was_held_back_has_the_place_as_soon_as_it_may(ControlPlane plane) {
    // By itself the scheduler would not look again before the test is over.
    try (SchedulerInPlace _ =
        SchedulerInPlace.start(
            plane, directory, Optional.of(cluster.extender(directory)), Duration.ofHours(1))) {
      Pod victim = cluster.startVictim();
      Instant until = cluster.protectedUntil();
      QueuedGang urgent = cluster.urgent("urgent");
      cluster.want(urgent);

      Instant running = cluster.awaitRunning(urgent);

      assertThat(cluster.awaitDeleted(victim)).isAfter(until);
      assertThat(running).isBetween(until, until.plus(SOON));
    }
  }

  @Test
  void while_nobody_answers_nobody_is_evicted(ControlPlane plane) {
    try (SchedulerInPlace _ =
        SchedulerInPlace.start(plane, directory, Optional.of(cluster.extender(directory)))) {
      Pod victim = cluster.startVictim();
      cluster.webhook().kill();
      cluster.want("urgent");

      await()
          .atMost(GuardedCluster.PATIENCE)
          .untilAsserted(() ->
              assertThat(cluster.events("FailedScheduling"))
                  .as("a pod that found no room")
                  .isNotEmpty());
      assertThat(cluster.deletes(victim)).isEmpty();
    }
  }
}
