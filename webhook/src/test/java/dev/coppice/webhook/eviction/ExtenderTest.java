package dev.coppice.webhook.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.queue.victim.NodeDecision;
import dev.coppice.webhook.eviction.ExtenderRequest.AskedPod;
import dev.coppice.webhook.eviction.ExtenderRequest.Victims;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExtenderTest {

  private static final PendingPod OF_ANOTHER_QUEUE =
      new PendingPod("ns", "wants", "uid-wants", Map.of("kai.scheduler/queue", "other"), 1_000);

  private final Scene scene = new Scene(true);

  /** Nodes such as {@code n1 long-1 foreign-1, n2 open-1}. */
  private static ExtenderRequest request(PendingPod pod, String text) {
    Map<String, Victims> nodes = new LinkedHashMap<>();
    for (String node : text.split(", ", -1)) {
      List<String> words = Arrays.asList(node.split(" ", -1));
      nodes.put(
          words.getFirst(),
          new Victims(words.stream().skip(1).map(uid -> new AskedPod(uid, false)).toList(), 0));
    }
    return new ExtenderRequest(pod, nodes);
  }

  private NodeDecision judge(String nodes) {
    return scene.extender().judge(request(OF_ANOTHER_QUEUE, nodes));
  }

  @Test
  void nodes_with_protected_gangs_go() {
    assertThat(judge("n1 long-1 foreign-1, n2 open-1, n3 foreign-2").kept())
        .containsExactly("n2", "n3");
    assertThat(scene.cluster.asked).as("calls of the API server").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"minute, n1", "other, ''"})
  void what_applies_depends_on_the_queue_of_who_asks(String queue, String kept) {
    PendingPod pod =
        new PendingPod("ns", "wants", "uid-wants", Map.of("kai.scheduler/queue", queue), 1_000);

    NodeDecision decision = scene.extender().judge(request(pod, "n1 short-1"));

    assertThat(String.join(" ", decision.kept())).isEqualTo(kept);
  }

  @Test
  void the_queue_of_who_asks_is_that_of_its_gang() {
    PendingPod pod =
        new PendingPod(
            "ns",
            "wants",
            "uid-wants",
            Map.of(
                "kai.scheduler/queue", "other",
                "app.kubernetes.io/managed-by", "grove-operator",
                "grove.io/podgang", "asking"),
            1_000);
    scene.cluster.gang("asking", "minute", null, "[]");

    assertThat(scene.extender().judge(request(pod, "n1 short-1")).kept()).containsExactly("n1");
  }

  @Test
  void a_pod_that_no_cache_has_is_looked_for_once_on_its_node() {
    Pod foreign = FakeCluster.running("new-foreign", "x", "x", "n1");
    foreign.getMetadata().setLabels(Map.of());
    scene.cluster.live(
        foreign,
        FakeCluster.running("new-long", "long", "a", "n2"),
        FakeCluster.running("new-open", "open", "a", "n3"));

    NodeDecision decision =
        judge("n1 new-foreign foreign-1, n2 new-long long-1, n3 new-open, n4 nobodys");

    assertThat(decision.kept()).containsExactly("n1", "n3");
    assertThat(decision.dropped())
        .containsEntry("n4", new NodeDecision.Refusal.UnknownVictim("nobodys"));
    assertThat(scene.cluster.asked).containsExactlyInAnyOrder("on n1", "on n2", "on n3", "on n4");
  }

  @Test
  void what_the_cache_lacks_of_a_gang_counts_as_one_of_its_pods() {
    scene.cluster.live(FakeCluster.running("long-2", "long", "a", "n2"));

    assertThat(judge("n2 long-2").kept()).as("one more than its minimum").containsExactly("n2");
  }

  @Test
  void the_scheduler_does_not_wait_for_many_looks_or_for_one_that_fails() {
    judge("n1 a, n2 b, n3 c, n4 d, n5 e, n6 f");
    assertThat(scene.cluster.asked).hasSize(4);

    scene.cluster.asked.clear();
    scene.cluster.answers = false;

    assertThat(judge("n1 a, n2 b, n3 foreign-1").kept()).containsExactly("n3");
    assertThat(scene.cluster.asked).containsExactlyInAnyOrder("on n1", "on n2");
  }

  @Test
  void what_the_cluster_needs_is_not_judged_and_counted() {
    PendingPod system = new PendingPod("kube-system", "dns", "uid-dns", Map.of(), 2_000_000_000);

    assertThat(scene.extender().judge(request(system, "n1 long-1 unknown")).kept())
        .containsExactly("n1");
    assertThat(scene.cluster.asked).isEmpty();
    assertThat(scene.count("exempt.preemptors")).isEqualTo(1);
  }

  @Test
  void both_sides_are_told_once_a_minute() {
    judge("n1 long-1, n2 short-1");
    scene.now.set(scene.now.get().plusSeconds(49));
    judge("n1 long-1, n2 short-1");

    assertThat(scene.events)
        .containsExactly(
            "PodGang long EvictionRefused: pods on node n1 are not evicted for pod ns/wants: gang"
                + " ns/long is protected by minRuntime 1h (queue hour, reclaimMinRuntime) until"
                + " 2026-01-02T13:00:00Z",
            "PodGang short EvictionRefused: pods on node n2 are not evicted for pod ns/wants: gang"
                + " ns/short is protected by minRuntime 1m (queue minute, reclaimMinRuntime) until"
                + " 2026-01-02T12:01:00Z",
            "Pod wants PreemptionHeldBack: nobody is evicted on 2 nodes for this pod before"
                + " 2026-01-02T12:01:01Z at the earliest; node n1: gang ns/long is protected by"
                + " minRuntime 1h (queue hour, reclaimMinRuntime) until 2026-01-02T13:00:00Z");

    scene.now.set(scene.now.get().plusSeconds(11));
    judge("n1 long-1");

    assertThat(scene.events).hasSize(5);
  }

  @Test
  void who_gets_a_node_is_not_held_back() {
    judge("n1 long-1, n2 open-1");

    assertThat(scene.events).hasSize(1).allMatch(event -> event.startsWith("PodGang long "));
  }

  @Test
  void a_question_about_many_gangs_does_not_make_as_many_events() {
    StringBuilder nodes = new StringBuilder("n0 foreign-1");
    for (int i = 0; i < 100; i++) {
      scene
          .cluster
          .gang("g" + i, "hour", FakeCluster.NOON, "[{name: a, minReplicas: 1}]")
          .pod("g" + i, "g" + i, "a");
      nodes.append(", n%d g%d".formatted(i + 1, i));
    }

    judge(nodes.toString());

    assertThat(scene.events).hasSize(16);
  }

  @Test
  void questions_and_refusals_are_counted_by_reason() {
    judge("n1 long-1 open-1, n2 short-1 foreign-1, n3 unknown, n4");

    assertThat(scene.count("extender.nodes.dropped", "reason", "protected")).isEqualTo(2);
    assertThat(scene.count("extender.nodes.dropped", "reason", "unknown_victim")).isEqualTo(1);
    assertThat(scene.count("extender.nodes.dropped", "reason", "no_victims")).isEqualTo(1);
    assertThat(
            scene.count(
                "decisions",
                "action",
                "reclaim",
                "verdict",
                "dropped",
                "reason",
                "min_runtime_not_reached"))
        .isEqualTo(2);
    assertThat(
            scene.count(
                "decisions", "action", "reclaim", "verdict", "kept", "reason", "no_min_runtime"))
        .isEqualTo(1);
    assertThat(scene.count("evictions.denied", "path", "extender")).isEqualTo(2);
    assertThat(scene.meters.get("coppice.minruntime.extender.last.call.timestamp").gauge().value())
        .isEqualTo((double) scene.now.get().getEpochSecond());
  }
}
