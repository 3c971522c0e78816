package dev.coppice.e2e;

import static dev.coppice.e2e.Trainings.awaitReady;
import static dev.coppice.e2e.Trainings.clique;
import static dev.coppice.e2e.Trainings.exit;
import static dev.coppice.e2e.Trainings.manifest;
import static dev.coppice.e2e.Trainings.status;
import static dev.coppice.e2e.Updates.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.core.object.Ownership;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.ForgesStatus;
import dev.coppice.testkit.junit.OnCoppice;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** An administrator writes what the operator reports, or takes references away. */
@OnCoppice
@ForgesStatus
class BehindTheBackIT {

  private static final String JOB = "t";
  private static final String CLIQUE = "t-0-a";

  private static List<Pod> begin(Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(manifest(JOB, 1, "", clique("a", 2, 2, ""), clique("b")));
    List<Pod> pods = awaitReady(client, 0, 3);
    awaitStatus(client, status -> status.phase() == PodCliqueSetPhase.RUNNING);
    return pods;
  }

  private static void awaitStatus(KubernetesClient client, Predicate<PodCliqueSetStatus> right) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(status(client, JOB)).matches(right));
  }

  private static void patch(Kubectl kubectl, String kind, String name, String operations) {
    kubectl.run("patch", kind, name, "--type=json", "-p", operations);
  }

  private static void forge(Kubectl kubectl, String operations) {
    kubectl.run(
        "patch", "pcs", JOB, "--subresource=status", "--type=json", "-p", "[" + operations + "]");
  }

  private static String replace(String field, String value) {
    return "{\"op\":\"add\",\"path\":\"/status/%s\",\"value\":%s}".formatted(field, value);
  }

  private static Set<String> uids(List<Pod> pods) {
    return pods.stream().map(pod -> pod.getMetadata().getUid()).collect(Collectors.toSet());
  }

  /** The job runs on with the pods that it had, and succeeds without a restart. */
  private static void assertRunsOn(Kubectl kubectl, KubernetesClient client, List<Pod> pods) {
    List<Pod> now = client.pods().list().getItems();
    assertThat(uids(now)).isEqualTo(uids(pods));
    assertThat(now).noneMatch(Ownership::isTerminating);
    now.forEach(pod -> exit(client, pod, 0));
    Trainings.wait(kubectl, "Complete", JOB);
    assertThat(status(client, JOB).restartCount()).isZero();
    assertThat(Trainings.events(client, JOB, EventReasons.POD_CLIQUE_FAILED)).isEmpty();
  }

  @Test
  void a_job_whose_status_is_emptied_runs_on_and_says_what_was_lost(
      Kubectl kubectl, KubernetesClient client) {
    List<Pod> pods = begin(kubectl, client);
    PodCliqueSetStatus before = status(client, JOB);

    forge(kubectl, "{\"op\":\"remove\",\"path\":\"/status\"}");

    awaitStatus(
        client,
        status ->
            status.phase() == PodCliqueSetPhase.RUNNING
                && status.replicaAttempts().equals(before.replicaAttempts())
                && status.startTime() != null);
    Trainings.awaitEvent(client, JOB, EventReasons.STATE_RECONSTRUCTED);
    assertThat(Trainings.events(client, JOB, EventReasons.STATE_RECONSTRUCTED))
        .singleElement()
        .asString()
        .contains("replica 0 is in attempt 0 with 2 PodCliques");
    assertRunsOn(kubectl, client, pods);
  }

  @Test
  void one_whose_attempts_are_emptied_runs_on(Kubectl kubectl, KubernetesClient client) {
    List<Pod> pods = begin(kubectl, client);
    PodCliqueSetStatus before = status(client, JOB);

    forge(kubectl, replace("replicaAttempts", "[]"));

    awaitStatus(client, status -> status.replicaAttempts().equals(before.replicaAttempts()));
    Trainings.awaitEvent(client, JOB, EventReasons.STATE_RECONSTRUCTED);
    assertRunsOn(kubectl, client, pods);
  }

  @Test
  void what_cannot_be_is_put_right(Kubectl kubectl, KubernetesClient client) {
    List<Pod> pods = begin(kubectl, client);

    forge(kubectl, replace("restartCount", "2147483647"));
    awaitStatus(client, status -> status.restartCount() == 0);
    forge(
        kubectl,
        replace("phase", "\"Succeeded\"")
            + ","
            + replace("completionTime", "\"2026-01-01T00:00:00Z\""));
    awaitStatus(
        client,
        status -> status.phase() == PodCliqueSetPhase.RUNNING && status.completionTime() == null);
    forge(kubectl, replace("startTime", "\"2036-01-01T00:00:00Z\""));
    awaitStatus(
        client, status -> status.startTime() != null && !status.startTime().isAfter(Instant.now()));
    Trainings.awaitEvent(client, JOB, EventReasons.STATE_RECONSTRUCTED);
    assertRunsOn(kubectl, client, pods);
  }

  @Test
  void a_podclique_and_a_pod_without_owners_are_taken_back(
      Kubectl kubectl, KubernetesClient client) {
    List<Pod> pods = begin(kubectl, client);
    String none = "[{\"op\":\"remove\",\"path\":\"/metadata/ownerReferences\"}]";

    patch(kubectl, "pclq", CLIQUE, none);
    await().atMost(PATIENCE).until(() -> Ownership.controller(podClique(client)).isPresent());
    String pod = pods.getFirst().getMetadata().getName();
    patch(kubectl, "pod", pod, none);
    await()
        .atMost(PATIENCE)
        .until(() -> Ownership.controller(client.pods().withName(pod).get()).isPresent());

    assertRunsOn(kubectl, client, pods);
    assertThat(Trainings.events(client, JOB, EventReasons.STATE_RECONSTRUCTED)).isEmpty();
  }

  @Test
  void a_time_that_is_still_to_come_counts_as_now(Kubectl kubectl, KubernetesClient client) {
    List<Pod> pods = begin(kubectl, client);
    List<Condition> conditions = podClique(client).statusOrEmpty().conditions();
    int breach =
        conditions.stream()
            .map(Condition::getType)
            .toList()
            .indexOf(ConditionTypes.MIN_AVAILABLE_BREACHED);

    kubectl.run(
        "patch",
        "pclq",
        CLIQUE,
        "--subresource=status",
        "--type=json",
        "-p",
        "["
            + replace(
                "conditions/%d/lastTransitionTime".formatted(breach), "\"2036-01-01T00:00:00Z\"")
            + "]");

    await()
        .atMost(PATIENCE)
        .until(() ->
            Instant.parse(
                    podClique(client)
                        .statusOrEmpty()
                        .conditions()
                        .get(breach)
                        .getLastTransitionTime())
                .isBefore(Instant.now().plusSeconds(2)));
    assertRunsOn(kubectl, client, pods);
  }

  private static PodClique podClique(KubernetesClient client) {
    return client.resources(PodClique.class).withName(CLIQUE).get();
  }
}
