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
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.set.AttemptFailure;
import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.core.status.Conditions;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimAnnotations;
import dev.coppice.testkit.nodes.SimulatedNodes;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a training job takes for a failure, and what not. */
@OnCoppice
class TrainingFailuresIT {

  private static final String DRAINS_WELL =
      "%s: '0', %s: 2s".formatted(SimAnnotations.STOP_CODE, SimAnnotations.STOP_DELAY);

  @AfterEach
  void removePlaces(KubernetesClient client, TestNamespace namespace) {
    OnePodNodes.deleteAll(client, namespace);
  }

  private static void awaitRestarts(KubernetesClient client, int count) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(status(client, "x").restartCount()).isEqualTo(count));
  }

  private static void assertCompletes(Kubectl kubectl, KubernetesClient client, List<Pod> pods) {
    pods.forEach(pod -> exit(client, pod, 0));
    Trainings.wait(kubectl, "Complete", "x");
  }

  @Test
  void a_pod_that_exits_with_0_because_it_is_drained_has_not_done_its_work(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(manifest("x", 1, "maxRestarts: 1", clique("a", 1, 1, DRAINS_WELL), clique("b")));
    List<Pod> pods = awaitReady(client, 0, 2);

    client.resource(podOf(pods, "x-0-a")).delete();

    List<Pod> again = awaitReady(client, 1, 2);
    assertThat(status(client, "x").restartCount()).isEqualTo(1);
    assertThat(status(client, "x").lastFailures())
        .singleElement()
        .returns(null, AttemptFailure::exitCode)
        .returns("Deleted", AttemptFailure::reason);
    assertCompletes(kubectl, client, again);
  }

  @Test
  void a_finished_pod_may_be_deleted_and_its_index_never_runs_again(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(manifest("x", 1, "maxRestarts: 1", TWO));
    List<Pod> pods = awaitReady(client, 0, 2);
    exit(client, podOf(pods, "x-0-a"), 0);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(Sets.clique(client, "x-0-a").statusOrEmpty().completedIndexes())
                .isEqualTo("0"));
    awaitPassed(Instant.now().plusSeconds(2));

    kubectl.run("delete", "pod", podOf(pods, "x-0-a").getMetadata().getName());

    exit(client, podOf(pods, "x-0-b"), 0);
    Trainings.wait(kubectl, "Complete", "x");
    assertThat(status(client, "x").restartCount()).isZero();
    assertThat(ofAttempt(client, 0)).hasSize(1);
  }

  @Test
  void a_running_pod_that_is_forced_away_and_a_podclique_that_is_deleted_cost_a_restart_each(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(manifest("x", 1, "maxRestarts: 2", TWO));
    List<Pod> pods = awaitReady(client, 0, 2);

    kubectl.run(
        "delete",
        "pod",
        podOf(pods, "x-0-a").getMetadata().getName(),
        "--force",
        "--grace-period=0",
        "--wait=false");
    awaitReady(client, 1, 2);
    awaitRestarts(client, 1);
    kubectl.run("delete", "pclq", "x-0-b", "--wait=false");

    List<Pod> third = awaitReady(client, 2, 2);
    awaitRestarts(client, 2);
    assertCompletes(kubectl, client, third);
  }

  @Test
  void a_gap_that_heals_within_the_delay_is_no_restart(Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(
        manifest("x", 1, "", TWO)
            .replace("  template:\n", "  template:\n    terminationDelay: 60s\n"));
    List<Pod> pods = awaitReady(client, 0, 2);

    exit(client, podOf(pods, "x-0-a"), 1);

    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(Sets.clique(client, "x-0-a").statusOrEmpty().failedIndexes())
                .singleElement()
                .matches(index -> index.healed()));
    assertCompletes(kubectl, client, awaitReady(client, 0, 2));
    assertThat(status(client, "x").restartCount()).isZero();
  }

  @Test
  void a_container_that_is_restarted_by_its_node_is_no_failure(
      Kubectl kubectl, KubernetesClient client) {
    String crashes =
        "%s: '1', %s: '2'".formatted(SimAnnotations.EXIT_CODE, SimAnnotations.CRASH_TIMES);
    kubectl.apply(
        manifest("x", 1, "maxRuntime: 1h", clique("a", 1, 1, crashes))
            .replace("restartPolicy: Never", "restartPolicy: OnFailure"));

    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(client.pods().list().getItems())
                .singleElement()
                .matches(Sets::isReady)
                .matches(pod ->
                    pod.getStatus().getContainerStatuses().getFirst().getRestartCount() == 2));
    assertThat(status(client, "x").restartCount()).isZero();
    assertCompletes(kubectl, client, client.pods().list().getItems());
  }

  @Test
  void a_container_that_is_restarted_by_a_rule_of_its_own_is_no_failure(
      Kubectl kubectl, KubernetesClient client) {
    String crashes =
        "%s: '42', %s: '2'".formatted(SimAnnotations.EXIT_CODE, SimAnnotations.CRASH_TIMES);
    kubectl.apply(
        manifest("x", 1, "", clique("a", 1, 1, crashes), clique("b"))
            .replace(
                "{name: main,",
                "{name: main, restartPolicy: Never, restartPolicyRules: "
                    + "[{action: Restart, exitCodes: {operator: In, values: [42]}}],"));

    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(ofAttempt(client, 0))
                .filteredOn(Sets::isReady)
                .flatExtracting(pod -> pod.getStatus().getContainerStatuses())
                .extracting(ContainerStatus::getRestartCount)
                .containsExactlyInAnyOrder(2, 0));
    assertCompletes(kubectl, client, awaitReady(client, 0, 2));
    assertThat(status(client, "x").restartCount()).isZero();
  }

  @Test
  void a_sidecar_fails_no_pod_keeps_none_from_working_and_is_not_to_blame(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(
        manifest(
                "x",
                1,
                "maxRestarts: 1",
                clique("a", 1, 1, SimAnnotations.CRASH_SIDECAR + ": logs"))
            .replace(
                "restartPolicy: Never\n",
                """
                restartPolicy: Never
                          initContainers:
                          - {name: logs, image: i, restartPolicy: Always}
                          - {name: proxy, image: i, restartPolicy: Always}
                """));
    Pod first = awaitCrashedSidecar(client, 0);

    exit(client, first, 7);

    Pod second = awaitCrashedSidecar(client, 1);
    assertThat(status(client, "x").lastFailures())
        .singleElement()
        .returns("main", AttemptFailure::container)
        .returns(7, AttemptFailure::exitCode);
    assertCompletes(kubectl, client, List.of(second));
    assertThat(status(client, "x").restartCount()).isEqualTo(1);
  }

  private static Pod awaitCrashedSidecar(KubernetesClient client, int attempt) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(ofAttempt(client, attempt))
                .singleElement()
                .matches(TrainingFailuresIT::hasCrashedSidecar));
    return ofAttempt(client, attempt).findFirst().orElseThrow();
  }

  private static boolean hasCrashedSidecar(Pod pod) {
    return !Sets.isReady(pod)
        && pod.getStatus().getInitContainerStatuses().stream()
            .anyMatch(container -> container.getState().getWaiting() != null);
  }

  @Test
  void a_pod_that_hangs_on_a_dead_node_holds_up_no_restart_but_the_end_of_a_failed_job(
      Kubectl kubectl, KubernetesClient client, SimulatedNodes nodes, TestNamespace namespace) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, 4);
    kubectl.apply(
        manifest("x", 1, "maxRestarts: 1", TWO)
            .replace(
                "restartPolicy: Never\n",
                "restartPolicy: Never\n          terminationGracePeriodSeconds: 1\n          %s\n"
                    .formatted(places.selector())));
    Pod first = podOf(awaitReady(client, 0, 2), "x-0-a");

    nodes.kill(first.getSpec().getNodeName());

    Pod second = podOf(awaitReady(client, 1, 2), "x-0-a");
    assertThat(client.resource(first).get().getMetadata().getDeletionTimestamp()).isNotNull();
    nodes.kill(second.getSpec().getNodeName());
    await()
        .atMost(PATIENCE)
        .until(() ->
            Conditions.isTrue(status(client, "x").conditions(), ConditionTypes.FAILURE_TARGET));
    await().atMost(PATIENCE).until(() -> ofAttempt(client, 1).count() == 1);
    assertThat(status(client, "x").phase()).isNotEqualTo(PodCliqueSetPhase.FAILED);

    // As the garbage collection of pods does when the node is gone.
    kubectl.run("delete", "pods", "--all", "--force", "--grace-period=0");

    awaitPhase(client, "x", PodCliqueSetPhase.FAILED);
  }

  private static final String[] TWO = {clique("a"), clique("b")};

  private static void awaitPassed(Instant instant) {
    await().atMost(PATIENCE).until(() -> Instant.now().isAfter(instant));
  }
}
