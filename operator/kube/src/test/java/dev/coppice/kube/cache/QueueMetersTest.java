package dev.coppice.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.gang.GuaranteedRuntime;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.api.gang.RuntimeProtection;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.queue.QueueSpecBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QueueMetersTest {

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Caches caches = new Caches(registry, Set.of(Queue.class));
  private Instant now = NOON;
  private int version;

  @BeforeEach
  void show() {
    QueueMeters.show(registry, () -> now, caches, Optional.empty());
  }

  private <T extends HasMetadata> void put(Class<T> type, T object) {
    object.getMetadata().setResourceVersion(String.valueOf(++version));
    ObjectStore<T> store = caches.of(type);
    T before = store.put(store.getKey(object), object);
    store.notifyListeners(before, object);
    now = now.plusSeconds(2);
  }

  private void queue(String name, @Nullable String parent, @Nullable String reclaim) {
    Queue queue = new Queue();
    queue.setMetadata(new ObjectMetaBuilder().withName(name).withUid(name).build());
    queue.setSpec(
        QueueSpecBuilder.builder().parentQueue(parent).reclaimMinRuntime(reclaim).build());
    put(Queue.class, queue);
  }

  private void gang(String name, String queue, Instant until) {
    PodGang gang = new PodGang();
    gang.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("ns")
            .withName(name)
            .withUid(name)
            .withLabels(Map.of(Labels.MANAGED_BY, Labels.MANAGER, "kai.scheduler/queue", queue))
            .build());
    gang.setStatus(
        PodGangStatusBuilder.builder()
            .runtimeProtection(
                new RuntimeProtection(
                    null, List.of(new GuaranteedRuntime(null, "10m0s", "x", until)), Map.of()))
            .build());
    put(PodGang.class, gang);
  }

  private double value(String name, String... tags) {
    return registry.get("coppice." + name).tags(tags).gauge().value();
  }

  @Test
  void every_queue_has_its_gangs_counted_as_time_goes_by() {
    queue("a", "", "10m");
    queue("b", "", "10m");
    gang("one", "a", NOON.plusSeconds(60));
    gang("two", "a", NOON.plusSeconds(120));

    assertThat(value("minruntime.protected.gangs", "queue", "a")).isEqualTo(2);
    assertThat(value("minruntime.protection.remaining", "queue", "a")).isEqualTo(113);
    assertThat(value("minruntime.protected.gangs", "queue", "b")).isZero();
    assertThat(value("minruntime.protected.gangs", "queue", "")).isZero();

    now = NOON.plusSeconds(100);
    assertThat(value("minruntime.protected.gangs", "queue", "a")).isEqualTo(1);
  }

  @Test
  void a_queue_that_is_gone_has_no_series() {
    queue("a", "", "10m");
    ObjectStore<Queue> store = caches.of(Queue.class);
    store.notifyListeners(store.remove("a"), null);

    assertThat(registry.getMeters())
        .extracting(meter -> meter.getId().getTag("queue"))
        .doesNotContain("a");
    queue("a", "", "10m");
    assertThat(registry.find("coppice.minruntime.protected.gangs").tag("queue", "a").gauges())
        .extracting(Meter::getId)
        .hasSize(1);
  }

  @Test
  void what_is_wrong_with_the_tree_is_counted_by_its_kind() {
    queue("lost", "nowhere", null);
    queue("a", "b", null);
    queue("b", "a", "1d");

    assertThat(value("queue.tree.problems", "kind", "orphan")).isEqualTo(1);
    assertThat(value("queue.tree.problems", "kind", "cycle")).isEqualTo(2);
    assertThat(value("queue.tree.problems", "kind", "invalid")).isEqualTo(1);
  }
}
