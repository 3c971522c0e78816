package dev.coppice.e2e;

import static org.awaitility.Awaitility.await;

import dev.coppice.api.clique.PodClique;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/**
 * A set of one pod that is broken on purpose. Once it has been torn down, all that was breached
 * before and has the same delay would have been torn down as well.
 *
 * @param client who looks at it
 * @param place the only node for its pod
 */
record TeardownClock(KubernetesClient client, OnePodNodes place) {

  /** Its PodClique, which goes with every strike. */
  static final String CLIQUE = "clock-0-tick";

  /** Starts one, and waits until it is available. */
  static TeardownClock start(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      String delay) {
    OnePodNodes place = OnePodNodes.create(client, nodes, namespace, "clock", 1);
    String manifest =
        Sets.manifest("clock", 1, Sets.clique("tick", 1, 1))
            .replace("podSpec:\n", "podSpec:\n          " + place.selector() + "\n");
    kubectl.apply(Teardowns.delayed(manifest, delay));
    TeardownClock clock = new TeardownClock(client, place);
    clock.awaitAvailable();
    return clock;
  }

  /** Is broken and torn down so many times, and available again in the end. */
  void strike(int times) {
    for (int time = 0; time < times; time++) {
      strike();
    }
  }

  private void strike() {
    String before = Sets.clique(client, CLIQUE).getMetadata().getUid();
    Pod pod = Sets.livePods(client, CLIQUE).getFirst();
    place.lose(pod);
    await("the clock is torn down")
        .atMost(Teardowns.PATIENCE)
        .until(() -> clique().filter(c -> !c.getMetadata().getUid().equals(before)).isPresent());
    place.uncordon();
    awaitAvailable();
  }

  private void awaitAvailable() {
    await("the clock is available")
        .atMost(Teardowns.PATIENCE)
        .until(() -> clique().filter(c -> c.statusOrEmpty().wasAvailable()).isPresent());
  }

  private Optional<PodClique> clique() {
    return Optional.ofNullable(client.resources(PodClique.class).withName(CLIQUE).get());
  }
}
