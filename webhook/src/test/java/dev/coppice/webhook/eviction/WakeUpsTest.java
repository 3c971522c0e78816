package dev.coppice.webhook.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.webhook.eviction.ExtenderRequest.AskedPod;
import dev.coppice.webhook.eviction.ExtenderRequest.Victims;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The gang {@code short} may be evicted a minute and a second after noon, {@code long} later. */
class WakeUpsTest {

  private static final Instant FIRST = FakeCluster.NOON.plusSeconds(61);
  private static final Map<String, String> OURS =
      Map.of(
          "app.kubernetes.io/managed-by", "grove-operator",
          "grove.io/podgang", "asking",
          "kai.scheduler/queue", "other");

  private final Scene scene = new Scene(true);

  @BeforeEach
  void know() {
    know("wants");
  }

  private void know(String uid) {
    var pod = FakeCluster.running(uid, "asking", "a", "none");
    pod.getSpec().setNodeName(null);
    scene.cluster.pod(pod);
  }

  private void ask(Map<String, String> labels, Map<String, String> nodes) {
    Map<String, Victims> victims = new LinkedHashMap<>();
    nodes.forEach(
        (node, uid) -> victims.put(node, new Victims(List.of(new AskedPod(uid, false)), 0)));
    scene
        .extender()
        .judge(
            new ExtenderRequest(
                new PendingPod("ns", "pod-wants", "wants", labels, 1_000), victims));
  }

  private static Map<String, String> protectedOnes() {
    Map<String, String> nodes = new LinkedHashMap<>();
    nodes.put("n1", "long-1");
    nodes.put("n2", "short-1");
    return nodes;
  }

  @Test
  void a_pod_that_is_held_back_everywhere_is_woken_when_the_first_node_comes_free() {
    ask(OURS, protectedOnes());

    assertThat(scene.alarms).extracting(Map.Entry::getKey).containsExactly(FIRST);
    scene.alarms.getFirst().getValue().run();

    assertThat(scene.nominated).containsExactly("ns/pod-wants wants n2");
  }

  @Test
  void it_is_woken_once_however_often_its_scheduler_asks() {
    ask(OURS, protectedOnes());
    ask(OURS, protectedOnes());
    assertThat(scene.alarms).hasSize(1);

    scene.alarms.getFirst().getValue().run();
    scene.alarms.getFirst().getValue().run();

    assertThat(scene.nominated).hasSize(1);
  }

  @Test
  void what_the_last_answer_said_counts() {
    ask(OURS, protectedOnes());
    ask(OURS, Map.of("n1", "long-1"));
    assertThat(scene.alarms).hasSize(2);

    scene.alarms.getFirst().getValue().run();

    assertThat(scene.nominated).isEmpty();
  }

  @Test
  void who_may_evict_somebody_or_has_a_node_meanwhile_is_left_alone() {
    ask(OURS, protectedOnes());
    ask(OURS, Map.of("n1", "long-1", "n3", "open-1"));
    scene.alarms.getFirst().getValue().run();
    assertThat(scene.nominated).isEmpty();

    ask(OURS, protectedOnes());
    scene.cluster.pod("wants", "asking", "a");
    scene.alarms.getLast().getValue().run();
    assertThat(scene.nominated).isEmpty();
  }

  @Test
  void who_has_been_promised_room_by_a_scheduler_is_left_alone() {
    ask(OURS, protectedOnes());
    var pod = FakeCluster.running("wants", "asking", "a", "none");
    pod.getSpec().setNodeName(null);
    pod.getStatus().setNominatedNodeName("n9");
    scene.cluster.pod(pod);

    scene.alarms.getFirst().getValue().run();

    assertThat(scene.nominated).isEmpty();
  }

  @Test
  void pods_of_others_are_never_woken() {
    Map<String, String> foreign = new HashMap<>(OURS);
    foreign.remove("app.kubernetes.io/managed-by");

    ask(foreign, protectedOnes());

    assertThat(scene.alarms).isEmpty();
  }

  @Test
  void another_word_of_the_queues_wakes_all_who_are_held_back() {
    scene.cluster.queue("never", "", "-1", "-1").gang("forever", "never", FakeCluster.NOON, "[]");
    scene.cluster.pod("forever-1", "forever", "a");
    ask(OURS, Map.of("n4", "forever-1"));
    assertThat(scene.alarms).isEmpty();

    scene.wakeUps.queuesChanged();
    scene.wakeUps.queuesChanged();

    assertThat(scene.nominated).containsExactly("ns/pod-wants wants n4");
  }

  @Test
  void a_node_that_time_lets_go_counts_before_one_that_it_does_not() {
    scene.cluster.queue("never", "", "-1", "-1").gang("forever", "never", FakeCluster.NOON, "[]");
    scene.cluster.pod("forever-1", "forever", "a");
    Map<String, String> nodes = new LinkedHashMap<>(Map.of("n4", "forever-1"));
    nodes.putAll(protectedOnes());

    ask(OURS, nodes);

    assertThat(scene.alarms).extracting(Map.Entry::getKey).containsExactly(FIRST);
  }
}
