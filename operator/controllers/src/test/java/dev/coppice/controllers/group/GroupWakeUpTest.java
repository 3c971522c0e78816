package dev.coppice.controllers.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupSpecBuilder;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.controllers.FixedCache;
import dev.coppice.kube.source.PodCliqueSetMapper;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GroupWakeUpTest {

  @Test
  void maps_a_set_to_its_groups_and_back() {
    PodCliqueSet set = new PodCliqueSet();
    set.getMetadata().setNamespace("ns");
    set.getMetadata().setName("x");
    PodCliqueSetMapper<PodCliqueScalingGroup> mapper =
        new PodCliqueSetMapper<>(
            new FixedCache<>(List.of(group("ns", "x"), group("ns", "y"), group("other", "x"))));

    assertThat(mapper.toPrimaryResourceIDs(set)).containsExactly(new ResourceID("x-0-g", "ns"));
    assertThat(mapper.toSecondaryResourceIDs(group("ns", "y")))
        .containsExactly(new ResourceID("y", "ns"));
  }

  @Test
  void wakes_when_a_member_counts_differently() {
    assertThat(GroupUpdateFilters.podClique(member(1, 1), member(1, 0))).isTrue();
  }

  @Test
  void wakes_when_a_member_is_scaled() {
    assertThat(GroupUpdateFilters.podClique(member(2, 1), member(1, 1))).isTrue();
  }

  @Test
  void wakes_when_a_member_begins_to_go() {
    PodClique leaving = member(1, 1);
    leaving.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");

    assertThat(GroupUpdateFilters.podClique(leaving, member(1, 1))).isTrue();
  }

  @Test
  void sleeps_on_when_a_member_is_written_without_a_difference() {
    PodClique now = member(1, 1);
    now.getMetadata().setResourceVersion("8");

    assertThat(GroupUpdateFilters.podClique(now, member(1, 1))).isFalse();
  }

  @Test
  void wakes_when_another_group_is_scaled() {
    PodCliqueScalingGroup larger = group("ns", "x");
    larger.setSpec(PodCliqueScalingGroupSpecBuilder.builder().replicas(2).build());

    assertThat(GroupSiblings.matters(larger, group("ns", "x"))).isTrue();
  }

  @Test
  void sleeps_on_when_another_group_only_counts_differently() {
    PodCliqueScalingGroup available = group("ns", "x");
    available.setStatus(PodCliqueScalingGroupStatusBuilder.builder().availableReplicas(1).build());

    assertThat(GroupSiblings.matters(available, group("ns", "x"))).isFalse();
  }

  @Test
  void wakes_when_the_set_reaches_another_hash() {
    assertThat(GroupUpdateFilters.podCliqueSet(set(1, "v1-b", 0), set(1, "v1-a", 0))).isTrue();
  }

  @Test
  void wakes_when_the_set_is_changed() {
    assertThat(GroupUpdateFilters.podCliqueSet(set(2, "v1-a", 0), set(1, "v1-a", 0))).isTrue();
  }

  @Test
  void sleeps_on_when_the_set_only_counts_differently() {
    assertThat(GroupUpdateFilters.podCliqueSet(set(1, "v1-a", 2), set(1, "v1-a", 1))).isFalse();
  }

  private static PodCliqueScalingGroup group(String namespace, String set) {
    PodCliqueScalingGroup group = new PodCliqueScalingGroup();
    group.getMetadata().setNamespace(namespace);
    group.getMetadata().setName(set + "-0-g");
    group.getMetadata().setLabels(Map.of(Labels.PART_OF, set));
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
