package dev.coppice.core.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupSpecBuilder;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GroupWatchesTest {

  private static final GroupWatches WATCHES = new GroupWatches();

  @Test
  void covers_its_set() {
    PodCliqueSet set = new PodCliqueSet();
    set.getMetadata().setNamespace("ns");
    set.getMetadata().setName("x");

    assertThat(WATCHES.relates(group("ns", "x"), set)).isTrue();
    assertThat(WATCHES.relates(group("ns", "y"), set)).isFalse();
    assertThat(WATCHES.relates(group("other", "x"), set)).isFalse();
  }

  @Test
  void covers_its_members() {
    PodClique member = member(1, 1);
    member.getMetadata().setNamespace("ns");
    member.getMetadata().setLabels(Map.of(Labels.SCALING_GROUP, "x-0-g"));

    assertThat(WATCHES.relates(group("ns", "x"), member)).isTrue();
    assertThat(WATCHES.relates(group("ns", "y"), member)).isFalse();
    assertThat(WATCHES.relates(group("other", "x"), member)).isFalse();
  }

  @Test
  void covers_the_other_groups_of_its_replica_of_the_set() {
    PodCliqueScalingGroup other = group("ns", "x");
    other.getMetadata().setName("x-0-h");
    PodCliqueScalingGroup elsewhere = group("ns", "x");
    elsewhere.getMetadata().setName("x-1-g");
    elsewhere.getMetadata().setLabels(Map.of(Labels.PART_OF, "x", Labels.SET_REPLICA_INDEX, "1"));

    assertThat(WATCHES.relates(group("ns", "x"), other)).isTrue();
    assertThat(WATCHES.relates(group("ns", "x"), elsewhere)).isFalse();
    assertThat(WATCHES.relates(group("ns", "x"), group("ns", "x"))).isFalse();
  }

  @Test
  void covers_no_pods() {
    Pod pod = new Pod();
    pod.setMetadata(group("ns", "x").getMetadata());

    assertThat(WATCHES.relates(group("ns", "x"), pod)).isFalse();
  }

  @Test
  void wakes_when_a_member_counts_differently() {
    assertThat(WATCHES.changed(member(1, 1), member(1, 0))).isTrue();
  }

  @Test
  void wakes_when_a_member_is_scaled() {
    assertThat(WATCHES.changed(member(2, 1), member(1, 1))).isTrue();
  }

  @Test
  void wakes_when_a_member_begins_to_go() {
    PodClique leaving = member(1, 1);
    leaving.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");

    assertThat(WATCHES.changed(leaving, member(1, 1))).isTrue();
  }

  @Test
  void sleeps_on_when_a_member_is_written_without_a_difference() {
    PodClique now = member(1, 1);
    now.getMetadata().setResourceVersion("8");

    assertThat(WATCHES.changed(now, member(1, 1))).isFalse();
  }

  @Test
  void wakes_when_another_group_is_scaled() {
    PodCliqueScalingGroup larger = group("ns", "x");
    larger.setSpec(PodCliqueScalingGroupSpecBuilder.builder().replicas(2).build());

    assertThat(WATCHES.changed(larger, group("ns", "x"))).isTrue();
  }

  @Test
  void sleeps_on_when_another_group_only_counts_differently() {
    PodCliqueScalingGroup available = group("ns", "x");
    available.setStatus(PodCliqueScalingGroupStatusBuilder.builder().availableReplicas(1).build());

    assertThat(WATCHES.changed(available, group("ns", "x"))).isFalse();
  }

  @Test
  void wakes_when_the_set_reaches_another_hash() {
    assertThat(WATCHES.changed(set(1, "v1-b", 0), set(1, "v1-a", 0))).isTrue();
  }

  @Test
  void wakes_when_the_set_is_changed() {
    assertThat(WATCHES.changed(set(2, "v1-a", 0), set(1, "v1-a", 0))).isTrue();
  }

  @Test
  void sleeps_on_when_the_set_only_counts_differently() {
    assertThat(WATCHES.changed(set(1, "v1-a", 2), set(1, "v1-a", 1))).isFalse();
  }

  private static PodCliqueScalingGroup group(String namespace, String set) {
    PodCliqueScalingGroup group = new PodCliqueScalingGroup();
    group.getMetadata().setNamespace(namespace);
    group.getMetadata().setName(set + "-0-g");
    group.getMetadata().setLabels(Map.of(Labels.PART_OF, set, Labels.SET_REPLICA_INDEX, "0"));
    group.setSpec(PodCliqueScalingGroupSpecBuilder.builder().build());
    return group;
  }

  private static PodClique member(long generation, int ready) {
    PodClique member = new PodClique();
    member.getMetadata().setGeneration(generation);
    member.setStatus(PodCliqueStatusBuilder.builder().readyReplicas(ready).build());
    return member;
  }

  private static PodCliqueSet set(long generation, String hash, int available) {
    PodCliqueSet set = new PodCliqueSet();
    set.getMetadata().setGeneration(generation);
    set.setStatus(
        PodCliqueSetStatusBuilder.builder()
            .currentGenerationHash(hash)
            .availableReplicas(available)
            .build());
    return set;
  }
}
