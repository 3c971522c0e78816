package dev.coppice.e2e;

import static dev.coppice.e2e.Teardowns.breachedSince;
import static dev.coppice.e2e.Teardowns.gone;
import static dev.coppice.e2e.Teardowns.uids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SharedOperator;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.oracle.Invariants;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Many sets are breached, the operator dies, their pods become Ready again, and it starts when all
 * delays have passed: the pods decide. {@code COPPICE_AWAY_ROUNDS} asks for more rounds than one,
 * {@code COPPICE_AWAY_SETS} for more sets than 30, {@code COPPICE_AWAY_SECONDS} for another delay
 * than 20 s.
 */
@OnCoppice
class TeardownAfterOutageIT {

  private static final int SETS =
      Integer.parseInt(System.getenv().getOrDefault("COPPICE_AWAY_SETS", "30"));
  private static final String LOST = "set-0";
  private static final int NODES = 4;
  private static final Duration DELAY =
      Duration.ofSeconds(
          Long.parseLong(System.getenv().getOrDefault("COPPICE_AWAY_SECONDS", "20")));
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private List<String> places = List.of();

  static IntStream rounds() {
    return IntStream.rangeClosed(
        1, Integer.parseInt(System.getenv().getOrDefault("COPPICE_AWAY_ROUNDS", "1")));
  }

  @AfterEach
  void removePlaces(KubernetesClient client) {
    places.forEach(name -> client.nodes().withName(name).delete());
  }

  @ParameterizedTest(name = "round {0}")
  @MethodSource("rounds")
  void replicas_that_healed_while_the_operator_was_away_stay_and_the_one_that_did_not_goes(
      int round,
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      SharedOperator operator,
      Recorder recorder) {
    places =
        nodes.create(NodeShape.gpu(namespace.name()).withLabel("room", namespace.name()), NODES);
    kubectl.apply(
        IntStream.range(0, SETS)
            .mapToObj(i -> manifest("set-" + i, namespace.name()))
            .collect(Collectors.joining("---\n")));
    List<Pod> pods = Teardowns.awaitReady(client, 3 * SETS);
    together(pods, nodes::stall);
    Instant breached = awaitBreaches(client);

    operator.process().kill();
    together(pods.stream().filter(pod -> !isLost(pod)).toList(), nodes::recover);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(Teardowns.pods(client)).filteredOn(Sets::isReady).hasSize(3 * (SETS - 1)));
    await().atMost(PATIENCE.plus(DELAY)).until(() -> Instant.now().isAfter(breached.plus(DELAY)));
    operator.ensureRunning();

    Set<String> lost = uids(pods.stream().filter(TeardownAfterOutageIT::isLost).toList());
    await("the breached replica is made again")
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(uids(Teardowns.pods(client))).doesNotContainAnyElementsOf(lost);
          assertThat(cliques(client)).hasSize(3 * SETS).noneMatch(c -> breachedSince(c) != null);
        });
    assertThat(gone(recorder))
        .containsExactlyInAnyOrder(LOST + "-0-a", LOST + "-0-g-0-b", LOST + "-0-g-1-b");
    Rules.assertKept(Invariants.TEARDOWN, recorder.upToDate());
  }

  private static String manifest(String name, String room) {
    return """
    apiVersion: grove.io/v1alpha1
    kind: PodCliqueSet
    metadata: {name: NAME}
    spec:
      replicas: 1
      template:
        terminationDelay: DELAY
        podCliqueScalingGroups:
        - {name: g, cliqueNames: [b], replicas: 2, minAvailable: 1}
        cliques:
        - {name: a, spec: {replicas: 1, podSpec: {nodeSelector: {room: ROOM}, containers: [{name: c, image: i}]}}}
        - {name: b, spec: {replicas: 1, podSpec: {nodeSelector: {room: ROOM}, containers: [{name: c, image: i}]}}}
    """
        .replace("NAME", name)
        .replace("DELAY", DELAY.toSeconds() + "s")
        .replace("ROOM", room);
  }

  private static boolean isLost(Pod pod) {
    return LOST.equals(pod.getMetadata().getLabels().get(Labels.PART_OF));
  }

  private static void together(Collection<Pod> pods, Consumer<Pod> act) {
    pods.parallelStream().forEach(act);
  }

  private static Instant awaitBreaches(KubernetesClient client) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(cliques(client)).hasSize(3 * SETS).allMatch(c -> breachedSince(c) != null));
    return cliques(client).stream()
        .map(Teardowns::breachedSince)
        .filter(Objects::nonNull)
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  private static List<PodClique> cliques(KubernetesClient client) {
    return client.resources(PodClique.class).list().getItems();
  }
}
