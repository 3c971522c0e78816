package dev.coppice.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.binding.BindingWatches;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.scheduler.DefaultScheduler;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.scheduler.kai.KaiPodGroup;
import dev.coppice.core.scheduler.kai.KaiScheduler;
import dev.coppice.core.scheduler.kai.KaiTopology;
import dev.coppice.core.set.SetWatches;
import dev.coppice.core.state.ObjectState;
import dev.coppice.kube.cache.Caches;
import dev.coppice.kube.cache.QueueMeters;
import dev.coppice.kube.cache.RelatedObjects;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever runs over every cached object bears one of which nothing but the metadata is known. */
class UnreadableObjectsTest {

  private static final Optional<String> QUEUE = Optional.of("x");

  private static final Map<String, String> LABELS =
      Map.of(
          Labels.MANAGED_BY,
          Labels.MANAGER,
          Labels.PART_OF,
          "x",
          Labels.POD_CLIQUE,
          "x",
          Labels.POD_GANG,
          "x",
          Labels.BASE_POD_GANG,
          "x",
          Labels.SCALING_GROUP,
          "x",
          Labels.SET_REPLICA_INDEX,
          "0",
          Labels.SCALING_GROUP_REPLICA_INDEX,
          "0",
          Labels.RESTART_ATTEMPT,
          "0",
          "kai.scheduler/queue",
          "x");

  private static final SchedulerBackends SCHEDULERS =
      new SchedulerBackends(
          List.of(new DefaultScheduler(), new KaiScheduler()), new DefaultScheduler());

  private static final List<Level<? extends HasMetadata>> LEVELS =
      List.of(
          Level.ofSets((_, _) -> Plan.empty(), 1, new SetWatches(true, SCHEDULERS, true), QUEUE),
          Level.ofGroups((_, _) -> Plan.empty(), 1),
          Level.ofCliques((_, _) -> Plan.empty(), 1, Optional.of("pool")),
          Level.ofTrackedPods((_, _) -> Plan.empty(), 1),
          Level.ofBindings((_, _) -> Plan.empty(), new BindingWatches(SCHEDULERS.topologyKinds())),
          Level.ofQueues((_, _) -> Plan.empty(), QUEUE));

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Caches caches =
      new Caches(registry, Set.of(Node.class, Queue.class, ClusterTopologyBinding.class), true);

  private static <T extends HasMetadata> T unreadable(Class<T> type, String name) {
    try {
      T object = type.getDeclaredConstructor().newInstance();
      ObjectMeta metadata =
          new ObjectMetaBuilder()
              .withName(name)
              .withUid(type.getSimpleName() + name)
              .withResourceVersion("1")
              .withGeneration(1L)
              .withLabels(LABELS)
              .build();
      boolean isShared =
          Set.of(Node.class, Queue.class, ClusterTopologyBinding.class, KaiTopology.class)
              .contains(type);
      metadata.setNamespace(isShared ? null : "n");
      object.setMetadata(metadata);
      new Unreadable("spec", "a string, not an object").mark(object);
      return object;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        PodCliqueSet.class,
        PodCliqueScalingGroup.class,
        PodClique.class,
        PodGang.class,
        Pod.class,
        Service.class,
        HorizontalPodAutoscaler.class,
        Node.class,
        Queue.class,
        ClusterTopologyBinding.class,
        KaiPodGroup.class,
        KaiTopology.class
      })
  void caches_relations_watches_and_meters_bear_it(Class<? extends HasMetadata> type) {
    List<RelatedObjects<?>> all = LEVELS.stream().<RelatedObjects<?>>map(this::related).toList();
    caches.count(PodCliqueSet.class, ObjectState::of, ObjectState.OF_WORKLOADS);
    caches.count(PodCliqueScalingGroup.class, ObjectState::of, ObjectState.OF_WORKLOADS);
    caches.count(PodClique.class, ObjectState::of, ObjectState.OF_WORKLOADS);
    caches.count(PodGang.class, ObjectState::of, ObjectState.OF_GANGS);
    caches.count(Pod.class, ObjectState::of, ObjectState.OF_PODS);
    QueueMeters.show(registry, () -> Instant.EPOCH, caches, QUEUE);
    for (Level<?> level : LEVELS) {
      put(level.type(), "x");
      level.watches().kinds().forEach(kind -> put(kind, "x"));
    }

    HasMetadata before = put(type, "y");
    HasMetadata now = put(type, "y");

    for (RelatedObjects<?> related : all) {
      read(related);
      assertThat(related.readersOf(now)).isNotNull();
      if (related.kinds().contains(type)) {
        assertThat(related.readersOf(now, before)).isEmpty();
        assertThat(related.isOfOthers(now, before)).isIn(true, false);
      }
    }
    for (Meter meter : registry.getMeters()) {
      if (meter instanceof Gauge gauge) {
        assertThat(gauge.value()).as(meter.getId().toString()).isNotNaN();
      }
    }
  }

  @Test
  void whoever_rests_on_a_clique_hears_when_it_can_be_read_no_more_or_again() {
    RelatedObjects<PodCliqueSet> sets = related(setLevel());
    put(PodCliqueSet.class, "x");
    PodClique unreadable = unreadable(PodClique.class, "c");
    PodClique readable = unreadable(PodClique.class, "c");
    readable.getMetadata().setAdditionalProperties(new java.util.HashMap<>());

    assertThat(sets.readersOf(unreadable, readable)).hasSize(1);
    assertThat(sets.readersOf(readable, unreadable)).hasSize(1);
    assertThat(sets.readersOf(unreadable, unreadable(PodClique.class, "c"))).isEmpty();
  }

  private static Level<PodCliqueSet> setLevel() {
    return Level.ofSets((_, _) -> Plan.empty(), 1, new SetWatches(), QUEUE);
  }

  private <P extends HasMetadata> RelatedObjects<P> related(Level<P> level) {
    return new RelatedObjects<>(level.type(), level.watches(), level.relations(), caches);
  }

  private <P extends HasMetadata> void read(RelatedObjects<P> related) {
    P primary = unreadable(related.type(), "x");
    assertThat(related.current(primary)).isPresent();
    assertThat(related.concern(primary)).isIn(true, false);
    assertThat(Observed.of(related.of(primary)).all()).isNotNull();
  }

  private <T extends HasMetadata> T put(Class<T> type, String name) {
    T object = unreadable(type, name);
    String namespace = object.getMetadata().getNamespace();
    caches.of(type).put((namespace == null ? "" : namespace + "/") + name, object);
    return object;
  }
}
