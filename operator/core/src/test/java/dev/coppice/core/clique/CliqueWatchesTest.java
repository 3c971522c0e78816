package dev.coppice.core.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.gang.NamespacedName;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangPhases;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.api.status.ReplicaDeletionBuilder;
import dev.coppice.core.subgroup.GroupName;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CliqueWatchesTest {

  private static final CliqueWatches WATCHES = new CliqueWatches();

  @Nested
  class Covers {

    @Test
    void a_node_tells_a_clique_that_only_asks_for_its_pool_of_nothing_else() {
      CliqueWatches pools = new CliqueWatches(Optional.of("pool"));
      PodClique plain = clique("x", "leader");
      PodClique exclusive =
          annotated(ofGroup("worker", "1"), Annotations.EXCLUSIVE_TOPOLOGY, "block");
      Node before = node("pool", "a");
      Node moved = node("pool", "b");
      Node other = node("pool", "a");
      other.getMetadata().setLabels(Map.of("pool", "a", "zone", "z"));

      assertThat(pools.relates(plain, before)).isTrue();
      assertThat(WATCHES.relates(plain, before)).isTrue();
      assertThat(WATCHES.reaches(plain, moved, before)).isFalse();
      assertThat(pools.changed(moved, before)).isTrue();
      assertThat(pools.reaches(plain, moved, before)).isTrue();
      assertThat(pools.reaches(plain, other, before)).isFalse();
      assertThat(pools.reaches(exclusive, other, before)).isTrue();
      assertThat(WATCHES.reaches(exclusive, other, before)).isTrue();
    }

    private static Node node(String key, String value) {
      Node node = named(new Node(), "n");
      node.getMetadata().setLabels(Map.of(key, value));
      return node;
    }

    @Test
    void the_gang_of_a_clique_and_the_one_that_it_waits_for() {
      PodClique scaled = scaled(clique("x", "worker"));

      assertThat(WATCHES.relates(scaled, named(new PodGang(), "x-0"))).isTrue();
      assertThat(WATCHES.relates(scaled, named(new PodGang(), "x-0-g-0"))).isTrue();
      assertThat(WATCHES.relates(scaled, named(new PodGang(), "x-0-g-1"))).isFalse();
      assertThat(WATCHES.relates(clique("x", "leader"), named(new PodGang(), "x-0"))).isTrue();
      assertThat(WATCHES.relates(clique("y", "leader"), named(new PodGang(), "x-0"))).isFalse();
    }

    @Test
    void what_its_group_has_elsewhere_if_that_wants_a_domain_for_itself() {
      PodClique worker = ofGroup("worker", "1");
      Pod ofLeader = named(new Pod(), "p");
      ofLeader
          .getMetadata()
          .setLabels(
              Map.of(
                  Labels.POD_CLIQUE,
                  "x-0-leader",
                  Labels.GROUP_KEY,
                  GroupName.ofReplica("ns", "x-0-g", 0).key()));

      assertThat(List.of(ofLeader, ofGroup("leader", "0")))
          .allMatch(other -> !WATCHES.relates(worker, other));
      for (String key :
          List.of(Annotations.EXCLUSIVE_TOPOLOGY, Annotations.SUBGROUP_EXCLUSIVE_TOPOLOGY)) {
        PodClique exclusive = annotated(ofGroup("worker", "1"), key, "block");
        assertThat(List.of(ofLeader, new Node(), ofGroup("leader", "0")))
            .allMatch(other -> WATCHES.relates(exclusive, other));
        assertThat(WATCHES.relates(exclusive, ofGroup("other", "5"))).isFalse();
      }
      PodClique sharing = annotated(ofGroup("worker", "1"), Annotations.EXCLUSIVE_TOPOLOGY, "none");
      assertThat(WATCHES.relates(sharing, ofLeader)).isFalse();
    }

    private static PodClique ofGroup(String name, String offset) {
      PodClique clique = labelled(clique("x", name), Labels.SCALING_GROUP, "x-0-g");
      labelled(clique, Labels.SCALING_GROUP_REPLICA_INDEX, "0");
      annotated(clique, Annotations.GROUP_WORKER_OFFSET, offset);
      return annotated(clique, Annotations.SUBGROUP_SIZE, "2");
    }

    private static PodClique annotated(PodClique clique, String key, String value) {
      Map<String, String> annotations = new HashMap<>();
      if (clique.getMetadata().getAnnotations() != null) {
        annotations.putAll(clique.getMetadata().getAnnotations());
      }
      annotations.put(key, value);
      clique.getMetadata().setAnnotations(annotations);
      return clique;
    }

    @Test
    void all_groups_of_its_replica_of_the_set() {
      PodCliqueScalingGroup group = named(new PodCliqueScalingGroup(), "x-0-g");
      group.getMetadata().setLabels(Map.of(Labels.PART_OF, "x", Labels.SET_REPLICA_INDEX, "0"));
      PodClique elsewhere = labelled(clique("x", "router"), Labels.SET_REPLICA_INDEX, "1");

      assertThat(WATCHES.relates(scaled(clique("x", "worker")), group)).isTrue();
      assertThat(WATCHES.relates(clique("x", "leader"), group)).isTrue();
      assertThat(WATCHES.relates(elsewhere, group)).isFalse();
      assertThat(WATCHES.relates(clique("y", "leader"), group)).isFalse();
    }

    @Test
    void its_set() {
      assertThat(WATCHES.relates(clique("x", "leader"), named(new PodCliqueSet(), "x"))).isTrue();
      assertThat(WATCHES.relates(clique("y", "leader"), named(new PodCliqueSet(), "x"))).isFalse();
    }

    @Test
    void its_pods_whoever_owns_them() {
      Pod pod = named(new Pod(), "x-0-leader-0");
      pod.getMetadata().setLabels(Map.of(Labels.POD_CLIQUE, "x-0-leader"));

      assertThat(WATCHES.relates(clique("x", "leader"), pod)).isTrue();
      assertThat(WATCHES.relates(clique("x", "worker"), pod)).isFalse();
    }

    @Test
    void a_sibling_that_it_starts_after() {
      assertThat(WATCHES.relates(after(clique("x", "worker"), "x-0-leader"), clique("x", "leader")))
          .isTrue();
    }

    @Test
    void a_sibling_whose_gang_it_waits_for() {
      assertThat(WATCHES.relates(scaled(clique("x", "worker")), clique("x", "leader"))).isTrue();
    }

    @Test
    void no_other_sibling() {
      assertThat(WATCHES.relates(clique("x", "router"), clique("x", "leader"))).isFalse();
    }

    @Test
    void neither_itself_nor_a_clique_of_another_replica_of_the_set() {
      PodClique worker = after(clique("x", "worker"), "x-0-leader", "x-0-worker");
      PodClique elsewhere = labelled(clique("x", "leader"), Labels.SET_REPLICA_INDEX, "1");

      assertThat(WATCHES.relates(worker, worker)).isFalse();
      assertThat(WATCHES.relates(worker, elsewhere)).isFalse();
    }

    @Test
    void nothing_of_another_namespace() {
      PodClique leader = clique("x", "leader");
      PodClique worker = after(clique("x", "worker"), "x-0-leader");
      leader.getMetadata().setNamespace("other");
      PodCliqueSet set = named(new PodCliqueSet(), "x");
      set.getMetadata().setNamespace("other");

      assertThat(WATCHES.relates(worker, leader)).isFalse();
      assertThat(WATCHES.relates(worker, set)).isFalse();
    }

    @Test
    void no_kind_that_is_not_read() {
      assertThat(WATCHES.relates(clique("x", "leader"), named(new Service(), "x"))).isFalse();
    }
  }

  @Nested
  class SiblingsWake {

    @Test
    void when_they_become_ready() {
      assertThat(changed(clique -> ready(clique, 1))).isTrue();
    }

    @Test
    void when_their_minimum_changes() {
      assertThat(
              changed(clique -> {
                clique.setSpec(PodCliqueSpecBuilder.builder(clique.getSpec()).replicas(3).build());
                return clique;
              }))
          .isTrue();
    }

    @Test
    void when_they_are_made_again_under_their_name() {
      assertThat(
              changed(clique -> {
                clique.getMetadata().setUid("uid-reborn");
                return clique;
              }))
          .isTrue();
    }

    @Test
    void but_not_when_only_messages_change() {
      assertThat(changed(clique -> ready(clique, 0))).isFalse();
    }

    private static boolean changed(UnaryOperator<PodClique> change) {
      return WATCHES.changed(change.apply(clique("x", "leader")), clique("x", "leader"));
    }
  }

  @Nested
  class OtherKinds {

    @Test
    void wake_when_a_pod_becomes_ready() {
      assertThat(WATCHES.changed(pod("True", "8"), pod("False", "7"))).isTrue();
    }

    @Test
    void sleep_on_when_nothing_that_is_kept_of_a_pod_changes() {
      assertThat(WATCHES.changed(pod("True", "8"), pod("True", "7"))).isFalse();
    }

    @Test
    void wake_when_the_set_is_changed() {
      assertThat(WATCHES.changed(set(2, 1), set(1, 1))).isTrue();
    }

    @Test
    void sleep_on_when_the_set_only_counts_differently() {
      assertThat(WATCHES.changed(set(1, 2), set(1, 1))).isFalse();
    }

    @Test
    void wake_when_a_group_is_scaled() {
      assertThat(WATCHES.changed(group(2, 1), group(1, 1))).isTrue();
    }

    @Test
    void wake_when_a_group_begins_to_tear_down_a_replica() {
      PodCliqueScalingGroup torn = group(1, 1);
      torn.setStatus(
          PodCliqueScalingGroupStatusBuilder.builder(torn.statusOrEmpty())
              .replicaDeletions(
                  List.of(
                      ReplicaDeletionBuilder.builder()
                          .cause(ReplicaDeletion.TEMPLATE_CHANGED)
                          .startedAt(Instant.EPOCH)
                          .build()))
              .build());

      assertThat(WATCHES.changed(torn, group(1, 1))).isTrue();
    }

    @Test
    void sleep_on_when_a_group_only_counts_differently() {
      assertThat(WATCHES.changed(group(1, 2), group(1, 1))).isFalse();
    }

    @Test
    void wake_when_a_gang_is_composed_differently() {
      PodGang larger = gang(PodGangPhases.PENDING, new PodGroup("x-0-leader", List.of(), 2, null));

      assertThat(WATCHES.changed(larger, gang(PodGangPhases.PENDING))).isTrue();
    }

    /** The answer to a write of references of our own may be all that tells of it. */
    @Test
    void wake_when_a_gang_is_composed_differently_which_only_its_set_decides() {
      PodGroup group = new PodGroup("x-0-leader", List.of(), 2, null);
      PodGroup referring =
          new PodGroup("x-0-leader", List.of(new NamespacedName("n", "p")), 2, null);
      PodGang before = gang(PodGangPhases.PENDING, group);

      assertThat(WATCHES.isOfOthers(gang(PodGangPhases.PENDING), before)).isTrue();
      assertThat(WATCHES.isOfOthers(gang(PodGangPhases.PENDING, referring), before)).isFalse();
    }

    @Test
    void wake_when_a_gang_is_placed_otherwise_which_only_its_set_decides() {
      PodGang before = gang(PodGangPhases.PENDING);
      PodGang released =
          before.withStatus(
              PodGangStatusBuilder.builder(before.statusOrEmpty()).released(true).build());

      assertThat(WATCHES.changed(released, before)).isTrue();
      assertThat(WATCHES.isOfOthers(released, before)).isTrue();
      assertThat(WATCHES.isOfOthers(gang(PodGangPhases.RUNNING), before)).isFalse();
    }

    @Test
    void sleep_on_when_a_gang_only_reports() {
      assertThat(WATCHES.changed(gang(PodGangPhases.RUNNING), gang(PodGangPhases.PENDING)))
          .isFalse();
    }

    private static PodGang gang(String phase, PodGroup... groups) {
      PodGang gang = named(new PodGang(), "x-0");
      gang.setSpec(PodGangSpecBuilder.builder().podgroups(List.of(groups)).build());
      gang.setStatus(PodGangStatusBuilder.builder().phase(phase).build());
      return gang;
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

  private static <T extends HasMetadata> T named(T object, String name) {
    object.setMetadata(new ObjectMetaBuilder().withNamespace("ns").withName(name).build());
    return object;
  }

  private static PodClique clique(String set, String name) {
    PodClique clique = named(new PodClique(), set + "-0-" + name);
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

  private static PodClique after(PodClique clique, String... parents) {
    clique.setSpec(
        PodCliqueSpecBuilder.builder(clique.getSpec()).startsAfter(List.of(parents)).build());
    return clique;
  }
}
