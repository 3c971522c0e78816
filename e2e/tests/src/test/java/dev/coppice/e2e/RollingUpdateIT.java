package dev.coppice.e2e;

import static dev.coppice.e2e.Teardowns.uids;
import static dev.coppice.e2e.UpdatedWorkload.NEW;
import static dev.coppice.e2e.Updates.PATIENCE;
import static dev.coppice.e2e.Updates.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.testkit.junit.Moment;
import dev.coppice.testkit.junit.SideBySide;
import dev.coppice.testkit.junit.Soak;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The scenarios with which Grove tries its own rolling updates. */
class RollingUpdateIT extends UpdateScenarios {

  RollingUpdateIT() {
    super(Workload.WORKLOAD1);
  }

  @Soak
  @SideBySide
  void ru7_one_pod_of_a_clique_goes_at_a_time() {
    workload.start(10, 1);
    Set<String> others = uids(workload.pods());
    others.removeAll(uids(workload.podsOf("0-pc-a")));

    workload.change("pc-a");

    workload.awaitUpdated(10, "pc-a");
    assertThat(uids(workload.pods())).containsAll(others);
    assertThat(workload.asked()).hasSize(2);
    workload.assertOneAtATime();
  }

  @Soak
  @SideBySide
  void ru8_one_replica_of_a_group_goes_at_a_time_as_a_whole() {
    workload.start(10, 1);
    Set<String> others = uids(workload.podsOf("0-pc-a"));

    workload.change("pc-b");

    workload.awaitUpdated(10, "pc-b");
    assertThat(uids(workload.pods())).containsAll(others);
    assertThat(workload.asked()).hasSize(8);
    workload.assertOneAtATime();
  }

  @Soak
  @SideBySide
  void ru9_all_cliques_are_updated_together() {
    workload.start(10, 1);

    workload.changeAll();

    workload.awaitAllUpdated(10);
    assertThat(workload.asked()).hasSize(10);
    workload.assertOneAtATime();
  }

  @Test
  @SideBySide
  void what_was_taken_comes_back_at_its_index_though_a_lower_one_is_free() {
    OnePodNodes room = workload.start(11, 1);
    workload.kubectl().run("scale", "pclq", workload.name("0-pc-a"), "--replicas=3");
    workload.awaitReady(11);
    room.lose(podAt("0"));
    workload.kubectl().run("scale", "pclq", workload.name("0-pc-a"), "--replicas=2");
    workload.awaitReady(10);
    assertThat(indices()).containsExactlyInAnyOrder("1", "2");
    room.cordon();

    workload.change("pc-a");

    Pod waiting =
        await()
            .atMost(PATIENCE)
            .until(
                () ->
                    workload.podsOf("0-pc-a").stream()
                        .filter(pod -> version(pod).equals(NEW))
                        .findFirst(),
                Optional::isPresent)
            .orElseThrow();
    assertThat(Sets.isReady(waiting)).isFalse();
    assertThat(indices()).containsExactlyInAnyOrder("1", "2");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(workload.kubectl().run("describe", "pclq", workload.name("0-pc-a")).out())
                .contains("waits for pod " + waiting.getMetadata().getName()));

    room.uncordon();
    workload.awaitUpdated(10, "pc-a");
    assertThat(indices()).containsExactlyInAnyOrder("1", "2");
    workload.assertOneAtATime();
  }

  private Pod podAt(String index) {
    return workload.podsOf("0-pc-a").stream()
        .filter(pod -> index(pod).equals(index))
        .findFirst()
        .orElseThrow();
  }

  private List<String> indices() {
    return workload.podsOf("0-pc-a").stream().map(RollingUpdateIT::index).toList();
  }

  private static String index(Pod pod) {
    return pod.getMetadata().getLabels().get(Labels.POD_INDEX);
  }

  @Soak
  @SideBySide
  void ru10_nothing_more_goes_while_the_replacement_has_no_place(Moment moment) {
    OnePodNodes room = workload.start(10, 1);
    Set<String> before = uids(workload.pods());
    room.cordon();

    workload.change("pc-a");

    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(workload.pods())
                .filteredOn(pod -> version(pod).equals(NEW))
                .singleElement()
                .matches(pod -> !Sets.isReady(pod)));
    Pod waiting =
        workload.pods().stream().filter(pod -> version(pod).equals(NEW)).findFirst().orElseThrow();
    await()
        .during(Duration.ofSeconds(5))
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(workload.kubectl().run("describe", "pcs", workload.set()).out())
                .contains("WaitingForReady")
                .contains("of PodClique workload1-0-pc-a"));
    assertThat(workload.kubectl().run("describe", "pclq", workload.name("0-pc-a")).out())
        .contains("waits for pod " + waiting.getMetadata().getName());
    Set<String> stayed = uids(workload.pods());
    stayed.retainAll(before);
    assertThat(stayed).hasSize(9);

    moment.arrive();
    room.uncordon();
    workload.awaitUpdated(10, "pc-a");
    workload.assertOneAtATime();
  }
}
