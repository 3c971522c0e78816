package dev.coppice.e2e;

import static dev.coppice.e2e.Trainings.clique;
import static dev.coppice.e2e.Trainings.exit;
import static dev.coppice.e2e.Trainings.manifest;
import static dev.coppice.e2e.Trainings.podOf;
import static dev.coppice.e2e.Trainings.status;
import static dev.coppice.e2e.Updates.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SharedOperator;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimAnnotations;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What becomes of training jobs while nobody watches them. */
@OnCoppice
class TrainingAbsenceIT {

  /** Far less than a time to live that began anew with the operator, beside other work. */
  private static final Duration SOON = Duration.ofSeconds(5);

  private static final String DRAINS_WELL =
      "%s: '0', %s: 2s".formatted(SimAnnotations.STOP_CODE, SimAnnotations.STOP_DELAY);

  private static final List<String> JOBS =
      List.of("finished", "forced", "failed", "drained", "late");

  private static List<Pod> awaitReady(KubernetesClient client) {
    await()
        .atMost(PATIENCE)
        .until(() ->
            client.pods().list().getItems().stream().filter(Sets::isReady).count()
                == 2L * JOBS.size());
    await()
        .atMost(PATIENCE)
        .until(() -> JOBS.stream().allMatch(job -> status(client, job).startTime() != null));
    return client.pods().list().getItems();
  }

  private static void awaitEnded(KubernetesClient client, Pod... pods) {
    await()
        .atMost(PATIENCE)
        .until(() ->
            Stream.of(pods)
                .map(pod -> client.resource(pod).get())
                .allMatch(pod ->
                    pod != null
                        && List.of("Failed", "Succeeded").contains(pod.getStatus().getPhase())));
  }

  private static void awaitPassed(Instant instant) {
    await().atMost(PATIENCE).until(() -> Instant.now().isAfter(instant));
  }

  @Test
  void what_happens_while_the_operator_is_away_counts_as_if_it_had_been_there(
      Kubectl kubectl, KubernetesClient client, SharedOperator operator, Recorder recorder) {
    kubectl.apply(
        manifest(
            "expired", 1, "ttlSecondsAfterFinished: 3600", clique("a", 1, 1, Trainings.SUCCEED)));
    Trainings.wait(kubectl, "Complete", "expired");
    for (String job : JOBS) {
      kubectl.apply(
          manifest(
              job,
              1,
              "maxRestarts: 1" + (job.equals("late") ? ", maxRuntime: 8s" : ""),
              clique("a", 1, 1, DRAINS_WELL),
              clique("b")));
    }
    List<Pod> pods = awaitReady(client);
    Pod finished = podOf(pods, "finished-0-a");
    Pod failed = podOf(pods, "failed-0-a");
    Pod drained = podOf(pods, "drained-0-a");
    Instant deadline = status(client, "late").startTime().plusSeconds(8);
    Instant completed = status(client, "expired").completionTime();
    long ttl = Duration.between(completed, Instant.now()).toSeconds() + 3;
    Trainings.patch(kubectl, "expired", "ttlSecondsAfterFinished", Long.toString(ttl));
    operator.process().kill();

    exit(client, finished, 0);
    exit(client, failed, 1);
    exit(client, podOf(pods, "late-0-a"), 0);
    exit(client, podOf(pods, "late-0-b"), 0);
    client.resource(drained).delete();
    client.resource(podOf(pods, "forced-0-a")).withGracePeriod(0).delete();
    awaitEnded(client, finished, failed, drained);
    awaitPassed(Instant.now().plusSeconds(2));
    client.resource(finished).delete();
    client.resource(failed).delete();
    awaitPassed(deadline.plusSeconds(1));
    awaitPassed(completed.plusSeconds(ttl));
    assertThat(status(client, "expired").phase()).isEqualTo(PodCliqueSetPhase.SUCCEEDED);
    operator.ensureRunning();
    Instant ready = Instant.now();

    assertThat(Duration.between(ready, Trainings.awaitGone(recorder, "expired"))).isLessThan(SOON);

    Trainings.wait(kubectl, "Complete", "late");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(JOBS)
                .extracting(job -> status(client, job).restartCount())
                .containsExactly(0, 1, 1, 1, 0));
    exit(client, podOf(pods, "finished-0-b"), 0);
    Trainings.wait(kubectl, "Complete", "finished");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(Trainings.ofAttempt(client, 1).filter(Sets::isReady)).hasSize(6));
    Trainings.ofAttempt(client, 1).forEach(pod -> exit(client, pod, 0));
    for (String job : List.of("forced", "failed", "drained")) {
      Trainings.wait(kubectl, "Complete", job);
    }
  }

  @Test
  void no_pod_hangs_in_a_namespace_that_is_deleted_with_or_without_the_operator(
      Kubectl kubectl, KubernetesClient client, SharedOperator operator, TestNamespace namespace) {
    for (boolean away : new boolean[] {false, true}) {
      String other = namespace.name() + (away ? "-away" : "-there");
      client
          .namespaces()
          .resource(
              new NamespaceBuilder()
                  .withNewMetadata()
                  .withName(other)
                  .withLabels(Map.of("test", namespace.name()))
                  .endMetadata()
                  .build())
          .create();
      Kubectl there = new Kubectl(kubectl.binary(), kubectl.kubeconfig(), other);
      there.apply(manifest("x", 1, "", clique("a", 1, 1, Trainings.SUCCEED), clique("b")));
      await()
          .atMost(PATIENCE)
          .until(() ->
              client.pods().inNamespace(other).list().getItems().stream()
                      .filter(pod -> pod.getMetadata().getFinalizers().isEmpty())
                      .count()
                  == 1);
      if (away) {
        operator.process().kill();
      }

      client.namespaces().withName(other).delete();

      if (away) {
        await()
            .atMost(PATIENCE)
            .until(() ->
                client.pods().inNamespace(other).list().getItems().stream()
                    .allMatch(pod -> pod.getMetadata().getDeletionTimestamp() != null));
        operator.ensureRunning();
      }
      await().atMost(PATIENCE).until(() -> client.namespaces().withName(other).get() == null);
    }
  }
}
