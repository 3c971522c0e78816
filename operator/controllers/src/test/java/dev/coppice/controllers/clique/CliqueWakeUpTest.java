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
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  class SiblingsWake {

    private final List<ResourceID> woken = new ArrayList<>();

    @Test
    void a_clique_that_starts_after_the_one_that_became_ready() {
      PodClique leader = ready(clique("x", "leader"), 1);
      PodClique worker = after(clique("x", "worker"), "x-0-leader");
      PodClique router = clique("x", "router");

      source(leader, worker, router).onResourceUpdated(leader, clique("x", "leader"));

      assertThat(woken).containsExactly(WORKER);
    }

    @Test
    void a_clique_whose_base_gang_changed() {
      PodClique base = ready(clique("x", "leader"), 1);

      source(base, scaled(clique("x", "worker"))).onResourceUpdated(base, clique("x", "leader"));

      assertThat(woken).containsExactly(WORKER);
    }

    @Test
    void a_clique_that_starts_after_one_whose_minimum_changed() {
      PodClique leader = clique("x", "leader");
      leader.setSpec(PodCliqueSpecBuilder.builder(leader.getSpec()).replicas(3).build());
      PodClique worker = after(clique("x", "worker"), "x-0-leader");

      source(leader, worker).onResourceUpdated(leader, clique("x", "leader"));

      assertThat(woken).containsExactly(WORKER);
    }

    @Test
    void a_clique_that_starts_after_one_that_was_made_again_under_its_name() {
      PodClique leader = clique("x", "leader");
      leader.getMetadata().setUid("uid-reborn");
      PodClique worker = after(clique("x", "worker"), "x-0-leader");

      source(leader, worker).onResourceUpdated(leader, clique("x", "leader"));

      assertThat(woken).containsExactly(WORKER);
    }

    @Test
    void nobody_when_only_messages_change() {
      PodClique leader = clique("x", "leader");
      PodClique worker = after(clique("x", "worker"), "x-0-leader");

      source(leader, worker).onResourceUpdated(leader, clique("x", "leader"));

      assertThat(woken).isEmpty();
    }

    @Test
    void those_who_wait_for_a_clique_that_is_made_or_goes() {
      PodClique leader = clique("x", "leader");
      SiblingEventSource source = source(leader, after(clique("x", "worker"), "x-0-leader"));

      source.onResourceCreated(leader);
      source.onResourceDeleted(leader);

      assertThat(woken).containsExactly(WORKER, WORKER);
    }

    private SiblingEventSource source(PodClique... cliques) {
      SiblingEventSource source = new SiblingEventSource(new FixedCache<>(List.of(cliques)));
      source.setEventHandler((Event event) -> woken.add(event.getRelatedCustomResourceID()));
      return source;
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
