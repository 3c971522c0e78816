package dev.coppice.kube.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;

/**
 * How lengths of time are measured: all in the same buckets, from a look at a cache to an outage.
 */
public final class Durations {

  private static final List<Duration> BUCKETS =
      List.of(
          Duration.ofNanos(500_000),
          Duration.ofMillis(1),
          Duration.ofMillis(5),
          Duration.ofMillis(10),
          Duration.ofMillis(50),
          Duration.ofMillis(100),
          Duration.ofMillis(500),
          Duration.ofSeconds(1),
          Duration.ofSeconds(5),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30));

  private Durations() {}

  /**
   * A histogram of seconds.
   *
   * @param name without the unit, which the exposition adds
   * @param tags keys and values in turn
   */
  public static Timer timer(
      MeterRegistry registry, String name, String description, String... tags) {
    return Timer.builder(name)
        .description(description)
        .tags(tags)
        .serviceLevelObjectives(BUCKETS.toArray(Duration[]::new))
        .register(registry);
  }
}
