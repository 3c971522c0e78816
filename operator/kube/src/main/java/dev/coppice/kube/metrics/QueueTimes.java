package dev.coppice.kube.metrics;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.Constants;
import io.javaoperatorsdk.operator.processing.GroupVersionKind;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.controller.ResourceAction;
import io.javaoperatorsdk.operator.processing.event.source.controller.ResourceEvent;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Measures as {@code coppice_reconcile_queue_seconds} how long an object waits for a reconcile:
 * from the first event or timer that asks for one until the reconcile begins. In between lie the
 * rate limit, a reconcile under way over the same object, and the turn among all objects of the
 * level. Holds an entry for each object that has come and not gone: the framework passes on events
 * about others, such as those of a dead object's pods. Safe for use by many threads.
 */
public final class QueueTimes implements Metrics {

  private final Clock clock;
  private final Map<String, Timer> timers;
  private final Map<Waiting, Optional<Long>> since = new ConcurrentHashMap<>();

  private record Waiting(String kind, ResourceID id) {}

  /** Measures for controllers of these kinds. */
  public QueueTimes(MeterRegistry registry, Collection<Class<? extends HasMetadata>> primaryTypes) {
    clock = registry.config().clock();
    timers =
        primaryTypes.stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    HasMetadata::getKind,
                    type ->
                        Durations.timer(
                            registry,
                            "coppice.reconcile.queue",
                            "Time between an event that asks for a pass and the pass",
                            "level",
                            HasMetadata.getSingular(type))));
  }

  @Override
  public void receivedEvent(Event event, Map<String, Object> metadata) {
    Waiting key = new Waiting(kind(metadata), event.getRelatedCustomResourceID());
    if (event instanceof ResourceEvent about && about.getAction() != ResourceAction.DELETED) {
      since.putIfAbsent(key, Optional.empty());
    }
    since.computeIfPresent(key, (_, asked) -> asked.or(() -> Optional.of(clock.monotonicTime())));
  }

  @Override
  public void cleanupDoneFor(ResourceID id, Map<String, Object> metadata) {
    since.remove(new Waiting(kind(metadata), id));
  }

  /**
   * A reconcile over this object has begun. Nothing is measured if the last one has seen all that
   * asked.
   *
   * @param begun before the reconcile looked, by the registry's monotonic clock
   */
  public void passed(HasMetadata primary, long begun) {
    Waiting key = new Waiting(primary.getKind(), ResourceID.fromResource(primary));
    Timer timer = timers.get(key.kind());
    Optional<Long> asked = since.getOrDefault(key, Optional.empty());
    // What asks while a reconcile looks may not be seen by it: it waits for the next one.
    if (timer != null
        && asked.filter(instant -> instant <= begun).isPresent()
        && since.replace(key, asked, Optional.empty())) {
      timer.record(begun - asked.get(), TimeUnit.NANOSECONDS);
    }
  }

  private static String kind(Map<String, Object> metadata) {
    return ((GroupVersionKind) Objects.requireNonNull(metadata.get(Constants.RESOURCE_GVK_KEY)))
        .getKind();
  }
}
