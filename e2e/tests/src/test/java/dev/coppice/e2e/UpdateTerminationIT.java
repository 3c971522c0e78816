package dev.coppice.e2e;

import static dev.coppice.e2e.Teardowns.awaitAllNew;
import static dev.coppice.e2e.Teardowns.awaitReady;
import static dev.coppice.e2e.Teardowns.delayed;
import static dev.coppice.e2e.Teardowns.gone;
import static dev.coppice.e2e.Teardowns.pods;
import static dev.coppice.e2e.Teardowns.podsOf;
import static dev.coppice.e2e.Teardowns.uids;
import static dev.coppice.e2e.Updates.PATIENCE;
import static dev.coppice.e2e.Updates.awaitSlot;
import static dev.coppice.e2e.Updates.awaitUpdated;
import static dev.coppice.e2e.Updates.change;
import static dev.coppice.e2e.Updates.progress;
import static dev.coppice.e2e.Updates.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SideBySide;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimAnnotations;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An update gives up Ready pods on purpose, which is no loss; what is lost besides still is. */
@OnCoppice
class UpdateTerminationIT {

  private static final String NEW = "2";
  private static final int PODS = 2;

  @AfterEach
  void removePlaces(KubernetesClient client, TestNamespace namespace) {
    OnePodNodes.deleteAll(client, namespace);
  }

  private static String manifest(OnePodNodes places, String readyDelay) {
    return manifest(1, clique(places, "a", readyDelay));
  }

  private static String manifest(int replicas, String... cliques) {
    return delayed(Sets.manifest("web", replicas, cliques), "3s");
  }

  private static String clique(OnePodNodes places, String name, String readyDelay) {
    return Sets.clique(name, PODS, PODS, SimAnnotations.READY_DELAY + ": " + readyDelay)
        .replace("podSpec:\n", "podSpec:\n          " + places.selector() + "\n");
  }

  @Test
  @SideBySide
  void an_update_with_slow_pods_tears_nothing_down_and_a_breach_afterwards_does(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      Recorder recorder) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, PODS);
    kubectl.apply(manifest(places, "10s"));
    awaitReady(client, PODS);

    change(client, "web", NEW, "a");
    awaitUpdated(client, "web", PODS, NEW, "a");
    List<Pod> updated = pods(client);

    assertThat(gone(recorder)).isEmpty();
    places.lose(updated.getFirst());
    awaitAllNew(client, updated, PODS);
    assertThat(gone(recorder)).containsExactly("web-0-a");
  }

  @Test
  @SideBySide
  void under_on_delete_a_breach_tears_down_and_all_that_comes_back_is_new(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      Recorder recorder) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, PODS);
    kubectl.apply(
        manifest(places, "1s")
            .replaceFirst("  template:", "  updateStrategy: {type: OnDelete}\n  template:"));
    List<Pod> before = awaitReady(client, PODS);
    change(client, "web", NEW, "a");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(progress(Sets.set(client, "web")).updateEndedAt()).isNotNull());

    places.lose(before.getFirst());

    awaitAllNew(client, before, PODS);
    places.uncordon();
    assertThat(awaitReady(client, PODS)).allMatch(pod -> version(pod).equals(NEW));
    assertThat(gone(recorder)).containsExactly("web-0-a");
  }

  @Test
  @SideBySide
  void an_update_that_is_given_up_in_the_middle_leaves_gang_termination_armed(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      Recorder recorder) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, PODS);
    kubectl.apply(manifest(places, "1s"));
    List<Pod> before = awaitReady(client, PODS);
    places.cordon();
    change(client, "web", NEW, "a");
    await()
        .atMost(PATIENCE)
        .until(() -> pods(client).stream().anyMatch(pod -> version(pod).equals(NEW)));

    kubectl.run(
        "patch",
        "pcs",
        "web",
        "--type=merge",
        "-p",
        "{\"spec\":{\"updateStrategy\":{\"type\":\"OnDelete\"}}}");

    awaitAllNew(client, before, PODS);
    places.uncordon();
    awaitReady(client, PODS);
    assertThat(gone(recorder)).containsExactly("web-0-a");
  }

  @Test
  @SideBySide
  void a_replica_that_breaches_while_another_is_updated_comes_back_new_and_the_update_ends(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      Recorder recorder) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, 2 * PODS);
    kubectl.apply(manifest(2, clique(places, "a", "1s")));
    List<Pod> before = awaitReady(client, 2 * PODS);
    places.cordon();
    change(client, "web", NEW, "a");
    awaitSlot(client, "web", 0);

    List<Pod> other = podsOf(before, "web-1-a");
    client.resource(other.getFirst()).delete();
    awaitGone(recorder, "web-1-a");
    places.uncordon();

    awaitUpdated(client, "web", 2 * PODS, NEW, "a");
    assertThat(gone(recorder)).containsExactly("web-1-a");
  }

  @Test
  @SideBySide
  void a_replica_that_is_torn_down_while_it_is_updated_comes_back_new_and_the_update_ends(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      Recorder recorder) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, 4 * PODS);
    kubectl.apply(manifest(2, clique(places, "a", "1s"), clique(places, "b", "1s")));
    List<Pod> before = awaitReady(client, 4 * PODS);
    places.cordon();
    change(client, "web", NEW, "a");
    awaitSlot(client, "web", 0);

    client.resource(podsOf(before, "web-0-b").getFirst()).delete();
    awaitGone(recorder, "web-0-b");
    places.uncordon();

    awaitUpdated(client, "web", 4 * PODS, NEW, "a");
    assertThat(gone(recorder)).containsExactlyInAnyOrder("web-0-a", "web-0-b");
    assertThat(uids(pods(client))).containsAll(uids(podsOf(before, "web-1-b")));
  }

  private static void awaitGone(Recorder recorder, String clique) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(gone(recorder)).contains(clique));
  }
}
