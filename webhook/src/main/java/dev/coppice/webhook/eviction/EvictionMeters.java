package dev.coppice.webhook.eviction;

import dev.coppice.core.queue.Eviction;
import dev.coppice.core.queue.victim.NodeDecision;
import dev.coppice.core.queue.victim.NodeDecision.Refusal;
import dev.coppice.core.queue.victim.Preemptor;
import dev.coppice.core.queue.victim.Protection;
import dev.coppice.core.queue.victim.Verdict;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Counts what was asked about evictions, and what was refused. Safe for use by many threads. */
final class EvictionMeters {

  private static final String PREFIX = "coppice.minruntime.";

  private final MeterRegistry registry;
  private final Counter exempt;
  private final Counter bypassed;
  private final Counter deniedByExtender;
  private final Counter deniedByGuard;
  private volatile double lastCall = Double.NaN;

  /** Shows what may stay at zero from the beginning. */
  EvictionMeters(MeterRegistry registry, boolean asked) {
    this.registry = registry;
    exempt = counter("exempt.preemptors", "Questions for pods that are never held back");
    bypassed = counter("evictions.bypassed", "Evictions that this replica was not asked about");
    String denied = "Pods that were not evicted because their gangs are protected";
    deniedByExtender = counter("evictions.denied", denied, "path", "extender");
    deniedByGuard = counter("evictions.denied", denied, "path", "webhook");
    if (asked) {
      Gauge.builder(PREFIX + "extender.last.call.timestamp", () -> lastCall)
          .description("When a scheduler asked last, in seconds since 1970")
          .baseUnit("seconds")
          .register(registry);
    }
  }

  private Counter counter(String name, String description, String... tags) {
    return Counter.builder(PREFIX + name).description(description).tags(tags).register(registry);
  }

  /**
   * A scheduler was answered.
   *
   * @param held how many pods of protected gangs stay where they are
   */
  void answered(Preemptor preemptor, NodeDecision decision, int held, Instant now) {
    lastCall = now.getEpochSecond();
    if (preemptor.exempt()) {
      exempt.increment();
    }
    deniedByExtender.increment(held);
    decision
        .dropped()
        .values()
        .forEach(refusal ->
            counter(
                    "extender.nodes.dropped",
                    "Nodes that schedulers were told to evict nobody on",
                    "reason",
                    reason(refusal))
                .increment());
    Set<String> refusing =
        decision.refusing().stream()
            .map(verdict -> verdict.gang().toString())
            .collect(Collectors.toUnmodifiableSet());
    for (Verdict verdict : decision.judged()) {
      decided(verdict, refusing.contains(verdict.gang().toString()) ? "dropped" : "kept");
    }
  }

  private void decided(Verdict verdict, String word) {
    Eviction action = verdict.resolution().eviction();
    counter(
            "decisions",
            "Gangs that schedulers wanted pods of, once for each question",
            "action",
            action.name().toLowerCase(Locale.ROOT),
            "verdict",
            word,
            "reason",
            reason(verdict.protection()))
        .increment();
  }

  /** An eviction was refused by the guard. */
  void denied() {
    deniedByGuard.increment();
  }

  /** An eviction was allowed that a scheduler should have asked about. */
  void bypassed() {
    bypassed.increment();
  }

  private static String reason(Protection protection) {
    return switch (protection) {
      case Protection.NoMinRuntime() -> "no_min_runtime";
      case Protection.NotStarted() -> "not_started";
      case Protection.Reached(_) -> "min_runtime_reached";
      case Protection.NotReached(_) -> "min_runtime_not_reached";
      case Protection.NeverEvictable() -> "never_evictable";
    };
  }

  private static String reason(Refusal refusal) {
    return switch (refusal) {
      case Refusal.Protected(_) -> "protected";
      case Refusal.OwnGang() -> "own_gang";
      case Refusal.UnknownVictim(_) -> "unknown_victim";
      case Refusal.NoVictims() -> "no_victims";
    };
  }
}
