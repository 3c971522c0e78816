package dev.coppice.core.runtime;

import dev.coppice.api.gang.GuaranteedRuntime;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.RuntimeProtection;
import dev.coppice.core.queue.QueueWatches;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The gangs of a queue that somebody may not evict, as their statuses tell.
 *
 * @param count how many
 * @param remaining until the last of them that time ends may be evicted by anybody
 */
public record ProtectedGangs(int count, Duration remaining) {

  /** There are none. */
  public static final ProtectedGangs NONE = new ProtectedGangs(0, Duration.ZERO);

  /**
   * Those of every queue; what is in none is under the empty name.
   *
   * @param defaultQueue the queue of gangs that name none
   */
  public static Map<String, ProtectedGangs> byQueue(
      Stream<PodGang> gangs, Optional<String> defaultQueue, Instant now) {
    Map<String, ProtectedGangs> all = new HashMap<>();
    gangs.forEach(gang ->
        remaining(gang, now)
            .ifPresent(remaining ->
                all.merge(
                    QueueWatches.queueOf(gang, defaultQueue).orElse(""),
                    new ProtectedGangs(1, remaining),
                    ProtectedGangs::and)));
    return all;
  }

  private ProtectedGangs and(ProtectedGangs other) {
    return new ProtectedGangs(
        count + other.count,
        remaining.compareTo(other.remaining) < 0 ? other.remaining : remaining);
  }

  /** How long time still protects it, if anything does; nothing of what time does not end. */
  private static Optional<Duration> remaining(PodGang gang, Instant now) {
    RuntimeProtection told = gang.statusOrEmpty().runtimeProtection();
    return told == null
        ? Optional.empty()
        : Stream.concat(Stream.ofNullable(told.preempt()), told.reclaim().stream())
            .flatMap(guarantee -> remaining(guarantee, now).stream())
            .max(Duration::compareTo);
  }

  private static Optional<Duration> remaining(GuaranteedRuntime guarantee, Instant now) {
    if (GangProtection.NEVER.equals(guarantee.minRuntime())) {
      return Optional.of(Duration.ZERO);
    }
    // The first instant at which it may be evicted.
    return Optional.ofNullable(guarantee.protectedUntil())
        .map(until -> Duration.between(now, until.plusSeconds(1)))
        .filter(Duration::isPositive);
  }
}
