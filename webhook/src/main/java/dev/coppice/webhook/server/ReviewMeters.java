package dev.coppice.webhook.server;

import dev.coppice.kube.metrics.Durations;
import dev.coppice.webhook.review.ReviewPath;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts and measures the requests to one webhook. Safe for use by many threads. */
final class ReviewMeters {

  private final Map<Outcome, Counter> outcomes = new EnumMap<>(Outcome.class);
  private final Timer timer;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final MeterRegistry registry;

  ReviewMeters(MeterRegistry registry, ReviewPath path) {
    this.registry = registry;
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(
          outcome,
          Counter.builder("coppice.admission.requests")
              .description("Requests to webhooks")
              .tags("webhook", path.label(), "outcome", outcome.label())
              .register(registry));
    }
    timer =
        Durations.timer(
            registry,
            "coppice.admission.request",
            "Time from the head of a request to its answer",
            "webhook",
            path.label());
    Gauge.builder("coppice.admission.in.flight", inFlight::get)
        .description("Requests to webhooks that are being received or answered")
        .tags("webhook", path.label())
        .register(registry);
  }

  /** A request has come; returns when that was. */
  long begin() {
    inFlight.incrementAndGet();
    return registry.config().clock().monotonicTime();
  }

  /** The request that came then has ended. */
  void end(long begun, Outcome outcome) {
    inFlight.decrementAndGet();
    timer.record(registry.config().clock().monotonicTime() - begun, TimeUnit.NANOSECONDS);
    Objects.requireNonNull(outcomes.get(outcome)).increment();
  }
}
