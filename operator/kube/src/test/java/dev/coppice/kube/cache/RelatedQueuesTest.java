package dev.coppice.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.queue.QueueSpecBuilder;
import dev.coppice.api.queue.QueueStatus;
import dev.coppice.api.queue.QueueStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpec;
import dev.coppice.core.queue.QueueWatches;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.set.SetWatches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who reads which Queue, and hears of its changes. */
class RelatedQueuesTest {

  private static final Optional<String> DEFAULT = Optional.of("rest");

  private final Caches caches =
      new Caches(
          new SimpleMeterRegistry(), Set.of(PodCliqueSet.class, Queue.class, PodClique.class));
  private final RelatedObjects<PodCliqueSet> ofSets =
      new RelatedObjects<>(
          PodCliqueSet.class,
          new SetWatches(false, SchedulerBackends.standard(), true),
          Map.of(
              PodClique.class, Relation.naming(Labels.PART_OF),
              PodCliqueScalingGroup.class, Relation.naming(Labels.PART_OF),
              PodGang.class, Relation.naming(Labels.PART_OF),
              HorizontalPodAutoscaler.class, Relation.naming(Labels.PART_OF),
              Service.class, Relation.naming(Labels.PART_OF),
              Queue.class, Relation.queuesOfSet(DEFAULT)),
          caches);
  private final RelatedObjects<Queue> ofQueues =
      new RelatedObjects<>(
          Queue.class,
          new QueueWatches(DEFAULT),
          Map.of(
              PodGang.class, Relation.gangsOfQueue(DEFAULT),
              Queue.class, Relation.queuesOfQueue()),
          caches);

  private long version;

  @BeforeEach
  void make() {
    put(queue("top", null));
    put(queue("mid", "top"));
    put(queue("leaf", "mid"));
    put(queue("other", null));
    put(queue("rest", null));
    put(set("a", "leaf"));
    put(set("b", "mid"));
    put(set("c", "other"));
    put(set("d", null));
  }

  private static Queue queue(String name, @Nullable String parent) {
    Queue queue = new Queue();
    queue.setMetadata(new ObjectMetaBuilder().withName(name).withUid(name).build());
    queue.setSpec(QueueSpecBuilder.builder().parentQueue(parent).build());
    return queue;
  }

  private static PodCliqueSet set(String name, @Nullable String queue) {
    PodCliqueSet set = new PodCliqueSet();
    set.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("ns")
            .withName(name)
            .withUid(name)
            .withLabels(queue == null ? Map.of() : Map.of("kai.scheduler/queue", queue))
            .build());
    return set;
  }

  private PodGang gang(String name, Map<String, String> labels, @Nullable String cpu) {
    PodGang gang = new PodGang();
    gang.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("ns")
            .withName(name)
            .withUid(name)
            .withLabels(labels)
            .addToLabels(Labels.MANAGED_BY, Labels.MANAGER)
            .build());
    gang.setStatus(PodGangStatusBuilder.builder().phase(cpu == null ? "Pending" : cpu).build());
    return gang;
  }

  @SuppressWarnings("unchecked") // the store of its class
  private <T extends HasMetadata> T put(T object) {
    object.getMetadata().setResourceVersion(Long.toString(++version));
    object.getMetadata().setGeneration(version);
    ObjectStore<T> store = caches.of((Class<T>) object.getClass());
    store.put(store.getKey(object), object);
    return object;
  }

  private static Set<String> names(Collection<? extends HasMetadata> objects) {
    return objects.stream().map(o -> o.getMetadata().getName()).collect(Collectors.toSet());
  }

  private static Set<String> named(Set<ResourceID> ids) {
    return ids.stream().map(ResourceID::getName).collect(Collectors.toSet());
  }

  @Test
  void the_queue_of_a_set_is_read_though_a_clique_names_another() {
    PodCliqueSet set = set("e", "leaf");
    set.setSpec(
        Serialization.unmarshal(
            """
            template: {cliques: [{name: w, labels: {kai.scheduler/queue: other}}]}
            """,
            PodCliqueSetSpec.class));
    put(set);

    assertThat(names(ofSets.of(set))).containsExactlyInAnyOrder("leaf", "mid", "top");
  }

  @Test
  void a_set_reads_its_queue_and_those_above_it() {
    assertThat(names(ofSets.of(set("a", "leaf")))).containsExactlyInAnyOrder("leaf", "mid", "top");
    assertThat(names(ofSets.of(set("c", "other")))).containsExactly("other");
    assertThat(names(ofSets.of(set("e", "gone")))).isEmpty();
  }

  @Test
  void a_set_without_a_queue_reads_the_default_queue() {
    assertThat(names(ofSets.of(set("d", null)))).containsExactly("rest");
  }

  @Test
  void a_queue_that_changes_wakes_the_sets_in_it_and_below_it() {
    Queue before = queue("top", null);
    Queue after = queue("top", null);
    after.setSpec(QueueSpecBuilder.builder().preemptMinRuntime("10m").build());

    assertThat(named(ofSets.readersOf(after, before))).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void a_status_wakes_no_set() {
    Queue before = queue("top", null);
    Queue after = queue("top", null);
    after.setStatus(summed("1"));

    assertThat(ofSets.readersOf(after, before)).isEmpty();
  }

  @Test
  void a_queue_that_moves_wakes_the_sets_below_it_and_they_read_what_is_above_now() {
    Queue before = queue("mid", "top");
    Queue after = put(queue("mid", "other"));

    assertThat(named(ofSets.readersOf(after, before))).containsExactlyInAnyOrder("a", "b");
    assertThat(names(ofSets.of(set("a", "leaf"))))
        .containsExactlyInAnyOrder("leaf", "mid", "other");
  }

  @Test
  void a_queue_that_comes_where_one_was_missed_wakes_those_below_it() {
    put(queue("orphan", "late"));
    put(set("o", "orphan"));

    assertThat(named(ofSets.readersOf(put(queue("late", null))))).containsExactly("o");
  }

  @Test
  void queues_in_a_circle_are_read_once() {
    put(queue("top", "leaf"));

    assertThat(names(ofSets.of(set("a", "leaf")))).containsExactlyInAnyOrder("leaf", "mid", "top");
    assertThat(named(ofSets.readersOf(put(queue("mid", "top")))))
        .containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void a_set_that_changes_its_queue_is_found_by_the_new_one() {
    put(set("c", "leaf"));

    Queue before = queue("other", null);
    Queue after = queue("other", null);
    after.setSpec(QueueSpecBuilder.builder().preemptMinRuntime("10m").build());
    assertThat(ofSets.readersOf(after, before)).isEmpty();
  }

  @Test
  void a_queue_reads_its_gangs_those_right_below_it_and_those_above_it() {
    put(gang("g", Map.of("kai.scheduler/queue", "mid"), null));
    put(gang("h", Map.of("kai.scheduler/queue", "leaf"), null));
    put(gang("i", Map.of(), null));

    assertThat(names(ofQueues.of(queue("mid", "top"))))
        .containsExactlyInAnyOrder("g", "leaf", "top");
    assertThat(names(ofQueues.of(queue("rest", null)))).containsExactly("i");
    assertThat(names(ofQueues.of(queue("top", null)))).containsExactly("mid");
  }

  @Test
  void a_gang_is_read_by_its_queue() {
    assertThat(named(ofQueues.readersOf(gang("g", Map.of("kai.scheduler/queue", "mid"), null))))
        .containsExactly("mid");
    assertThat(named(ofQueues.readersOf(gang("g", Map.of(), null)))).containsExactly("rest");
  }

  @Test
  void a_sum_wakes_the_queue_above_alone() {
    Queue before = queue("mid", "top");
    Queue after = queue("mid", "top");
    after.setStatus(summed("1"));

    assertThat(named(ofQueues.readersOf(after, before))).containsExactly("top");
  }

  @Test
  void a_queue_that_moves_wakes_the_one_that_it_leaves_and_the_one_that_it_joins() {
    Queue before = queue("mid", "top");
    Queue after = put(queue("mid", "other"));

    assertThat(named(ofQueues.readersOf(after, before)))
        .containsExactlyInAnyOrder("top", "other", "leaf");
  }

  private static QueueStatus summed(String cpu) {
    return QueueStatusBuilder.builder().requested(Map.of("cpu", new Quantity(cpu))).build();
  }
}
