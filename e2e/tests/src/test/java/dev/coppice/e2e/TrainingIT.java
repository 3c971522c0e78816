package dev.coppice.e2e;

import static dev.coppice.e2e.Trainings.awaitEvent;
import static dev.coppice.e2e.Trainings.awaitPhase;
import static dev.coppice.e2e.Trainings.awaitReady;
import static dev.coppice.e2e.Trainings.clique;
import static dev.coppice.e2e.Trainings.events;
import static dev.coppice.e2e.Trainings.exit;
import static dev.coppice.e2e.Trainings.manifest;
import static dev.coppice.e2e.Trainings.ofAttempt;
import static dev.coppice.e2e.Trainings.podOf;
import static dev.coppice.e2e.Trainings.status;
import static dev.coppice.e2e.Updates.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.AttemptFailure;
import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.ReplicaAttempt;
import dev.coppice.core.status.Conditions;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimAnnotations;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The life of a training job (seed 004). */
@OnCoppice
class TrainingIT {

  private static final String[] TWO = {clique("a"), clique("b")};

  private static void assertEnded(PodCliqueSetStatus status, String condition, String reason) {
    assertThat(Conditions.find(status.conditions(), condition))
        .hasValueSatisfying(it -> {
          assertThat(it.getStatus()).isEqualTo("True");
          assertThat(it.getReason()).isEqualTo(reason);
        });
    assertThat(status.completionTime()).isNotNull();
  }

  private static List<String> uids(List<? extends HasMetadata> objects) {
    return objects.stream().map(object -> object.getMetadata().getUid()).toList();
  }

  @Test
  void succeeds_when_every_pod_has_exited_with_0_and_makes_none_again(
      Kubectl kubectl,
      KubernetesClient client,
      ControlPlane plane,
      TestNamespace namespace,
      Recorder recorder) {
    kubectl.apply(
        manifest(
            "x",
            2,
            "",
            clique("a", 1, 1, Trainings.SUCCEED),
            clique("b", 1, 1, Trainings.SUCCEED)));

    Trainings.wait(kubectl, "Complete", "x");

    PodCliqueSetStatus status = status(client, "x");
    assertThat(status.phase()).isEqualTo(PodCliqueSetPhase.SUCCEEDED);
    assertThat(status.startTime()).isNotNull();
    assertThat(status.restartCount()).isZero();
    assertThat(status.replicaAttempts()).hasSize(2).allMatch(ReplicaAttempt::succeeded);
    assertEnded(status, ConditionTypes.COMPLETE, "WorkloadSucceeded");
    awaitEvent(client, "x", "WorkloadSucceeded");
    Trainings.wait(kubectl, "Ready", "x");
    assertThat(kubectl.run("get", "pcs", "x").table().getLast()).contains("Succeeded");
    assertThat(kubectl.run("get", "pcs", "x", "-o", "wide").out())
        .contains("TYPE", "RESTARTS", "PHASE", "Training");
    AtRest.assertWritesNothing(plane, namespace, recorder);
    assertThat(Sets.podsMade(recorder.recording())).isEqualTo(4);
    assertThat(client.pods().list().getItems())
        .hasSize(4)
        .allMatch(pod -> pod.getMetadata().getFinalizers().isEmpty());
  }

  @Test
  void fails_at_once_when_a_pod_fails_and_no_restart_is_allowed(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(manifest("x", 1, "", TWO));
    List<Pod> pods = awaitReady(client, 0, 2);

    exit(client, podOf(pods, "x-0-a"), 3);

    awaitPhase(client, "x", PodCliqueSetPhase.FAILED);
    PodCliqueSetStatus status = status(client, "x");
    assertEnded(status, ConditionTypes.FAILED, "MaxRestartsExceeded");
    assertThat(Conditions.isTrue(status.conditions(), ConditionTypes.FAILURE_TARGET)).isTrue();
    assertThat(status.lastFailures())
        .singleElement()
        .returns(podOf(pods, "x-0-a").getMetadata().getName(), AttemptFailure::pod)
        .returns(3, AttemptFailure::exitCode)
        .returns("main", AttemptFailure::container);
    assertThat(uids(client.pods().list().getItems()))
        .as("its logs are all that is left to read")
        .containsExactly(podOf(pods, "x-0-a").getMetadata().getUid());
    awaitEvent(client, "x", "MaxRestartsExceeded");
    assertThat(events(client, "x", "PodCliqueFailed"))
        .singleElement()
        .asString()
        .contains("x-0-a", "exit code 3");
    assertThat(kubectl.run("get", "pcs", "x").table().getLast()).contains("Failed");
  }

  @Test
  void restarts_a_replica_as_a_whole_while_another_succeeds_and_stays_within_its_budget(
      Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    kubectl.apply(manifest("x", 2, "maxRestarts: 2", TWO));
    List<Pod> first = awaitReady(client, 0, 4);

    exit(client, podOf(first, "x-0-a"), 1);
    exit(client, podOf(first, "x-1-a"), 0);
    exit(client, podOf(first, "x-1-b"), 0);

    List<Pod> second = awaitReady(client, 1, 2);
    assertThat(second)
        .allMatch(pod -> pod.getMetadata().getName().startsWith("x-0-"))
        .allSatisfy(pod -> assertThat(uids(first)).doesNotContain(pod.getMetadata().getUid()));
    assertThat(status(client, "x").restartCount()).isEqualTo(1);
    assertThat(events(client, "x", "ReplicaRestarting"))
        .containsExactly("replica 0: restart 1 of 2");
    second.forEach(pod -> exit(client, pod, 0));

    Trainings.wait(kubectl, "Complete", "x");
    assertThat(status(client, "x").restartCount()).isEqualTo(1);
    assertThat(Sets.podsMade(recorder.recording())).isEqualTo(6);
    assertThat(ofAttempt(client, 0)).hasSize(2);
  }

  @Test
  void two_failures_of_one_replica_are_one_restart_and_of_two_replicas_two(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(manifest("x", 2, "maxRestarts: 5", TWO));
    List<Pod> pods = awaitReady(client, 0, 4);

    pods.forEach(pod -> exit(client, pod, 1));

    awaitReady(client, 1, 4);
    PodCliqueSetStatus status = status(client, "x");
    assertThat(status.restartCount()).isEqualTo(2);
    assertThat(status.replicaAttempts()).allMatch(attempt -> attempt.attempt() == 1);
  }

  @Test
  void fails_when_its_restarts_are_used_up(Kubectl kubectl, KubernetesClient client) {
    String fails = SimAnnotations.EXIT_CODE + ": '1'";
    kubectl.apply(manifest("x", 1, "maxRestarts: 2", clique("a", 1, 1, fails), clique("b")));

    awaitPhase(client, "x", PodCliqueSetPhase.FAILED);

    PodCliqueSetStatus status = status(client, "x");
    assertThat(status.restartCount()).isEqualTo(2);
    assertEnded(status, ConditionTypes.FAILED, "MaxRestartsExceeded");
    assertThat(status.lastFailures()).extracting(AttemptFailure::attempt).containsExactly(0, 1, 2);
    assertThat(ofAttempt(client, 2)).hasSize(1);
  }

  @Test
  void fails_when_it_has_run_for_longer_than_it_may(Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(manifest("x", 1, "maxRuntime: 4s", TWO));
    awaitReady(client, 0, 2);

    awaitPhase(client, "x", PodCliqueSetPhase.FAILED);

    PodCliqueSetStatus status = status(client, "x");
    assertEnded(status, ConditionTypes.FAILED, "MaxRuntimeExceeded");
    awaitEvent(client, "x", "MaxRuntimeExceeded");
    assertThat(Duration.between(status.startTime(), status.completionTime()))
        .isBetween(Duration.ofSeconds(4), Duration.ofSeconds(8));
    assertThat(client.pods().list().getItems()).isEmpty();
  }

  @Test
  void a_longer_runtime_is_obeyed_while_it_runs(Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(manifest("x", 1, "maxRuntime: 7s", TWO));
    List<Pod> pods = awaitReady(client, 0, 2);
    await().atMost(PATIENCE).until(() -> status(client, "x").startTime() != null);
    Instant start = status(client, "x").startTime();

    Trainings.patch(kubectl, "x", "maxRuntime", "\"1h\"");
    await().atMost(PATIENCE).until(() -> Instant.now().isAfter(start.plusSeconds(8)));
    pods.forEach(pod -> exit(client, pod, 0));

    Trainings.wait(kubectl, "Complete", "x");
    assertThat(status(client, "x").startTime()).isEqualTo(start);
  }

  @Test
  void goes_a_while_after_its_end_and_obeys_what_is_changed_meanwhile(
      Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    String[] done = {clique("a", 1, 1, Trainings.SUCCEED)};
    kubectl.apply(manifest("kept", 1, "ttlSecondsAfterFinished: 6", done));
    kubectl.apply(manifest("x", 1, "ttlSecondsAfterFinished: 3600", done));
    Trainings.wait(kubectl, "Complete", "kept");
    Trainings.patch(kubectl, "kept", "ttlSecondsAfterFinished", "null");
    Trainings.wait(kubectl, "Complete", "x");
    Instant completed = status(client, "x").completionTime();
    long ttl = Duration.between(completed, Instant.now()).toSeconds() + 7;

    Trainings.patch(kubectl, "x", "ttlSecondsAfterFinished", Long.toString(ttl));

    assertThat(Duration.between(completed.plusSeconds(ttl), Trainings.awaitGone(recorder, "x")))
        .isBetween(Duration.ZERO, Duration.ofMillis(1_500));
    assertThat(status(client, "kept").phase()).isEqualTo(PodCliqueSetPhase.SUCCEEDED);
    await()
        .atMost(PATIENCE)
        .until(() ->
            client.pods().list().getItems().size() == 1
                && client.resources(PodClique.class).list().getItems().size() == 1);
  }
}
