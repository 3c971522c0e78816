package dev.coppice.e2e;

import static dev.coppice.e2e.Teardowns.awaitAllNew;
import static dev.coppice.e2e.Teardowns.awaitBreach;
import static dev.coppice.e2e.Teardowns.awaitReady;
import static dev.coppice.e2e.Teardowns.podsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SharedOperator;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.oracle.Invariants;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The operator dies while it waits for the end of a delay, and the end stays where it was. */
@OnCoppice
class TeardownRestartIT {

  private static final Duration DELAY = Duration.ofSeconds(12);

  /** Less than what the instant would move by if a restart moved it, beside other work. */
  private static final Duration LATE = Duration.ofSeconds(8);

  @AfterEach
  void removePlaces(KubernetesClient client, TestNamespace namespace) {
    OnePodNodes.deleteAll(client, namespace);
  }

  @ParameterizedTest(name = "dead from {0} s to {1} s of the delay")
  @CsvSource({"9, 9", "9, 15"})
  void a_restart_does_not_move_the_instant(
      int from,
      int to,
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      SharedOperator operator,
      ControlPlane plane,
      Recorder recorder) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, 2);
    kubectl.apply(manifest(places));
    List<Pod> before = awaitReady(client, 2);
    places.lose(podsOf(before, "web-0-a").getFirst());
    Instant since = awaitBreach(client, "web-0-a");
    Instant due = since.plus(DELAY);

    awaitInstant(since.plusSeconds(from));
    operator.process().kill();
    awaitInstant(since.plusSeconds(to));
    operator.ensureRunning();
    Instant ready = Instant.now();

    awaitAllNew(client, before, 2);
    places.uncordon();
    awaitReady(client, 2);
    Instant possible = ready.isAfter(due) ? ready : due;
    Instant acted = firstDelete(plane, namespace);
    System.out.printf(
        "the first DELETE came %d ms after it was due, the operator was ready %d ms after that time%n",
        Duration.between(due, acted).toMillis(), Duration.between(due, ready).toMillis());
    assertThat(acted).isBetween(due, possible.plus(LATE));
    assertThat(Sets.set(client, "web").statusOrEmpty().replicaDeletions())
        .singleElement()
        .returns(since, ReplicaDeletion::since)
        .matches(record -> !record.startedAt().isBefore(due), "not before it was due");
    Rules.assertKept(Invariants.TEARDOWN, recorder.upToDate());
  }

  private static String manifest(OnePodNodes places) {
    return """
    apiVersion: grove.io/v1alpha1
    kind: PodCliqueSet
    metadata: {name: web}
    spec:
      replicas: 1
      template:
        terminationDelay: DELAY
        cliques:
        - {name: a, spec: {replicas: 1, podSpec: {SELECTOR, containers: [{name: c, image: i}]}}}
        - {name: b, spec: {replicas: 1, podSpec: {SELECTOR, containers: [{name: c, image: i}]}}}
    """
        .replace("DELAY", DELAY.toSeconds() + "s")
        .replace("SELECTOR", places.selector());
  }

  private static void awaitInstant(Instant instant) {
    await().atMost(Teardowns.PATIENCE).until(() -> !Instant.now().isBefore(instant));
  }

  private static Instant firstDelete(ControlPlane plane, TestNamespace namespace) {
    return AtRest.writes(plane, namespace).to("podcliques").withVerb("delete").requests().stream()
        .map(request -> request.received())
        .min(Instant::compareTo)
        .orElseThrow();
  }
}
