package dev.coppice.e2e;

import static dev.coppice.e2e.Teardowns.assertNoMoreGo;
import static dev.coppice.e2e.Teardowns.awaitAllNew;
import static dev.coppice.e2e.Teardowns.awaitBreach;
import static dev.coppice.e2e.Teardowns.awaitReady;
import static dev.coppice.e2e.Teardowns.delayed;
import static dev.coppice.e2e.Teardowns.pods;
import static dev.coppice.e2e.Teardowns.podsOf;
import static dev.coppice.e2e.Teardowns.uids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.AuditLog;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How long a breach may last. */
@OnCoppice
class TerminationDelayIT {

  private static final String BROKEN = "workload1-0-pc-a";
  private static final int PODS = 10;
  private static final Duration LATE = Duration.ofSeconds(2);

  @AfterEach
  void removePlaces(KubernetesClient client, TestNamespace namespace) {
    OnePodNodes.deleteAll(client, namespace);
  }

  @Test
  void without_a_delay_the_condition_follows_and_nothing_is_deleted(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      Recorder recorder) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, PODS);
    kubectl.apply(Workload.WORKLOAD1.manifest(clique -> "", places.selector()));
    List<Pod> before = awaitReady(client, PODS);
    Pod lost = podsOf(before, BROKEN).getFirst();

    places.lose(lost);
    Instant since = awaitBreach(client, BROKEN);

    assertNoMoreGo(recorder, Duration.ofSeconds(60), List.of());
    assertThat(awaitBreach(client, BROKEN)).isEqualTo(since);
    assertThat(uids(pods(client)))
        .containsAll(uids(before.stream().filter(pod -> !pod.equals(lost)).toList()));
    places.uncordon();
    awaitReady(client, PODS);
  }

  @Test
  void a_delay_that_is_taken_away_in_time_saves_the_replica(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      Recorder recorder) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, PODS);
    kubectl.apply(delayed(Workload.WORKLOAD1.manifest(clique -> "", places.selector()), "10s"));
    List<Pod> before = awaitReady(client, PODS);
    places.lose(podsOf(before, BROKEN).getFirst());
    awaitBreach(client, BROKEN);

    patchDelay(kubectl, "null");

    assertNoMoreGo(recorder, Duration.ofSeconds(20), List.of());
    places.uncordon();
    awaitReady(client, PODS);
  }

  @Test
  void a_delay_that_is_shortened_counts_from_the_same_start(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      ControlPlane plane) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, PODS);
    kubectl.apply(delayed(Workload.WORKLOAD1.manifest(clique -> "", places.selector()), "1h"));
    List<Pod> before = awaitReady(client, PODS);
    places.lose(podsOf(before, BROKEN).getFirst());
    Instant since = awaitBreach(client, BROKEN);

    patchDelay(kubectl, "\"8s\"");

    awaitAllNew(client, before, PODS);
    assertInTime(firstDelete(plane, namespace, "workload1-0"), since.plusSeconds(8));
    places.uncordon();
    awaitReady(client, PODS);
  }

  private static void patchDelay(Kubectl kubectl, String delay) {
    kubectl.run(
        "patch",
        "pcs",
        "workload1",
        "--type=merge",
        "-p",
        "{\"spec\":{\"template\":{\"terminationDelay\":%s}}}".formatted(delay));
  }

  @Test
  void groups_go_by_delays_of_their_own_shorter_and_longer_than_that_of_the_set(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      ControlPlane plane,
      Recorder recorder) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, 5);
    kubectl.apply(
        """
        apiVersion: grove.io/v1alpha1
        kind: PodCliqueSet
        metadata: {name: s}
        spec:
          replicas: 1
          template:
            terminationDelay: 7s
            podCliqueScalingGroups:
            - {name: soon, cliqueNames: [b], replicas: 2, minAvailable: 1, terminationDelay: 4s}
            - {name: late, cliqueNames: [c], replicas: 2, minAvailable: 1, terminationDelay: 10s}
            cliques:
            - {name: a, spec: {replicas: 1, podSpec: {SELECTOR, containers: [{name: c, image: i}]}}}
            - {name: b, spec: {replicas: 1, podSpec: {SELECTOR, containers: [{name: c, image: i}]}}}
            - {name: c, spec: {replicas: 1, podSpec: {SELECTOR, containers: [{name: c, image: i}]}}}
        """
            .replace("SELECTOR", places.selector()));
    List<Pod> before = awaitReady(client, 5);

    places.lose(podsOf(before, "s-0-soon-1-b").getFirst());
    places.lose(podsOf(before, "s-0-late-0-c").getFirst());
    Instant ofSoon = awaitBreach(client, "s-0-soon-1-b");
    Instant ofLate = awaitBreach(client, "s-0-late-0-c");

    assertInTime(firstDelete(plane, namespace, "s-0-soon-1-b"), ofSoon.plusSeconds(4));
    assertInTime(firstDelete(plane, namespace, "s-0-late-0-c"), ofLate.plusSeconds(10));
    places.uncordon();
    awaitReady(client, 5);
    assertNoMoreGo(recorder, Duration.ofSeconds(8), List.of("s-0-soon-1-b", "s-0-late-0-c"));
  }

  @Test
  void a_replica_is_whole_elsewhere_while_old_pods_hang_on_a_node_that_died(
      Kubectl kubectl, KubernetesClient client, SimulatedNodes nodes, TestNamespace namespace) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, PODS + 1);
    kubectl.apply(delayed(Workload.WORKLOAD1.manifest(clique -> "", places.selector()), "5s"));
    List<Pod> before = awaitReady(client, PODS);
    Pod hanging = podsOf(before, BROKEN).getFirst();
    String dead = hanging.getSpec().getNodeName();

    nodes.cordon(dead);
    nodes.kill(dead);

    awaitAllNew(client, before, PODS);
    awaitReady(client, PODS);
    assertThat(client.resource(hanging).get())
        .as("the old pod hangs")
        .isNotNull()
        .matches(pod -> pod.getMetadata().getDeletionTimestamp() != null);
    nodes.revive(dead);
    await()
        .atMost(Teardowns.PATIENCE)
        .untilAsserted(() -> assertThat(client.resource(hanging).get()).isNull());
  }

  /** When the operator first asked for the deletion of a PodClique whose name begins so. */
  private static Instant firstDelete(ControlPlane plane, TestNamespace namespace, String prefix) {
    return await()
        .atMost(Teardowns.PATIENCE)
        .until(
            () ->
                Writes.in(plane.auditLog())
                    .by(PlaneUser.OPERATOR)
                    .inNamespace(namespace.name())
                    .to("podcliques")
                    .withVerb("delete")
                    .requests()
                    .stream()
                    .filter(request -> request.name().startsWith(prefix))
                    .map(AuditLog.Request::received)
                    .min(Instant::compareTo),
            Optional::isPresent)
        .orElseThrow();
  }

  private static void assertInTime(Instant acted, Instant due) {
    System.out.printf(
        "the first DELETE came %d ms after it was due%n", Duration.between(due, acted).toMillis());
    assertThat(acted).isBetween(due, due.plus(LATE));
  }
}
