package dev.coppice.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.coppice.core.scheduler.workload.NativeGangs;
import dev.coppice.core.scheduler.workload.PlacedGroup;
import dev.coppice.core.scheduler.workload.PlacedGroupSpec;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class ModelSchedulerTest {

  private final ClusterModel cluster = new ClusterModel(Instant.parse("2026-08-19T10:00:00Z"));
  private final ModelNodes nodes = new ModelNodes(cluster);
  private final ModelScheduler scheduler = new ModelScheduler(cluster, nodes);

  private PlacedGroup group(int minCount) {
    PlacedGroup group = new PlacedGroup();
    group.setMetadata(new ObjectMetaBuilder().withNamespace("n").withName("g").build());
    group.setSpec(
        new PlacedGroupSpec(
            new PlacedGroupSpec.Policy(new PlacedGroupSpec.Gang(minCount)), null, null));
    return cluster.create(group);
  }

  private static Pod pod(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("n")
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .build();
  }

  private Pod member(String name) {
    return cluster.create(new NativeGangs(true).joined(pod(name), "g"));
  }

  private Pod gated(String name) {
    return cluster.create(
        new PodBuilder(new NativeGangs(true).joined(pod(name), "g"))
            .editSpec()
            .addNewSchedulingGate("wait")
            .endSpec()
            .build());
  }

  private void decide(Predicate<Pod> hasRoom) {
    scheduler.next(hasRoom).forEach(pod -> scheduler.decide(pod, hasRoom));
  }

  private List<String> bound() {
    return cluster
        .all(Pod.class)
        .filter(pod -> pod.getSpec().getNodeName() != null)
        .map(pod -> pod.getMetadata().getName())
        .toList();
  }

  private PlacedGroup stored() {
    return cluster.find(PlacedGroup.class, "n", "g").orElseThrow();
  }

  @SuppressWarnings("UnusedVariable") // as a predicate
  private static boolean everywhere(Pod pod) {
    return true;
  }

  private static Predicate<Pod> roomBut(String name) {
    return pod -> !pod.getMetadata().getName().equals(name);
  }

  @Test
  void binds_the_members_of_a_group_at_once_when_enough_are_there() {
    member("a");
    decide(ModelSchedulerTest::everywhere);
    assertThat(bound()).as("without a PodGroup").isEmpty();
    group(2);
    decide(ModelSchedulerTest::everywhere);
    assertThat(bound()).isEmpty();
    member("b");

    assertThat(scheduler.next(ModelSchedulerTest::everywhere)).hasSize(1);
    decide(ModelSchedulerTest::everywhere);

    assertThat(bound()).containsExactly("a", "b");
    assertThat(stored().getStatus().conditions())
        .extracting(Condition::getType, Condition::getStatus)
        .containsExactly(tuple("PodGroupScheduled", "True"));
  }

  @Test
  void binds_nothing_of_a_group_of_which_one_finds_no_room_and_says_so_once() {
    group(2);
    member("a");
    member("b");

    decide(roomBut("b"));

    assertThat(bound()).isEmpty();
    assertThat(stored().getStatus().conditions())
        .extracting(Condition::getReason)
        .containsExactly("Unschedulable");
    assertThat(scheduler.next(roomBut("b"))).isEmpty();
    decide(ModelSchedulerTest::everywhere);
    assertThat(stored().getStatus().conditions())
        .extracting(Condition::getReason)
        .containsExactly("Scheduled");
  }

  @Test
  void counts_a_gated_pod_and_does_not_place_it() {
    group(2);
    member("a");
    gated("b");

    decide(ModelSchedulerTest::everywhere);

    assertThat(bound()).isEmpty();
    assertThat(stored().getStatus().conditions()).hasSize(1);
  }

  @Test
  void counts_a_pod_on_its_way_out_and_no_pod_that_has_ended() {
    group(2);
    member("a");
    member("b");
    decide(ModelSchedulerTest::everywhere);
    cluster.delete(cluster.find(Pod.class, "n", "a").orElseThrow());
    member("c");
    decide(ModelSchedulerTest::everywhere);
    assertThat(bound()).as("it comes by itself").containsExactly("a", "b", "c");

    List.of("a", "b", "c")
        .forEach(name -> nodes.fail(cluster.find(Pod.class, "n", name).orElseThrow()));
    member("d");
    decide(ModelSchedulerTest::everywhere);

    assertThat(bound()).doesNotContain("d");
  }

  @Test
  void binds_other_pods_one_by_one() {
    cluster.create(pod("a"));
    cluster.create(pod("b"));

    assertThat(scheduler.next(ModelSchedulerTest::everywhere)).hasSize(2);
    decide(roomBut("b"));

    assertThat(bound()).containsExactly("a");
  }

  @Test
  void a_group_that_is_deleted_stays_until_no_unfinished_pod_names_it() {
    group(1);
    member("a");
    decide(ModelSchedulerTest::everywhere);
    cluster.delete(stored());
    assertThat(stored().getMetadata().getDeletionTimestamp()).isNotNull();
    assertThat(scheduler.unprotected()).isEmpty();

    nodes.succeed(cluster.find(Pod.class, "n", "a").orElseThrow());
    scheduler.unprotected().forEach(scheduler::release);

    assertThat(cluster.all(PlacedGroup.class)).isEmpty();
  }
}
