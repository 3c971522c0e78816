package dev.coppice.faults;

import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.oracle.Invariants;
import dev.coppice.testkit.recorder.RecordedEvent;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Pods are lost and come back while nobody looks, until the delay is long over. */
public final class HealingFlows {

  private static final Duration DELAY = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String MANIFEST =
      """
      apiVersion: grove.io/v1alpha1
      kind: PodCliqueSet
      metadata: {name: web}
      spec:
        replicas: 2
        template:
          terminationDelay: %ds
          podCliqueScalingGroups:
          - {name: a, cliqueNames: [worker], replicas: 2, minAvailable: 1}
          cliques:
          - name: router
            spec: &one
              replicas: 1
              podSpec:
                containers:
                - {name: main, image: "registry.example/model:1", resources: {requests: {cpu: 10m}}}
          - name: worker
            spec: *one
      """
          .formatted(DELAY.toSeconds());

  /**
   * Every pod stops being Ready. The operator dies when it has told so, unless it is killed before;
   * all pods become Ready again, the delay passes, and it starts: nothing goes.
   */
  public static final Flow WHILE_AWAY =
      new Flow(
          "heal-while-away",
          stage -> {
            stage.kubectl().apply(MANIFEST);
            stage.awaitOutline(outline());
          },
          HealingFlows::healWhileAway,
          Invariants.HEALED);

  /** All of them. */
  public static final List<Flow> ALL = List.of(WHILE_AWAY);

  private HealingFlows() {}

  private static void healWhileAway(Stage stage) {
    SimulatedNodes nodes = new SimulatedNodes(stage.client());
    List<Pod> pods = stage.client().pods().list().getItems();
    try (Absence absence = stage.absences().get()) {
      pods.parallelStream().forEach(nodes::stall);
      stage.awaitThat(
          "the breach is told, or nobody is there to tell it",
          all -> absence.hasBegun() || isBreached(all));
      absence.begin();
      pods.parallelStream().forEach(nodes::recover);
      Set<String> uids =
          pods.stream().map(pod -> pod.getMetadata().getUid()).collect(Collectors.toSet());
      stage.awaitThat(
          "all pods are Ready again",
          all ->
              all.stream().filter(event -> uids.contains(event.uid())).allMatch(Outline::isReady));
      Instant over = Instant.now().plus(DELAY).plusSeconds(1);
      await().atMost(PATIENCE).until(() -> Instant.now().isAfter(over));
    }
    stage.awaitOutline(outline());
  }

  private static boolean isBreached(Collection<RecordedEvent> all) {
    return all.stream()
        .filter(event -> event.kind().equals("PodClique"))
        .allMatch(clique ->
            clique
                .status()
                .path("conditions")
                .valueStream()
                .anyMatch(condition ->
                    condition.path("type").asText().equals("MinAvailableBreached")
                        && condition.path("status").asText().equals("True")));
  }

  private static Stream<String> outline() {
    return Stream.of(Stream.of("set web 2/2 available"), replica("web-0"), replica("web-1"))
        .flatMap(lines -> lines);
  }

  private static Stream<String> replica(String name) {
    return Stream.of(
            "service NAME",
            "group NAME-a 2/2 available",
            "gang NAME: NAME-a-0-worker 1/1, NAME-router 1/1",
            "gang NAME-a-0: NAME-a-1-worker 1/1",
            "clique NAME-router 1/1 ready",
            "pod NAME-router[0] ready",
            "clique NAME-a-0-worker 1/1 ready",
            "pod NAME-a-0-worker[0] ready",
            "clique NAME-a-1-worker 1/1 ready",
            "pod NAME-a-1-worker[0] ready")
        .map(line -> line.replace("NAME", name));
  }
}
