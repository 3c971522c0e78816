package dev.coppice.e2e;

import static dev.coppice.e2e.Teardowns.assertNoMoreGo;
import static dev.coppice.e2e.Teardowns.awaitAllNew;
import static dev.coppice.e2e.Teardowns.awaitBreach;
import static dev.coppice.e2e.Teardowns.awaitReady;
import static dev.coppice.e2e.Teardowns.delayed;
import static dev.coppice.e2e.Teardowns.gone;
import static dev.coppice.e2e.Teardowns.pods;
import static dev.coppice.e2e.Teardowns.podsOf;
import static dev.coppice.e2e.Teardowns.uids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.clique.PodClique;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SideBySide;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.AuditLog;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * How long a breach may last. {@code COPPICE_BREACH_SECONDS} asks for a longer one than the one
 * that is watched by default where there is no delay.
 */
@OnCoppice
class TerminationDelayIT {

  private static final String BROKEN = "workload1-0-pc-a";
  private static final int PODS = 10;

  /** Less than what lies between two delays of a test; the benchmark measures how exact it is. */
  private static final Duration LATE = Duration.ofSeconds(7);

  private static final Duration BREACH =
      Duration.ofSeconds(
          Long.parseLong(System.getenv().getOrDefault("COPPICE_BREACH_SECONDS", "10")));

  /** What lets a pod outlive its node for 5 s instead of 5 min. */
  private static final String EVICTED_SOON =
      """
            tolerations:
            - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 5}
            - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 5}
      """;

  @AfterEach
  void removePlaces(KubernetesClient client, TestNamespace namespace) {
    OnePodNodes.deleteAll(client, namespace);
  }

  @Test
  @SideBySide
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
    Instant since = awaitBreach(recorder, BROKEN);

    assertNoMoreGo(recorder, BREACH, List.of());
    assertThat(awaitBreach(client, BROKEN)).isEqualTo(since);
    assertThat(uids(pods(client)))
        .containsAll(uids(before.stream().filter(pod -> !pod.equals(lost)).toList()));
    places.uncordon();
    awaitReady(client, PODS);
  }

  @Test
  @SideBySide
  void a_delay_that_is_taken_away_in_time_saves_the_replica(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      Recorder recorder) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, PODS);
    kubectl.apply(delayed(Workload.WORKLOAD1.manifest(clique -> "", places.selector()), "15s"));
    List<Pod> before = awaitReady(client, PODS);
    places.lose(podsOf(before, BROKEN).getFirst());
    awaitBreach(recorder, BROKEN);

    patchDelay(kubectl, "null");

    assertNoMoreGo(recorder, Duration.ofSeconds(18), List.of());
    places.uncordon();
    awaitReady(client, PODS);
  }

  @Test
  @SideBySide
  void a_delay_that_is_shortened_counts_from_the_same_start(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      ControlPlane plane,
      Recorder recorder) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, PODS);
    kubectl.apply(delayed(Workload.WORKLOAD1.manifest(clique -> "", places.selector()), "1h"));
    List<Pod> before = awaitReady(client, PODS);
    places.lose(podsOf(before, BROKEN).getFirst());
    Instant since = awaitBreach(recorder, BROKEN);

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
  @SideBySide
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
            terminationDelay: 12s
            podCliqueScalingGroups:
            - {name: soon, cliqueNames: [b], replicas: 2, minAvailable: 1, terminationDelay: 4s}
            - {name: late, cliqueNames: [c], replicas: 2, minAvailable: 1, terminationDelay: 20s}
            cliques:
            - {name: a, spec: {replicas: 1, podSpec: {SELECTOR, containers: [{name: c, image: i}]}}}
            - {name: b, spec: {replicas: 1, podSpec: {SELECTOR, containers: [{name: c, image: i}]}}}
            - {name: c, spec: {replicas: 1, podSpec: {SELECTOR, containers: [{name: c, image: i}]}}}
        """
            .replace("SELECTOR", places.selector()));
    List<Pod> before = awaitReady(client, 5);

    places.lose(podsOf(before, "s-0-soon-1-b").getFirst());
    places.lose(podsOf(before, "s-0-late-0-c").getFirst());
    Instant ofSoon = awaitBreach(recorder, "s-0-soon-1-b");
    Instant ofLate = awaitBreach(recorder, "s-0-late-0-c");

    assertInTime(firstDelete(plane, namespace, "s-0-soon-1-b"), ofSoon.plusSeconds(4));
    assertInTime(firstDelete(plane, namespace, "s-0-late-0-c"), ofLate.plusSeconds(20));
    places.uncordon();
    awaitReady(client, 5);
    assertNoMoreGo(recorder, Duration.ofSeconds(3), List.of("s-0-soon-1-b", "s-0-late-0-c"));
  }

  @Test
  @SideBySide
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
        .matches(TerminationDelayIT::isTerminating);
    nodes.revive(dead);
    await()
        .atMost(Teardowns.PATIENCE)
        .untilAsserted(() -> assertThat(client.resource(hanging).get()).isNull());
  }

  @Test
  @SideBySide
  void without_a_delay_pods_of_a_node_that_died_are_replaced_one_by_one(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      Recorder recorder) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, PODS + 2);
    kubectl.apply(
        Workload.WORKLOAD1.manifest(clique -> "", places.selector() + "\n" + EVICTED_SOON));
    List<Pod> before = awaitReady(client, PODS);
    Map<String, String> cliques = cliqueUids(client);
    List<Pod> hanging =
        List.of(
            podsOf(before, BROKEN).getFirst(),
            podsOf(before, "workload1-0-sg-x-0-pc-c").getFirst());
    List<Pod> others = before.stream().filter(pod -> !hanging.contains(pod)).toList();
    List<String> dead = hanging.stream().map(pod -> pod.getSpec().getNodeName()).toList();

    dead.forEach(nodes::cordon);
    dead.forEach(nodes::kill);

    awaitBreach(recorder, BROKEN);
    awaitBreach(recorder, "workload1-0-sg-x-0-pc-c");
    await()
        .atMost(Teardowns.PATIENCE)
        .untilAsserted(() ->
            assertThat(uids(pods(client)))
                .hasSize(PODS)
                .containsAll(uids(others))
                .doesNotContainAnyElementsOf(uids(hanging)));
    awaitReady(client, PODS);
    assertThat(hanging)
        .as("old pods hang")
        .allMatch(pod -> isTerminating(client.resource(pod).get()));
    assertThat(cliqueUids(client)).hasSize(5).isEqualTo(cliques);
    assertThat(gone(recorder)).isEmpty();
    assertThat(Sets.podsMade(recorder.upToDate())).isEqualTo(PODS + 2);
    dead.forEach(nodes::revive);
    await()
        .atMost(Teardowns.PATIENCE)
        .untilAsserted(() -> assertThat(client.pods().list().getItems()).hasSize(PODS));
  }

  private static boolean isTerminating(@Nullable Pod pod) {
    return pod != null && pod.getMetadata().getDeletionTimestamp() != null;
  }

  private static Map<String, String> cliqueUids(KubernetesClient client) {
    return client.resources(PodClique.class).list().getItems().stream()
        .collect(
            Collectors.toMap(
                clique -> clique.getMetadata().getName(), clique -> clique.getMetadata().getUid()));
  }

  /** When the operator first asked for the deletion of a PodClique whose name begins so. */
  private static Instant firstDelete(ControlPlane plane, TestNamespace namespace, String prefix) {
    return await()
        .atMost(Teardowns.PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () ->
                AtRest.writes(plane, namespace)
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
