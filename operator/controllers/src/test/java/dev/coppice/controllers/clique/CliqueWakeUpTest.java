package dev.coppice.controllers.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.controllers.FixedCache;
import dev.coppice.kube.source.PodCliqueSetMapper;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CliqueWakeUpTest {

  private static final ResourceID LEADER = new ResourceID("x-0-leader", "ns");
  private static final ResourceID WORKER = new ResourceID("x-0-worker", "ns");

  @Nested
  class Mappers {

    @Test
    void map_a_gang_to_the_cliques_in_it_and_to_those_that_wait_for_it() {
      PodGang gang = new PodGang();
      gang.getMetadata().setNamespace("ns");
      gang.getMetadata().setName("x-0");
      PodGangMapper mapper =
          new PodGangMapper(
              new FixedCache<>(
                  List.of(
                      clique("x", "leader"),
                      scaled(clique("x", "worker")),
                      clique("y", "leader"))));

      assertThat(mapper.toPrimaryResourceIDs(gang)).containsExactlyInAnyOrder(LEADER, WORKER);
    }

    @Test
    void map_a_clique_to_its_gang_and_to_the_base_gang() {
      PodGangMapper mapper = new PodGangMapper(new FixedCache<>(List.of()));

      assertThat(mapper.toSecondaryResourceIDs(scaled(clique("x", "worker"))))
          .containsExactlyInAnyOrder(new ResourceID("x-0-g-0", "ns"), new ResourceID("x-0", "ns"));
    }

    @Test
    void map_a_group_to_all_cliques_of_its_replica_of_the_set() {
      PodCliqueScalingGroup group = new PodCliqueScalingGroup();
      group.getMetadata().setNamespace("ns");
      group.getMetadata().setName("x-0-g");
      group.getMetadata().setLabels(Map.of(Labels.PART_OF, "x", Labels.SET_REPLICA_INDEX, "0"));
      PodClique elsewhere = labelled(clique("x", "router"), Labels.SET_REPLICA_INDEX, "1");
      ScalingGroupMapper mapper =
          new ScalingGroupMapper(
              new FixedCache<>(
                  List.of(clique("x", "leader"), scaled(clique("x", "worker")), elsewhere)));

      assertThat(mapper.toPrimaryResourceIDs(group)).containsExactlyInAnyOrder(LEADER, WORKER);
    }

    @Test
    void map_a_member_to_its_group() {
      ScalingGroupMapper mapper = new ScalingGroupMapper(new FixedCache<>(List.of()));

      assertThat(mapper.toSecondaryResourceIDs(scaled(clique("x", "worker"))))
          .containsExactly(new ResourceID("x-0-g", "ns"));
      assertThat(mapper.toSecondaryResourceIDs(clique("x", "leader"))).isEmpty();
    }

    @Test
    void map_a_set_to_its_cliques_and_back() {
      PodCliqueSet set = new PodCliqueSet();
      set.getMetadata().setNamespace("ns");
      set.getMetadata().setName("x");
      PodCliqueSetMapper<PodClique> mapper =
          new PodCliqueSetMapper<>(
              new FixedCache<>(
                  List.of(clique("x", "leader"), clique("x", "worker"), clique("y", "leader"))));

      assertThat(mapper.toPrimaryResourceIDs(set)).containsExactlyInAnyOrder(LEADER, WORKER);
      assertThat(mapper.toSecondaryResourceIDs(clique("x", "leader")))
          .containsExactly(new ResourceID("x", "ns"));
    }
  }

  @Nested
  class SiblingsMatter {

    @Test
    void to_a_clique_that_starts_after_them() {
      assertThat(
              CliqueSiblings.looksAt(
                  after(clique("x", "worker"), "x-0-leader"), clique("x", "leader")))
          .isTrue();
    }

    @Test
    void to_a_clique_that_waits_for_their_gang() {
      assertThat(CliqueSiblings.looksAt(scaled(clique("x", "worker")), clique("x", "leader")))
          .isTrue();
    }

    @Test
    void to_no_other_clique() {
      assertThat(CliqueSiblings.looksAt(clique("x", "router"), clique("x", "leader"))).isFalse();
    }

    @Test
    void when_they_become_ready() {
      assertThat(matters(clique -> ready(clique, 1))).isTrue();
    }

    @Test
    void when_their_minimum_changes() {
      assertThat(
              matters(clique -> {
                clique.setSpec(PodCliqueSpecBuilder.builder(clique.getSpec()).replicas(3).build());
                return clique;
              }))
          .isTrue();
    }

    @Test
    void when_they_are_made_again_under_their_name() {
      assertThat(
              matters(clique -> {
                clique.getMetadata().setUid("uid-reborn");
                return clique;
              }))
          .isTrue();
    }

    @Test
    void but_not_when_only_messages_change() {
      assertThat(matters(clique -> ready(clique, 0))).isFalse();
    }

    private static boolean matters(UnaryOperator<PodClique> change) {
      return CliqueSiblings.matters(change.apply(clique("x", "leader")), clique("x", "leader"));
    }
  }

  @Nested
  class Filters {

    @Test
    void wake_when_a_pod_becomes_ready() {
      assertThat(CliqueUpdateFilters.pod(pod("True", "8"), pod("False", "7"))).isTrue();
    }

    @Test
    void sleep_on_when_nothing_that_is_kept_of_a_pod_changes() {
      assertThat(CliqueUpdateFilters.pod(pod("True", "8"), pod("True", "7"))).isFalse();
    }

    @Test
    void wake_when_the_set_is_changed() {
      assertThat(CliqueUpdateFilters.podCliqueSet(set(2, 1), set(1, 1))).isTrue();
    }

    @Test
    void sleep_on_when_the_set_only_counts_differently() {
      assertThat(CliqueUpdateFilters.podCliqueSet(set(1, 2), set(1, 1))).isFalse();
    }

    @Test
    void wake_when_a_group_is_scaled() {
      assertThat(CliqueUpdateFilters.scalingGroup(group(2, 1), group(1, 1))).isTrue();
    }

    @Test
    void sleep_on_when_a_group_only_counts_differently() {
      assertThat(CliqueUpdateFilters.scalingGroup(group(1, 2), group(1, 1))).isFalse();
    }

    private static Pod pod(String ready, String version) {
      return new PodBuilder()
          .withNewMetadata()
          .withName("a")
          .withResourceVersion(version)
          .endMetadata()
          .withNewStatus()
          .addNewCondition()
          .withType("Ready")
          .withStatus(ready)
          .endCondition()
          .endStatus()
          .build();
    }

    private static PodCliqueSet set(long generation, int available) {
      PodCliqueSet set = new PodCliqueSet();
      set.getMetadata().setGeneration(generation);
      set.setStatus(PodCliqueSetStatusBuilder.builder().availableReplicas(available).build());
      return set;
    }

    private static PodCliqueScalingGroup group(long generation, int available) {
      PodCliqueScalingGroup group = new PodCliqueScalingGroup();
      group.getMetadata().setGeneration(generation);
      group.setStatus(
          PodCliqueScalingGroupStatusBuilder.builder().availableReplicas(available).build());
      return group;
    }
  }

  private static PodClique clique(String set, String name) {
    PodClique clique = new PodClique();
    clique.getMetadata().setNamespace("ns");
    clique.getMetadata().setName(set + "-0-" + name);
    clique.getMetadata().setUid("uid-" + name);
    clique
        .getMetadata()
        .setLabels(
            Map.of(
                Labels.PART_OF, set, Labels.SET_REPLICA_INDEX, "0", Labels.POD_GANG, set + "-0"));
    clique.setSpec(PodCliqueSpecBuilder.builder().podSpec(new PodSpec()).build());
    return clique;
  }

  private static PodClique scaled(PodClique clique) {
    labelled(clique, Labels.POD_GANG, "x-0-g-0");
    labelled(clique, Labels.SCALING_GROUP, "x-0-g");
    return labelled(clique, Labels.BASE_POD_GANG, "x-0");
  }

  private static PodClique labelled(PodClique clique, String key, String value) {
    Map<String, String> labels = new HashMap<>(clique.getMetadata().getLabels());
    labels.put(key, value);
    clique.getMetadata().setLabels(labels);
    return clique;
  }

  private static PodClique ready(PodClique clique, int pods) {
    clique.setStatus(PodCliqueStatusBuilder.builder().readyReplicas(pods).build());
    return clique;
  }

  private static PodClique after(PodClique clique, String parent) {
    clique.setSpec(
        PodCliqueSpecBuilder.builder(clique.getSpec()).startsAfter(List.of(parent)).build());
    return clique;
  }
}
