package dev.coppice.e2e.acts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.e2e.RestartedOperator;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.plane.Component;
import dev.coppice.testkit.plane.ControlPlane;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * Does what an act says.
 *
 * @param selector the line of a pod specification that asks for the nodes of the run
 * @param processes what is killed, and comes back by itself
 */
record PlaneActor(
    ControlPlane plane,
    Kubectl kubectl,
    NodeShape nodes,
    String selector,
    List<RestartedOperator> processes) {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

  void perform(Act act) {
    switch (act) {
      case Act.Apply(MixedSet set, int replicas, int image) -> apply(set, replicas, image);
      case Act.Recreate(MixedSet set, int replicas, int image) -> {
        delete("pcs", set.name());
        apply(set, replicas, image);
      }
      case Act.Scale(String kind, String name, int replicas) ->
          insist("", "scale", kind, name, "--replicas=" + replicas);
      case Act.Restart(String set, int value) ->
          insist("", "annotate", "--overwrite", "pcs", set, Annotations.RESTARTED_AT + "=" + value);
      case Act.Delete(String kind, String name) -> delete(kind, name);
      case Act.DeletePod(String clique, int place) -> deletePod(clique, place);
      case Act.ForceDeletePod(String clique, int place) ->
          deletePod(clique, place, "--force", "--grace-period=0");
      case Act.Drain(int node) -> drain(nodes.name(node));
      case Act.Uncordon(int node) -> insist("", "uncordon", nodes.name(node));
      case Act.EditQueue(String queue, String parent, String preemptMinRuntime) ->
          insist(queue(queue, parent, preemptMinRuntime), "apply", "-f", "-");
      case Act.KillProcesses() -> processes.forEach(one -> one.process().kill());
      case Act.StallEtcd(Duration length) -> stallEtcd(length);
      case Act.RestartApiServer() -> {
        plane.kill(Component.API_SERVER);
        plane.start(Component.API_SERVER);
      }
    }
  }

  private void apply(MixedSet set, int replicas, int image) {
    insist(set.manifest(replicas, image, selector), "apply", "-f", "-");
  }

  /** What is being made again may not be there at this moment. */
  private void delete(String kind, String name, String... how) {
    insist(
        "",
        Stream.concat(
                Stream.of("delete", kind, name, "--ignore-not-found", "--wait=false"),
                Stream.of(how))
            .toArray(String[]::new));
  }

  private void deletePod(String clique, int place, String... how) {
    List<String> pods =
        insist("", "get", "pods", "-l", Labels.POD_CLIQUE + "=" + clique, "-o", "name")
            .out()
            .lines()
            .toList();
    if (!pods.isEmpty()) {
      delete("pod", pods.get(place % pods.size()).replace("pod/", ""), how);
    }
  }

  /** Evicts what is there, and waits for none of it. */
  private void drain(String node) {
    insist("", "cordon", node);
    kubectl.call("", "drain", node, "--delete-emptydir-data", "--force", "--timeout=5s");
  }

  private static String queue(String name, String parent, String preemptMinRuntime) {
    return """
    apiVersion: scheduling.run.ai/v2
    kind: Queue
    metadata: {name: %s}
    spec: {parentQueue: "%s", resources: {}, preemptMinRuntime: "%s"}
    """
        .formatted(name, parent, preemptMinRuntime);
  }

  private void stallEtcd(Duration length) {
    plane.suspend(Component.ETCD);
    try {
      await().timeout(length.plusSeconds(1)).pollDelay(length).until(() -> true);
    } finally {
      plane.resume(Component.ETCD);
    }
  }

  /** As a user does: again and again while webhook, API server or the object itself is away. */
  private Kubectl.Result insist(String input, String... arguments) {
    AtomicReference<Kubectl.Result> last = new AtomicReference<>();
    await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(BETWEEN_TRIES)
        .untilAsserted(() -> {
          last.set(kubectl.call(input, arguments));
          assertThat(last.get().code()).as(last.get().err()).isZero();
        });
    return last.get();
  }
}
