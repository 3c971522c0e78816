package dev.coppice.e2e;

import static dev.coppice.e2e.Teardowns.assertNoMoreGo;
import static dev.coppice.e2e.Teardowns.awaitAllNew;
import static dev.coppice.e2e.Teardowns.awaitReady;
import static dev.coppice.e2e.Teardowns.delayed;
import static dev.coppice.e2e.Teardowns.gone;
import static dev.coppice.e2e.Teardowns.pods;
import static dev.coppice.e2e.Teardowns.podsOf;
import static dev.coppice.e2e.Teardowns.uids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SideBySide;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The scenarios with which Grove tries its own gang termination, on exactly as many places as there
 * are pods. Grove waits 10 s before a teardown, we 4 s: it is the same with less to wait for.
 */
@OnCoppice
class GangTerminationIT {

  private static final String DELAY = "4s";
  private static final Duration LONGER = Duration.ofSeconds(8);
  private static final int PODS = 10;

  private OnePodNodes places;

  @BeforeEach
  void makePlaces(KubernetesClient client, SimulatedNodes nodes, TestNamespace namespace) {
    places = OnePodNodes.create(client, nodes, namespace, PODS);
  }

  @AfterEach
  void removePlaces(KubernetesClient client, TestNamespace namespace) {
    OnePodNodes.deleteAll(client, namespace);
  }

  private List<Pod> start(Kubectl kubectl, KubernetesClient client, String manifest) {
    kubectl.apply(delayed(manifest, DELAY));
    return awaitReady(client, PODS);
  }

  private String manifest(Workload workload) {
    return workload.manifest(clique -> "", places.selector());
  }

  private static List<String> cliques(String set) {
    return List.of(
        set + "-0-pc-a",
        set + "-0-sg-x-0-pc-b",
        set + "-0-sg-x-0-pc-c",
        set + "-0-sg-x-1-pc-b",
        set + "-0-sg-x-1-pc-c");
  }

  private static void assertRecorded(
      List<ReplicaDeletion> records, int replica, String where, int ready, int needed) {
    assertThat(records)
        .singleElement()
        .returns(replica, ReplicaDeletion::replicaIndex)
        .returns(where, ReplicaDeletion::clique)
        .returns(ready, ReplicaDeletion::ready)
        .returns(needed, ReplicaDeletion::minAvailable)
        .matches(record -> record.goneAt() != null && record.completedAt() != null, "is closed");
  }

  private static List<ReplicaDeletion> ofSet(KubernetesClient client, String set) {
    return Sets.set(client, set).statusOrEmpty().replicaDeletions();
  }

  private static List<ReplicaDeletion> ofGroup(KubernetesClient client, String group) {
    return client
        .resources(PodCliqueScalingGroup.class)
        .withName(group)
        .get()
        .statusOrEmpty()
        .replicaDeletions();
  }

  @Test
  @SideBySide
  void gt1_a_loss_in_a_clique_of_its_own_takes_the_whole_replica(
      Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    List<Pod> before = start(kubectl, client, manifest(Workload.WORKLOAD1));

    places.lose(podsOf(before, "workload1-0-pc-a").getFirst());

    awaitAllNew(client, before, PODS);
    places.uncordon();
    awaitReady(client, PODS);
    assertNoMoreGo(recorder, LONGER, cliques("workload1"));
    assertRecorded(ofSet(client, "workload1"), 0, "workload1-0-pc-a", 1, 2);
  }

  @Test
  @SideBySide
  void gt2_a_loss_in_a_group_that_needs_all_its_replicas_takes_the_whole_replica(
      Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    List<Pod> before = start(kubectl, client, manifest(Workload.WORKLOAD1));

    places.lose(podsOf(before, "workload1-0-sg-x-0-pc-c").getFirst());

    awaitAllNew(client, before, PODS);
    places.uncordon();
    awaitReady(client, PODS);
    assertNoMoreGo(recorder, LONGER, cliques("workload1"));
    assertRecorded(ofSet(client, "workload1"), 0, "workload1-0-sg-x", 1, 2);
    assertThat(ofGroup(client, "workload1-0-sg-x")).isEmpty();
  }

  @Test
  @SideBySide
  void gt3_only_a_loss_below_the_minimum_takes_the_whole_replica(
      Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    List<Pod> before = start(kubectl, client, manifest(Workload.WORKLOAD2));
    List<Pod> lost = podsOf(before, "workload2-0-pc-a");

    places.lose(lost.get(0));
    assertNoMoreGo(recorder, LONGER, List.of());
    List<Pod> survivors = pods(client);
    places.lose(lost.get(1));

    assertThat(uids(survivors)).containsAll(uids(without(before, lost.subList(0, 1))));
    awaitAllNew(client, survivors, PODS);
    places.uncordon();
    awaitReady(client, PODS);
    assertNoMoreGo(recorder, LONGER, cliques("workload2"));
    assertRecorded(ofSet(client, "workload2"), 0, "workload2-0-pc-a", 0, 1);
  }

  @Test
  @SideBySide
  void gt4_a_group_recycles_a_replica_once_and_a_loss_in_its_other_one_takes_the_whole_replica(
      Kubectl kubectl, KubernetesClient client, SimulatedNodes nodes, Recorder recorder) {
    List<Pod> before = start(kubectl, client, manifest(Workload.WORKLOAD2));
    List<Pod> ofFirst = podsOf(before, "workload2-0-sg-x-0-pc-c");
    List<Pod> ofSecond = podsOf(before, "workload2-0-sg-x-1-pc-c");
    List<String> recycled = List.of("workload2-0-sg-x-0-pc-b", "workload2-0-sg-x-0-pc-c");
    List<Pod> untouched = new ArrayList<>(podsOf(before, "workload2-0-pc-a"));
    untouched.addAll(podsOf(before, "workload2-0-sg-x-1-pc-b"));
    untouched.addAll(ofSecond);

    places.lose(ofFirst.get(0));
    assertNoMoreGo(recorder, LONGER, List.of());
    assertThat(uids(pods(client))).containsAll(uids(without(before, ofFirst.subList(0, 1))));
    // A gang that is placed as a whole leaves this place free for pods of the other replica.
    podsOf(before, recycled.getFirst()).forEach(pod -> nodes.cordon(pod.getSpec().getNodeName()));
    places.lose(ofFirst.get(1));
    places.lose(ofFirst.get(2));
    awaitGone(recorder, 2);
    assertNoMoreGo(recorder, LONGER.multipliedBy(2), recycled);
    List<Pod> afterRecycling = pods(client);
    assertThat(afterRecycling).hasSize(PODS);
    assertThat(uids(afterRecycling))
        .containsAll(uids(untouched))
        .doesNotContainAnyElementsOf(uids(without(before, untouched)));
    assertThat(ofSet(client, "workload2")).isEmpty();
    assertRecorded(ofGroup(client, "workload2-0-sg-x"), 0, "workload2-0-sg-x-0-pc-c", 0, 1);

    places.lose(ofSecond.get(0));
    assertNoMoreGo(recorder, LONGER, recycled);
    assertThat(uids(pods(client))).containsAll(uids(podsOf(before, "workload2-0-pc-a")));
    List<Pod> beforeTheEnd = pods(client);
    places.lose(ofSecond.get(1));
    places.lose(ofSecond.get(2));
    awaitAllNew(client, beforeTheEnd, PODS);
    places.uncordon();
    awaitReady(client, PODS);

    List<String> all = new ArrayList<>(recycled);
    all.addAll(cliques("workload2"));
    assertNoMoreGo(recorder, LONGER, all);
    assertRecorded(ofSet(client, "workload2"), 0, "workload2-0-sg-x", 0, 1);
    assertThat(ofGroup(client, "workload2-0-sg-x")).hasSize(1);
  }

  @Test
  @SideBySide
  void gt5_a_loss_of_all_pods_of_a_clique_takes_that_replica_of_the_group(
      Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    String needsAllOfC =
        manifest(Workload.WORKLOAD2)
            .replaceFirst("replicas: 3(\\s+)minAvailable: 1", "replicas: 3$1minAvailable: 3");
    List<Pod> before = start(kubectl, client, needsAllOfC);
    List<Pod> lost = podsOf(before, "workload2-0-sg-x-0-pc-c");
    List<Pod> others = new ArrayList<>(without(before, lost));
    others.removeAll(podsOf(before, "workload2-0-sg-x-0-pc-b"));

    lost.forEach(places::lose);

    awaitGone(recorder, 2);
    places.uncordon();
    List<Pod> after = awaitReady(client, PODS);
    assertThat(uids(after))
        .containsAll(uids(others))
        .doesNotContainAnyElementsOf(uids(without(before, others)));
    assertNoMoreGo(recorder, LONGER, List.of("workload2-0-sg-x-0-pc-b", "workload2-0-sg-x-0-pc-c"));
    assertRecorded(ofGroup(client, "workload2-0-sg-x"), 0, "workload2-0-sg-x-0-pc-c", 0, 3);
  }

  @Test
  @SideBySide
  void gt6_a_loss_above_the_minimum_in_a_scaled_gang_takes_nothing(
      Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    List<Pod> before = start(kubectl, client, manifest(Workload.WORKLOAD2));
    Pod lost = podsOf(before, "workload2-0-sg-x-1-pc-c").getFirst();
    assertThat(lost.getMetadata().getLabels()).containsEntry(Labels.BASE_POD_GANG, "workload2-0");

    places.lose(lost);

    assertNoMoreGo(recorder, LONGER.multipliedBy(2), List.of());
    assertThat(uids(pods(client))).containsAll(uids(without(before, List.of(lost))));
    places.uncordon();
    awaitReady(client, PODS);
  }

  private static void awaitGone(Recorder recorder, int count) {
    await()
        .atMost(Teardowns.PATIENCE)
        .untilAsserted(() -> assertThat(gone(recorder)).hasSize(count));
  }

  private static List<Pod> without(List<Pod> pods, List<Pod> some) {
    return pods.stream().filter(pod -> !uids(some).contains(pod.getMetadata().getUid())).toList();
  }
}
