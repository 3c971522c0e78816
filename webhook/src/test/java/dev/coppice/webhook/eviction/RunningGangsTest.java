package dev.coppice.webhook.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.gang.PodGang;
import dev.coppice.core.queue.NodePools;
import dev.coppice.core.queue.QueueSettings;
import dev.coppice.core.queue.StartTime;
import dev.coppice.core.queue.UnqueuedPreemptor;
import dev.coppice.core.queue.victim.RunningGang;
import dev.coppice.core.queue.victim.SubGroup;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunningGangsTest {

  private static final String POOL = "kai.scheduler/node-pool";

  private final FakeCluster cluster = new FakeCluster();

  private RunningGang of(Pod pod, String defaultQueue) {
    QueueSettings settings =
        new QueueSettings(
            true,
            Optional.ofNullable(defaultQueue),
            NodePools.NONE,
            UnqueuedPreemptor.FOREIGN_TOP_LEVEL,
            StartTime.Begin.FIRST_RUNNING,
            POOL);
    return new RunningGangs(cluster, settings).of(KnownPod.of(pod).orElseThrow());
  }

  private static PodGang gang(String labels) {
    return FakeCluster.read(
        "{metadata: {namespace: ns, name: g, labels: {%s}}, spec: {podgroups: [{name: a, minReplicas: 1}, {name: b, minReplicas: 2}]}, status: {startTime: \"2026-01-02T12:00:00Z\"}}"
            .formatted(labels),
        PodGang.class);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          kai.scheduler/queue: of-gang, of-pod, standard, of-gang
          ,                             of-pod, standard, of-pod
          kai.scheduler/queue: '',      of-pod, standard, of-pod
          ,                             -,      standard, standard
          ,                             -,      -,        -
          """)
  void its_queue_is_that_of_the_gang_then_of_the_pod_then_the_default(
      String ofGang, String ofPod, String standard, String expected) {
    cluster.gang("g", gang(ofGang == null ? "" : ofGang));
    Pod pod = FakeCluster.running("1", "g", "a", "n1");
    if (ofPod != null) {
      pod.getMetadata().getLabels().put("kai.scheduler/queue", ofPod);
    }

    assertThat(of(pod, standard).queue()).isEqualTo(expected);
  }

  @Test
  void its_pool_is_that_of_the_gang_then_of_the_node_of_its_oldest_pod() {
    Pod old = FakeCluster.running("2", "g", "a", "n2");
    old.getMetadata().setCreationTimestamp("2026-01-02T11:00:00Z");
    cluster.pod(old).pool("n1", "one").pool("n2", "two");
    Pod pod = FakeCluster.running("1", "g", "a", "n1");

    assertThat(of(pod, null).pool()).isEqualTo("two");
    cluster.gang("g", gang(POOL + ": labelled"));
    assertThat(of(pod, null).pool()).isEqualTo("labelled");
  }

  @Test
  void its_pods_are_those_that_are_known_and_the_one_that_is_asked_about() {
    cluster.gang("g", gang("")).pod("1", "g", "a").pod("2", "g", "b").pod("3", "other", "a");

    RunningGang gang = of(FakeCluster.running("4", "g", "c", "n1"), null);

    assertThat(gang.subGroups())
        .extracting(SubGroup::name, SubGroup::minAvailable, group -> group.pods().size())
        .containsExactly(
            org.assertj.core.api.Assertions.tuple("a", 1, 1),
            org.assertj.core.api.Assertions.tuple("b", 2, 1),
            org.assertj.core.api.Assertions.tuple("c", null, 1));
    assertThat(gang.startTime()).isEqualTo(FakeCluster.NOON);
  }

  @Test
  void of_a_gang_that_is_not_known_all_pods_are_needed() {
    RunningGang gang = of(FakeCluster.running("1", "g", "a", "n1"), null);

    assertThat(gang.startTime()).isNull();
    assertThat(gang.subGroups()).extracting(SubGroup::minAvailable).containsOnlyNulls();
  }
}
