package dev.coppice.kube.client;

import dev.coppice.kube.metrics.Durations;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Counts every write that is sent, the ones refused included, as {@code coppice_api_writes_total},
 * and measures how long the answer takes: the figures by which the operator's load on the API
 * server is judged. Stands right before the wire, so that waiting for a turn does not count. Safe
 * for use by many threads.
 */
public final class MeteredWrites implements ApiServer {

  private final ApiServer next;
  private final MeterRegistry registry;
  private final Clock clock;
  private final Map<Sort, Counter> counters = new ConcurrentHashMap<>();
  private final Map<Verb, Timer> timers = new EnumMap<>(Verb.class);

  /** Few: resources are kinds, never objects. */
  private record Sort(Verb verb, String resource, String outcome) {}

  /** Counts in the given registry. */
  public MeteredWrites(ApiServer next, MeterRegistry registry) {
    this.next = next;
    this.registry = registry;
    clock = registry.config().clock();
    Arrays.stream(Verb.values())
        .filter(Verb::writes)
        .forEach(verb -> timers.put(verb, timer(verb)));
  }

  private Timer timer(Verb verb) {
    return Durations.timer(
        registry, "coppice.api.write", "Time between a write and its answer", "verb", label(verb));
  }

  private Counter counter(Sort sort) {
    return Counter.builder("coppice.api.writes")
        .description("Writes sent to the API server")
        .tag("verb", label(sort.verb()))
        .tag("resource", sort.resource())
        .tag("outcome", sort.outcome())
        .register(registry);
  }

  private static String label(Verb verb) {
    return verb.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Reply send(Call call) {
    if (!call.verb().writes()) {
      return next.send(call);
    }
    long start = clock.monotonicTime();
    Reply reply = next.send(call);
    Objects.requireNonNull(timers.get(call.verb()))
        .record(clock.monotonicTime() - start, TimeUnit.NANOSECONDS);
    counters
        .computeIfAbsent(new Sort(call.verb(), call.resource(), outcome(reply)), this::counter)
        .increment();
    return reply;
  }

  private static String outcome(Reply reply) {
    return switch (reply) {
      case Reply.Lost _ -> "unknown";
      case Reply.Answered answered when answered.isSuccess() -> "done";
      case Reply.Answered answered when answered.status() == 404 -> "absent";
      case Reply.Answered answered when answered.status() == 409 -> "conflict";
      case Reply.Answered _ -> "refused";
    };
  }
}
