package dev.coppice.kube.cache;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.queue.QueueCondition;
import dev.coppice.core.queue.QueueConditions;
import dev.coppice.core.queue.QueueNode;
import dev.coppice.core.queue.QueueTree;
import dev.coppice.core.runtime.ProtectedGangs;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the caches show of queues: how many of their gangs are protected, and for how long, a series
 * for each queue while it exists and one for gangs in none; and what is wrong with the tree.
 * Everything is counted in one go when somebody reads, and stands for a second. Safe for use by
 * many threads.
 */
public final class QueueMeters {

  private static final Duration VALID = Duration.ofSeconds(1);
  private static final String NO_QUEUE = "";

  private static final Map<String, String> PROBLEMS =
      Map.of(
          ConditionTypes.ORPHAN, "orphan",
          ConditionTypes.CYCLE, "cycle",
          ConditionTypes.INVALID_MIN_RUNTIME, "invalid");

  private final MeterRegistry registry;
  private final InstantSource clock;
  private final ObjectStore<Queue> queues;
  private final ObjectStore<PodGang> gangs;
  private final Optional<String> defaultQueue;
  private final Map<String, List<Meter>> ofQueues = new ConcurrentHashMap<>();
  private @Nullable Census last;

  private record Census(
      Instant taken, Map<String, ProtectedGangs> gangs, Map<String, Long> problems) {}

  private QueueMeters(
      MeterRegistry registry, InstantSource clock, Caches caches, Optional<String> defaultQueue) {
    this.registry = registry;
    this.clock = clock;
    queues = caches.of(Queue.class);
    gangs = caches.of(PodGang.class);
    this.defaultQueue = defaultQueue;
  }

  /**
   * Shows all that, from now on.
   *
   * @param defaultQueue the queue of gangs that name none
   */
  public static void show(
      MeterRegistry registry, InstantSource clock, Caches caches, Optional<String> defaultQueue) {
    QueueMeters meters = new QueueMeters(registry, clock, caches, defaultQueue);
    PROBLEMS.forEach((condition, kind) ->
        Gauge.builder(
                "coppice.queue.tree.problems",
                () -> meters.census().problems().getOrDefault(condition, 0L))
            .description("Queues with something wrong about them")
            .tags("kind", kind)
            .register(registry));
    meters.come(NO_QUEUE);
    meters.queues.listen(meters::changed);
  }

  private void changed(@Nullable Queue before, @Nullable Queue now) {
    if (now != null) {
      come(now.getMetadata().getName());
    } else if (before != null) {
      go(before.getMetadata().getName());
    }
  }

  private void come(String queue) {
    ofQueues.computeIfAbsent(
        queue,
        _ ->
            List.of(
                Gauge.builder("coppice.minruntime.protected.gangs", () -> of(queue).count())
                    .description("Gangs that somebody may not evict")
                    .tags("queue", queue)
                    .register(registry),
                Gauge.builder(
                        "coppice.minruntime.protection.remaining",
                        () -> of(queue).remaining().toMillis() / 1_000.0)
                    .description("Until anybody may evict the last of them that time lets go")
                    .baseUnit("seconds")
                    .tags("queue", queue)
                    .register(registry)));
  }

  private ProtectedGangs of(String queue) {
    return census().gangs().getOrDefault(queue, ProtectedGangs.NONE);
  }

  private void go(String queue) {
    List<Meter> meters = ofQueues.remove(queue);
    if (meters != null) {
      meters.forEach(registry::remove);
    }
  }

  private synchronized Census census() {
    Instant now = clock.instant();
    if (last == null || Duration.between(last.taken(), now).abs().compareTo(VALID) > 0) {
      last =
          new Census(
              now,
              ProtectedGangs.byQueue(gangs.all().stream(), defaultQueue, now),
              problems(queues.all(), now));
    }
    return last;
  }

  private static Map<String, Long> problems(List<Queue> queues, Instant now) {
    QueueTree tree = QueueTree.of(queues.stream().map(QueueNode::of).toList());
    return queues.stream()
        .flatMap(queue -> QueueConditions.of(queue, tree, now).stream())
        .filter(condition -> condition.status().equals("True"))
        .collect(Collectors.groupingBy(QueueCondition::type, Collectors.counting()));
  }
}
