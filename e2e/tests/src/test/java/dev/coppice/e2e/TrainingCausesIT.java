package dev.coppice.e2e;

import static dev.coppice.e2e.Trainings.awaitPhase;
import static dev.coppice.e2e.Trainings.awaitReady;
import static dev.coppice.e2e.Trainings.clique;
import static dev.coppice.e2e.Trainings.exit;
import static dev.coppice.e2e.Trainings.manifest;
import static dev.coppice.e2e.Trainings.ofAttempt;
import static dev.coppice.e2e.Trainings.podOf;
import static dev.coppice.e2e.Trainings.status;
import static dev.coppice.e2e.Updates.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Annotations;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.FailedIndex;
import dev.coppice.api.set.AttemptFailure;
import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.core.status.Conditions;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimAnnotations;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What ends pods of a training job, and what comes of it. */
@OnCoppice
class TrainingCausesIT {

  private static final String[] TWO = {clique("a"), clique("b")};

  @AfterEach
  void removePlaces(KubernetesClient client, TestNamespace namespace) {
    OnePodNodes.deleteAll(client, namespace);
  }

  /** Says of a pod what its kubelet would. */
  private static void report(KubernetesClient client, Pod pod, String status) {
    client
        .pods()
        .resource(pod)
        .subresource("status")
        .patch(
            PatchContext.of(PatchType.STRATEGIC_MERGE),
            "{\"status\":{\"phase\":\"Failed\",%s}}".formatted(status));
  }

  private static List<FailedIndex> failedIndexes(KubernetesClient client) {
    return Sets.clique(client, "x-0-a").statusOrEmpty().failedIndexes();
  }

  @Test
  void a_pod_that_fails_before_it_was_ever_ready_fails_the_job(
      Kubectl kubectl, KubernetesClient client) {
    String neverReady =
        "%s: %s, %s: '1'"
            .formatted(
                SimAnnotations.STUCK, SimAnnotations.STUCK_UNREADY, SimAnnotations.EXIT_CODE);
    kubectl.apply(manifest("x", 1, "", clique("a", 1, 1, neverReady), clique("b")));

    awaitPhase(client, "x", PodCliqueSetPhase.FAILED);

    assertThat(Sets.clique(client, "x-0-a").statusOrEmpty().wasAvailable()).isFalse();
    assertThat(status(client, "x").lastFailures())
        .extracting(AttemptFailure::exitCode)
        .containsExactly(1);
  }

  @Test
  void a_pod_that_is_killed_for_its_memory_or_evicted_costs_a_restart_and_tells_why(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(manifest("x", 3, "maxRestarts: 3", clique("a")));
    List<Pod> pods = awaitReady(client, 0, 3);

    report(
        client,
        podOf(pods, "x-0-a"),
        """
        "containerStatuses":[{"name":"main","image":"i","imageID":"i","ready":false,"restartCount":0,
         "state":{"running":null,"terminated":{"exitCode":137,"reason":"OOMKilled",
          "startedAt":"2026-01-01T00:00:00Z","finishedAt":"2026-01-01T00:00:01Z"}}}]\
        """);
    report(client, podOf(pods, "x-1-a"), "\"reason\":\"Evicted\"");
    client.pods().resource(podOf(pods, "x-2-a")).evict();

    List<Pod> again = awaitReady(client, 1, 3);
    assertThat(status(client, "x").restartCount()).isEqualTo(3);
    assertThat(status(client, "x").lastFailures())
        .extracting(AttemptFailure::replicaIndex, AttemptFailure::exitCode, AttemptFailure::reason)
        .containsExactlyInAnyOrder(
            tuple(0, 137, "OOMKilled"), tuple(1, null, "Evicted"), tuple(2, 143, "Error"));
    again.forEach(pod -> exit(client, pod, 0));
    Trainings.wait(kubectl, "Complete", "x");
  }

  @Test
  void a_node_that_is_lost_with_what_is_done_costs_nothing(
      Kubectl kubectl, KubernetesClient client, SimulatedNodes nodes, TestNamespace namespace) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, 2);
    kubectl.apply(
        manifest("x", 1, "", TWO)
            .replace(
                "restartPolicy: Never\n",
                "restartPolicy: Never\n          %s\n".formatted(places.selector())));
    List<Pod> pods = awaitReady(client, 0, 2);
    Pod done = podOf(pods, "x-0-a");
    exit(client, done, 0);
    await()
        .atMost(PATIENCE)
        .until(() -> "0".equals(Sets.clique(client, "x-0-a").statusOrEmpty().completedIndexes()));

    nodes.kill(done.getSpec().getNodeName());
    client.nodes().withName(done.getSpec().getNodeName()).delete();
    // As the garbage collection of pods does when the node is gone.
    client.resource(done).withGracePeriod(0).delete();
    await().atMost(PATIENCE).until(() -> client.resource(done).get() == null);

    exit(client, podOf(pods, "x-0-b"), 0);
    Trainings.wait(kubectl, "Complete", "x");
    assertThat(status(client, "x").restartCount()).isZero();
    assertThat(ofAttempt(client, 0)).hasSize(1);
  }

  @Test
  void the_runtime_that_is_over_while_a_replica_is_restarted_fails_the_job(
      Kubectl kubectl, KubernetesClient client) {
    String slow = SimAnnotations.STOP_DELAY + ": 6s";
    kubectl.apply(
        manifest("x", 1, "maxRestarts: 5, maxRuntime: 1h", clique("a"), clique("b", 1, 1, slow)));
    List<Pod> pods = awaitReady(client, 0, 2);

    exit(client, podOf(pods, "x-0-a"), 1);
    await().atMost(PATIENCE).until(() -> status(client, "x").restartCount() == 1);
    Trainings.patch(kubectl, "x", "maxRuntime", "\"1s\"");

    awaitPhase(client, "x", PodCliqueSetPhase.FAILED);
    assertThat(status(client, "x").restartCount()).isEqualTo(1);
    assertThat(Conditions.find(status(client, "x").conditions(), ConditionTypes.FAILED))
        .hasValueSatisfying(it -> assertThat(it.getReason()).isEqualTo("MaxRuntimeExceeded"));
    assertThat(ofAttempt(client, 1)).isEmpty();
  }

  @Test
  void an_index_that_can_be_missed_is_filled_again_in_the_same_attempt_and_ever_later(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(manifest("x", 1, "", clique("a", 2, 1, "")));
    exit(client, awaitReady(client, 0, 2).getFirst(), 1);
    await()
        .atMost(PATIENCE)
        .until(() -> failedIndexes(client).stream().anyMatch(FailedIndex::healed));
    assertThat(failedIndexes(client).getFirst().failures()).isOne();
    String index = Integer.toString(failedIndexes(client).getFirst().index());
    Pod second =
        awaitReady(client, 0, 2).stream()
            .filter(pod -> Sets.podIndex(pod).equals(index))
            .findFirst()
            .orElseThrow();

    exit(client, second, 1);

    await()
        .atMost(PATIENCE)
        .until(() -> failedIndexes(client).stream().anyMatch(failed -> failed.failures() == 2));
    FailedIndex failed = failedIndexes(client).getFirst();
    await().atMost(PATIENCE).until(() -> failedIndexes(client).getFirst().healed());
    List<Pod> third = awaitReady(client, 0, 2);
    assertThat(third)
        .filteredOn(pod -> Sets.podIndex(pod).equals(index))
        .singleElement()
        .satisfies(pod ->
            assertThat(Instant.parse(pod.getMetadata().getCreationTimestamp()))
                .isAfterOrEqualTo(failed.finishedAt().plusSeconds(9)));
    assertThat(status(client, "x").restartCount()).isZero();
    third.forEach(pod -> exit(client, pod, 0));
    Trainings.wait(kubectl, "Complete", "x");
  }

  @Test
  void an_attempt_that_somebody_edits_is_put_back_and_no_pod_is_made_for_it(
      Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    kubectl.apply(manifest("x", 1, "", TWO));
    List<Pod> pods = awaitReady(client, 0, 2);

    kubectl.run("annotate", "pclq", "x-0-a", "grove.io/restart-attempt=7", "--overwrite");

    await()
        .atMost(PATIENCE)
        .until(() ->
            "0"
                .equals(
                    Sets.clique(client, "x-0-a")
                        .getMetadata()
                        .getAnnotations()
                        .get(Annotations.RESTART_ATTEMPT)));
    pods.forEach(pod -> exit(client, pod, 0));
    Trainings.wait(kubectl, "Complete", "x");
    assertThat(Sets.podsMade(recorder.upToDate())).isEqualTo(2);
    assertThat(status(client, "x").restartCount()).isZero();
  }

  @Test
  void a_job_that_is_applied_over_what_another_has_left_begins_anew(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(manifest("x", 1, "", TWO));
    List<Pod> old = awaitReady(client, 0, 2);
    exit(client, podOf(old, "x-0-a"), 0);
    await()
        .atMost(PATIENCE)
        .until(() -> "0".equals(Sets.clique(client, "x-0-a").statusOrEmpty().completedIndexes()));

    kubectl.run("delete", "pcs", "x", "--cascade=orphan");
    kubectl.apply(manifest("x", 1, "", TWO).replace("model:1", "model:2"));

    await()
        .atMost(PATIENCE)
        .until(() ->
            ofAttempt(client, 0)
                    .filter(Sets::isReady)
                    .filter(pod ->
                        pod.getSpec().getContainers().getFirst().getImage().endsWith("model:2"))
                    .count()
                == 2);
    awaitReady(client, 0, 2).forEach(pod -> exit(client, pod, 0));
    Trainings.wait(kubectl, "Complete", "x");
    assertThat(status(client, "x").restartCount()).isZero();
    assertThat(status(client, "x").lastFailures()).isEmpty();
  }

  @Test
  void nobody_scales_it_not_even_an_autoscaler_made_by_hand(
      Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    String scaled =
        clique("a")
            .replace("replicas: 1\n", "replicas: 1\n        autoScalingConfig: {maxReplicas: 3}\n");
    assertThat(kubectl.call(manifest("x", 1, "", scaled), "apply", "-f", "-").err())
        .contains("spec.template.cliques[0].spec.autoScalingConfig: Forbidden");
    kubectl.apply(manifest("x", 1, "", clique("a")));
    awaitReady(client, 0, 1);
    var autoscalers = client.autoscaling().v2().horizontalPodAutoscalers();
    assertThat(autoscalers.list().getItems()).isEmpty();

    kubectl.apply(Sets.autoscaler("x-0-a", 3, 5));

    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(autoscalers.withName("by-hand").get().getStatus().getConditions())
                .anySatisfy(condition -> {
                  assertThat(condition.getReason()).isEqualTo("FailedUpdateScale");
                  assertThat(condition.getMessage()).contains("a training job is not scaled");
                }));
    assertThat(Sets.clique(client, "x-0-a").getSpec().replicas()).isEqualTo(1);
    assertThat(Sets.podsMade(recorder.upToDate())).isEqualTo(1);
    autoscalers.withName("by-hand").delete();
  }
}
