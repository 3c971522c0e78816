package dev.coppice.webhook.eviction;

import dev.coppice.core.queue.QueueSettings;
import dev.coppice.core.queue.victim.ElasticSelection;
import dev.coppice.core.reconcile.PlannedEvent;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A replica at noon and ten seconds: gang {@code long} is protected for an hour, {@code short} for
 * a minute, {@code open} not at all.
 */
public final class Scene {

  static final String SCHEDULER = "system:kube-scheduler";

  final FakeCluster cluster =
      new FakeCluster()
          .queue("hour", "", "1h", "1h")
          .queue("minute", "", "5s", "1m")
          .queue("free", "", "0s", "0s")
          .queue("other", "", "0s", "0s")
          .gang("long", "hour", FakeCluster.NOON, "[{name: a, minReplicas: 1}]")
          .gang("short", "minute", FakeCluster.NOON, "[{name: a, minReplicas: 1}]")
          .gang("open", "free", FakeCluster.NOON, "[{name: a, minReplicas: 1}]")
          .pod("long-1", "long", "a")
          .pod("short-1", "short", "a")
          .pod("open-1", "open", "a")
          .foreign("foreign-1")
          .foreign("foreign-2")
          .foreign("foreign-3");
  final AtomicReference<Instant> now = new AtomicReference<>(FakeCluster.NOON.plusSeconds(10));
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  final List<String> events = new ArrayList<>();
  final List<Map.Entry<Instant, Runnable>> alarms = new ArrayList<>();
  final List<Instant> cancelled = new ArrayList<>();
  final List<String> nominated = new ArrayList<>();
  final WakeUps wakeUps;
  final Evictions evictions;

  /** With a scheduler that asks, or without. */
  public Scene(boolean asked) {
    this(asked, 403);
  }

  Scene(boolean asked, int denyCode) {
    wakeUps =
        new WakeUps(
            cluster,
            (instant, then) -> {
              alarms.add(Map.entry(instant, then));
              return () -> cancelled.add(instant);
            },
            (pod, node) ->
                nominated.add(
                    "%s/%s %s %s".formatted(pod.namespace(), pod.name(), pod.uid(), node)));
    evictions =
        new Evictions(
            cluster,
            new EvictionSettings(
                asked,
                QueueSettings.DEFAULTS,
                ElasticSelection.ORDERED,
                Set.of(SCHEDULER),
                denyCode,
                true),
            this::record,
            Optional.of(wakeUps),
            meters,
            now::get);
  }

  private void record(HasMetadata about, List<PlannedEvent> planned) {
    planned.forEach(event ->
        events.add(
            "%s %s %s: %s"
                .formatted(
                    about.getKind(),
                    about.getMetadata().getName(),
                    event.reason(),
                    event.message())));
  }

  /** What answers schedulers. */
  public Extender extender() {
    return evictions.extender().orElseThrow();
  }

  /** The caches are not filled. */
  public void unfilled() {
    cluster.complaint = "the PodGangs are not known yet";
  }

  double count(String name, String... tags) {
    return meters.get("coppice.minruntime." + name).tags(tags).counter().count();
  }
}
