package dev.coppice.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.api.set.PodCliqueTemplateBuilder;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.api.topology.TopologyConstraintBuilder;
import dev.coppice.core.clique.CliqueWatches;
import dev.coppice.core.group.GroupWatches;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.set.SetWatches;
import dev.coppice.core.subgroup.GroupName;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RelatedObjectsTest {

  private static final Map<String, String> STANDALONE =
      Map.of(Labels.PART_OF, "x", Labels.SET_REPLICA_INDEX, "0", Labels.POD_GANG, "x-0");
  private static final Map<String, String> SCALED =
      Map.of(
          Labels.PART_OF,
          "x",
          Labels.SET_REPLICA_INDEX,
          "0",
          Labels.SCALING_GROUP,
          "x-0-g",
          Labels.POD_GANG,
          "x-0-g-0",
          Labels.BASE_POD_GANG,
          "x-0");
  private static final Map<String, String> OF_ANOTHER_SET =
      Map.of(Labels.PART_OF, "y", Labels.SET_REPLICA_INDEX, "0", Labels.POD_GANG, "y-0");
  private static final Map<String, String> GROUP =
      Map.of(Labels.PART_OF, "x", Labels.SET_REPLICA_INDEX, "0");

  private final Caches caches =
      new Caches(
          new SimpleMeterRegistry(),
          Set.of(PodCliqueSet.class, PodCliqueScalingGroup.class, PodClique.class));
  private final RelatedObjects<PodClique> ofCliques =
      new RelatedObjects<>(
          PodClique.class,
          new CliqueWatches(),
          Map.of(
              Pod.class, Relation.podsOfClique(),
              Node.class, Relation.nodesOfClique(),
              PodGang.class, Relation.gangsOfClique(),
              PodCliqueScalingGroup.class, Relation.sameSetReplica(),
              PodCliqueSet.class, Relation.namedIn(Labels.PART_OF),
              PodClique.class, Relation.siblings()),
          caches);
  private final RelatedObjects<PodCliqueScalingGroup> ofGroups =
      new RelatedObjects<>(
          PodCliqueScalingGroup.class,
          new GroupWatches(),
          Map.of(
              PodClique.class, Relation.naming(Labels.SCALING_GROUP),
              PodCliqueSet.class, Relation.namedIn(Labels.PART_OF),
              PodCliqueScalingGroup.class, Relation.siblings()),
          caches);

  private final RelatedObjects<PodCliqueSet> ofSets =
      new RelatedObjects<>(
          PodCliqueSet.class,
          new SetWatches(true, SchedulerBackends.standard(), false),
          Map.of(
              PodClique.class, Relation.naming(Labels.PART_OF),
              PodCliqueScalingGroup.class, Relation.naming(Labels.PART_OF),
              PodGang.class, Relation.naming(Labels.PART_OF),
              HorizontalPodAutoscaler.class, Relation.naming(Labels.PART_OF),
              Service.class, Relation.naming(Labels.PART_OF),
              ClusterTopologyBinding.class, Relation.topologyOfSet()),
          caches);

  private final PodClique leader = stored(clique("x-0-leader", STANDALONE));
  private final PodClique worker = stored(clique("x-0-g-1-worker", SCALED));
  private final PodClique ofAnother = stored(clique("y-0-leader", OF_ANOTHER_SET));

  @Test
  void a_gang_is_read_by_the_cliques_in_it_and_by_those_that_wait_for_it() {
    PodGang base = stored(object(new PodGang(), "ns", "x-0", Map.of()));
    PodGang scaled = stored(object(new PodGang(), "ns", "x-0-g-0", Map.of()));
    stored(object(new PodGang(), "other", "x-0", Map.of()));

    assertThat(ofCliques.readersOf(base)).containsExactlyInAnyOrder(id(leader), id(worker));
    assertThat(ofCliques.readersOf(scaled)).containsExactly(id(worker));
    assertThat(ofCliques.of(worker)).containsExactlyInAnyOrder(base, scaled, leader);
    assertThat(ofCliques.of(leader)).containsExactly(base);
  }

  @Test
  void a_gang_of_another_operator_is_read_by_the_cliques_that_it_has_groups_for() {
    PodGang foreign =
        object(new PodGang(), "ns", "x-0-1788533963425275530", Map.of(Labels.PART_OF, "x"));
    foreign.setSpec(
        PodGangSpecBuilder.builder()
            .podgroups(List.of(new PodGroup(leader.getMetadata().getName(), List.of(), 1, null)))
            .build());
    stored(foreign);

    assertThat(ofCliques.readersOf(foreign)).containsExactly(id(leader));
    assertThat(ofCliques.of(leader)).containsExactly(foreign);
    assertThat(ofCliques.of(worker)).doesNotContain(foreign);
  }

  @Test
  void a_group_is_read_by_all_cliques_of_its_replica_of_the_set() {
    PodCliqueScalingGroup group = stored(object(new PodCliqueScalingGroup(), "ns", "x-0-g", GROUP));

    assertThat(ofCliques.readersOf(group)).containsExactlyInAnyOrder(id(leader), id(worker));
    assertThat(ofCliques.of(leader)).containsExactly(group);
  }

  @Test
  void a_set_is_read_by_its_cliques_and_groups_without_a_label_of_the_operator() {
    PodCliqueSet set = object(new PodCliqueSet(), "ns", "x", Map.of());
    set.getMetadata().setLabels(Map.of());
    stored(set);
    PodCliqueScalingGroup group = stored(object(new PodCliqueScalingGroup(), "ns", "x-0-g", GROUP));
    stored(object(new PodCliqueScalingGroup(), "other", "x-0-g", GROUP));

    assertThat(ofCliques.readersOf(set)).containsExactlyInAnyOrder(id(leader), id(worker));
    assertThat(ofCliques.of(leader)).contains(set);
    assertThat(ofGroups.readersOf(set)).containsExactly(id(group));
    assertThat(ofGroups.of(group)).contains(set);
  }

  @Test
  void a_topology_is_read_by_the_sets_of_every_namespace_that_name_it_or_seek_one() {
    PodCliqueSet naming = stored(naming("ns", "x", "dc"));
    PodCliqueSet elsewhere = stored(naming("other", "x", "dc"));
    PodCliqueSet another = stored(naming("ns", "y", "lab"));
    PodCliqueSet seeking = stored(seeking("ns", "s"));
    stored(object(new PodCliqueSet(), "ns", "z", Map.of()));
    ClusterTopologyBinding binding = new ClusterTopologyBinding();
    binding.setMetadata(
        new ObjectMetaBuilder().withName("dc").withUid("dc").withResourceVersion("1").build());
    stored(binding);

    assertThat(ofSets.readersOf(binding))
        .containsExactlyInAnyOrder(id(naming), id(elsewhere), id(seeking));
    assertThat(ofSets.of(naming)).contains(binding);
    assertThat(ofSets.of(elsewhere)).containsExactly(binding);
    assertThat(ofSets.of(seeking)).containsExactly(binding);
    assertThat(ofSets.of(another)).doesNotContain(binding);
  }

  @Test
  void a_pod_is_read_by_the_clique_that_it_names_whoever_owns_it() {
    Pod pod = stored(object(new Pod(), "ns", "p", Map.of(Labels.POD_CLIQUE, "x-0-leader")));

    assertThat(ofCliques.readersOf(pod)).containsExactly(id(leader));
    assertThat(ofCliques.of(leader)).containsExactly(pod);
  }

  @Test
  void a_clique_is_read_by_its_group_and_by_the_siblings_that_wait_for_it() {
    PodCliqueScalingGroup group = stored(object(new PodCliqueScalingGroup(), "ns", "x-0-g", GROUP));

    assertThat(ofGroups.readersOf(worker)).containsExactly(id(group));
    assertThat(ofGroups.of(group)).containsExactly(worker);
    assertThat(ofCliques.readersOf(leader)).containsExactly(id(worker));
    assertThat(ofCliques.readersOf(worker)).isEmpty();
    assertThat(ofCliques.of(ofAnother)).isEmpty();
  }

  @Test
  void what_users_made_is_seen_by_its_own_level_alone() {
    PodCliqueScalingGroup group = stored(object(new PodCliqueScalingGroup(), "ns", "x-0-g", GROUP));
    PodClique foreign = clique("x-0-g-0-worker", SCALED);
    foreign.getMetadata().getLabels().remove(Labels.MANAGED_BY);
    stored(foreign);

    assertThat(ofGroups.readersOf(foreign)).isEmpty();
    assertThat(ofGroups.of(group)).containsExactly(worker);
    assertThat(ofCliques.current(foreign)).contains(foreign);
    assertThat(ofCliques.of(foreign)).contains(leader);
  }

  @Test
  void an_object_that_changes_its_labels_is_read_by_those_before_and_after() {
    Pod before = object(new Pod(), "ns", "p", Map.of(Labels.POD_CLIQUE, "x-0-leader"));
    Pod now = object(new Pod(), "ns", "p", Map.of(Labels.POD_CLIQUE, "y-0-leader"));

    assertThat(ofCliques.readersOf(now, before))
        .containsExactlyInAnyOrder(id(leader), id(ofAnother));
    assertThat(ofCliques.readersOf(now, now)).isEmpty();
  }

  @Test
  void an_object_that_loses_the_label_of_the_operator_is_read_by_those_before() {
    PodCliqueScalingGroup group = stored(object(new PodCliqueScalingGroup(), "ns", "x-0-g", GROUP));
    PodClique now = clique("x-0-g-1-worker", SCALED);
    now.getMetadata().getLabels().remove(Labels.MANAGED_BY);

    assertThat(ofGroups.readersOf(now, worker)).containsExactly(id(group));
  }

  @Test
  void a_node_is_read_by_cliques_with_pods_on_it_that_train_or_terminate() {
    leader
        .getMetadata()
        .setAnnotations(Map.of(Annotations.RESTART_ATTEMPT, "0", Annotations.ATTEMPT_RUN, "true"));
    Node node = stored(node());
    Pod serving = object(new Pod(), "ns", "s", Map.of(Labels.POD_CLIQUE, "x-0-g-1-worker"));
    serving.setSpec(new PodSpecBuilder().withNodeName("n").build());
    stored(serving);
    Map<String, String> labels =
        Map.of(Labels.POD_CLIQUE, "x-0-leader", Labels.RESTART_ATTEMPT, "0");
    stored(object(new Pod(), "ns", "p", labels));

    assertThat(ofCliques.readersOf(node)).isEmpty();
    assertThat(ofCliques.of(leader)).hasSize(1);

    Pod bound = object(new Pod(), "ns", "p", labels);
    bound.setSpec(new PodSpecBuilder().withNodeName("n").build());
    stored(bound);

    assertThat(ofCliques.readersOf(node)).containsExactly(id(leader));
    assertThat(ofCliques.of(leader)).containsExactlyInAnyOrder(bound, node);
    assertThat(ofCliques.of(worker)).doesNotContain(node);

    Pod going = object(new Pod(), "ns", "s", serving.getMetadata().getLabels());
    going.getMetadata().setDeletionTimestamp("2026-08-19T10:00:30Z");
    going.setSpec(serving.getSpec());
    stored(going);
    assertThat(ofCliques.of(worker)).contains(node);
  }

  @Test
  void pods_of_a_group_and_their_nodes_are_read_by_all_its_cliques_if_it_wants_a_domain() {
    Map<String, String> ofGroup = new HashMap<>(SCALED);
    ofGroup.put(Labels.SCALING_GROUP_REPLICA_INDEX, "1");
    PodClique first = clique("x-0-g-1-lead", ofGroup);
    PodClique second = clique("x-0-g-1-work", ofGroup);
    PodClique sharing = stored(clique("x-0-g-1-other", ofGroup));
    for (PodClique exclusive : List.of(first, second)) {
      exclusive.getMetadata().setAnnotations(Map.of(Annotations.EXCLUSIVE_TOPOLOGY, "block"));
      stored(exclusive);
    }
    Node node = stored(node());
    Pod pod =
        object(
            new Pod(),
            "ns",
            "p",
            Map.of(
                Labels.POD_CLIQUE,
                "x-0-g-1-lead",
                Labels.GROUP_KEY,
                GroupName.ofReplica("ns", "x-0-g", 1).key()));
    pod.setSpec(new PodSpecBuilder().withNodeName("n").build());
    stored(pod);

    assertThat(ofCliques.readersOf(pod)).containsExactlyInAnyOrder(id(first), id(second));
    assertThat(ofCliques.readersOf(node)).containsExactlyInAnyOrder(id(first), id(second));
    assertThat(ofCliques.of(second)).contains(pod, node);
    assertThat(ofCliques.of(sharing)).doesNotContain(pod, node);
  }

  @Test
  void nodes_of_all_pods_are_read_where_node_pools_matter() {
    RelatedObjects<PodClique> withPools =
        new RelatedObjects<>(
            PodClique.class,
            new CliqueWatches(Optional.of("pool")),
            Map.of(
                Pod.class, Relation.podsOfClique(),
                Node.class, Relation.allNodesOfClique(),
                PodGang.class, Relation.namedIn(Labels.POD_GANG, Labels.BASE_POD_GANG),
                PodCliqueScalingGroup.class, Relation.sameSetReplica(),
                PodCliqueSet.class, Relation.namedIn(Labels.PART_OF),
                PodClique.class, Relation.siblings()),
            caches);
    Node node = stored(node());
    Pod bound = object(new Pod(), "ns", "p", Map.of(Labels.POD_CLIQUE, "x-0-leader"));
    bound.setSpec(new PodSpecBuilder().withNodeName("n").build());
    stored(bound);

    assertThat(withPools.readersOf(node)).containsExactly(id(leader));
    assertThat(withPools.of(leader)).containsExactlyInAnyOrder(bound, node);
    assertThat(ofCliques.readersOf(node)).isEmpty();
    assertThat(ofCliques.of(leader)).containsExactly(bound);
  }

  @Test
  void every_kind_that_is_read_must_be_found() {
    assertThatThrownBy(() ->
            new RelatedObjects<>(
                PodClique.class,
                new CliqueWatches(),
                Map.of(Pod.class, Relation.naming(Labels.POD_CLIQUE)),
                caches))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PodClique");
  }

  private <T extends HasMetadata> T stored(T object) {
    @SuppressWarnings("unchecked") // the class of an object is the class of its type
    ObjectStore<T> store = caches.of((Class<T>) object.getClass());
    store.put(store.getKey(object), object);
    return object;
  }

  private static ResourceID id(HasMetadata object) {
    return ResourceID.fromResource(object);
  }

  private static PodClique clique(String name, Map<String, String> labels) {
    PodClique clique = object(new PodClique(), "ns", name, labels);
    clique.setSpec(
        PodCliqueSpecBuilder.builder().startsAfter(List.of()).podSpec(new PodSpec()).build());
    return clique;
  }

  private static Node node() {
    return new NodeBuilder()
        .withNewMetadata()
        .withName("n")
        .withUid("n")
        .withResourceVersion("1")
        .endMetadata()
        .build();
  }

  private static PodCliqueSet naming(String namespace, String name, String topology) {
    PodCliqueSet set = object(new PodCliqueSet(), namespace, name, Map.of());
    set.setSpec(
        PodCliqueSetSpecBuilder.builder()
            .template(
                PodCliqueSetTemplateBuilder.builder()
                    .topologyConstraint(
                        TopologyConstraintBuilder.builder().topologyName(topology).build())
                    .build())
            .build());
    return set;
  }

  /** One whose clique wants a domain for itself, of whatever topology. */
  private static PodCliqueSet seeking(String namespace, String name) {
    PodCliqueSet set = object(new PodCliqueSet(), namespace, name, Map.of());
    set.setSpec(
        PodCliqueSetSpecBuilder.builder()
            .template(
                PodCliqueSetTemplateBuilder.builder()
                    .cliques(
                        List.of(
                            PodCliqueTemplateBuilder.builder()
                                .name("a")
                                .annotations(Map.of("grove.io/exclusive-topology", "block"))
                                .build()))
                    .build())
            .build());
    return set;
  }

  private static <T extends HasMetadata> T object(
      T object, String namespace, String name, Map<String, String> labels) {
    Map<String, String> all = new HashMap<>(labels);
    all.put(Labels.MANAGED_BY, Labels.MANAGER);
    object.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(name)
            .withUid(namespace + "-" + name)
            .withResourceVersion("1")
            .withLabels(all)
            .build());
    return object;
  }
}
