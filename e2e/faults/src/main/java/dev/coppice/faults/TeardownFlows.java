package dev.coppice.faults;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.oracle.Invariants;
import dev.coppice.testkit.recorder.RecordedEvent;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A clique loses its pod while there is no room for another, until the replica is torn down. What
 * was scaled before, or while the teardown goes on, comes back as large as it was asked for.
 */
public final class TeardownFlows {

  private static final String MANIFEST =
      """
      apiVersion: grove.io/v1alpha1
      kind: PodCliqueSet
      metadata: {name: web}
      spec:
        replicas: %d
        template:
          terminationDelay: 2s
          podCliqueScalingGroups:
          - {name: a, cliqueNames: [leader, worker], replicas: %d, minAvailable: 1}
          cliques:
          - name: router
            spec: &one
              replicas: 1
              minAvailable: 1
              podSpec:
                containers:
                - {name: main, image: "registry.example/model:1", resources: {requests: {cpu: 10m}}}
          - name: leader
            spec: *one
          - name: worker
            spec: *one
      """;

  /** A scaling group tears down one of its replicas; one clique of it was scaled before. */
  public static final Flow GROUP_REPLICA =
      new Flow(
          "teardown-group-replica",
          stage -> {
            stage.kubectl().apply(MANIFEST.formatted(1, 2));
            stage.awaitOutline(ofGroup(1));
            stage.kubectl().run("scale", "pclq", "web-0-a-0-worker", "--replicas=2");
            stage.awaitOutline(ofGroup(2));
          },
          stage -> {
            Set<String> torn = uids(stage, Set.of("web-0-a-0-leader", "web-0-a-0-worker"));
            withoutRoom(
                stage,
                () -> {
                  losePod(stage, "web-0-a-0-leader");
                  awaitGone(stage, torn);
                });
            stage.awaitThat("the teardown is over", all -> records(all).noneMatch(r -> isOpen(r)));
            stage.awaitOutline(ofGroup(2));
          },
          Invariants.TEARDOWN);

  /**
   * A set tears down one of its replicas. The scaling group in it has been scaled before; a clique
   * is scaled when the teardown has been recorded and its own deletion is on its way.
   */
  public static final Flow SET_REPLICA =
      new Flow(
          "teardown-set-replica",
          stage -> {
            stage.kubectl().apply(MANIFEST.formatted(2, 1));
            stage.awaitOutline(ofSet(1, 1));
            stage.kubectl().run("scale", "pcsg", "web-0-a", "--replicas=2");
            stage.awaitOutline(ofSet(2, 1));
          },
          stage -> {
            Set<String> torn =
                uids(
                    stage,
                    Set.of(
                        "web-0-router",
                        "web-0-a-0-leader",
                        "web-0-a-0-worker",
                        "web-0-a-1-leader",
                        "web-0-a-1-worker"));
            withoutRoom(
                stage,
                () -> {
                  try (Hold _ = stage.proxy().hold("DELETE podcliques/web-0-a-0-worker")) {
                    losePod(stage, "web-0-router");
                    stage.awaitThat(
                        "the teardown has begun", all -> records(all).anyMatch(r -> isOpen(r)));
                    stage.kubectl().run("scale", "pclq", "web-0-a-0-worker", "--replicas=2");
                  }
                  awaitGone(stage, torn);
                });
            stage.awaitThat("the teardown is over", all -> records(all).noneMatch(r -> isOpen(r)));
            stage.awaitOutline(ofSet(2, 2));
          },
          Invariants.TEARDOWN);

  /** Both of them. */
  public static final List<Flow> ALL = List.of(GROUP_REPLICA, SET_REPLICA);

  private TeardownFlows() {}

  private static void withoutRoom(Stage stage, Runnable act) {
    SimulatedNodes nodes = new SimulatedNodes(stage.client());
    List<String> names =
        stage.client().nodes().list().getItems().stream()
            .map(node -> node.getMetadata().getName())
            .toList();
    names.forEach(nodes::cordon);
    try {
      act.run();
    } finally {
      names.forEach(nodes::uncordon);
    }
  }

  private static void losePod(Stage stage, String clique) {
    stage.kubectl().run("delete", "pod", "--wait=false", stage.pods(clique).getFirst().name());
  }

  private static void awaitGone(Stage stage, Set<String> uids) {
    stage.awaitThat(
        "the replica is gone", all -> all.stream().noneMatch(event -> uids.contains(event.uid())));
  }

  private static Set<String> uids(Stage stage, Set<String> podCliques) {
    return stage.recorder().upToDate().atEnd().stream()
        .filter(event -> event.kind().equals("PodClique") && podCliques.contains(event.name()))
        .map(RecordedEvent::uid)
        .collect(Collectors.toSet());
  }

  private static Stream<JsonNode> records(Collection<RecordedEvent> all) {
    return all.stream().flatMap(event -> event.status().path("replicaDeletions").valueStream());
  }

  private static boolean isOpen(JsonNode record) {
    return !record.has("completedAt");
  }

  private static Stream<String> ofGroup(int scaledWorkers) {
    return Stream.concat(Stream.of("set web 1/1 available"), replica("web-0", 2, scaledWorkers));
  }

  private static Stream<String> ofSet(int scaledGroup, int scaledWorkers) {
    return Stream.of(
            Stream.of("set web 2/2 available"),
            replica("web-0", scaledGroup, scaledWorkers),
            replica("web-1", 1, 1))
        .flatMap(lines -> lines);
  }

  /** A replica of the set, whose group's first replica has so many workers. */
  private static Stream<String> replica(String name, int groupReplicas, int firstWorkers) {
    Stream<String> scaled =
        groupReplicas == 1
            ? Stream.of()
            : Stream.of(
                    Stream.of(
                        "gang %s-a-0: %1$s-a-1-leader 1/1, %1$s-a-1-worker 1/1".formatted(name)),
                    clique(name + "-a-1-leader", 1),
                    clique(name + "-a-1-worker", 1))
                .flatMap(lines -> lines);
    return Stream.of(
            Stream.of(
                "service " + name,
                "group %s-a %d/%2$d available".formatted(name, groupReplicas),
                "gang %s: %1$s-a-0-leader 1/1, %1$s-a-0-worker 1/%d, %1$s-router 1/1"
                    .formatted(name, firstWorkers)),
            clique(name + "-router", 1),
            clique(name + "-a-0-leader", 1),
            clique(name + "-a-0-worker", firstWorkers),
            scaled)
        .flatMap(lines -> lines);
  }

  private static Stream<String> clique(String name, int pods) {
    return Stream.concat(
        Stream.of("clique %s %d/%2$d ready".formatted(name, pods)),
        IntStream.range(0, pods).mapToObj(index -> "pod %s[%d] ready".formatted(name, index)));
  }
}
