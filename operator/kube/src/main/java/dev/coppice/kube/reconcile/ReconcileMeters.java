package dev.coppice.kube.reconcile;

import dev.coppice.core.reconcile.Planner;
import dev.coppice.kube.metrics.Durations;
import dev.coppice.kube.metrics.QueueTimes;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What is measured about the reconciles of one level: their results, the time that each phase took
 * and the rounds they needed. Safe for use by many threads.
 */
public final class ReconcileMeters {

  private static final String LEVEL = "level";

  private final Clock clock;
  private final QueueTimes queue;
  private final Map<ReconcileResult, Counter> results;
  private final Map<Phase, Timer> phases;
  private final DistributionSummary rounds;
  private final Counter unkept;

  /** What a reconcile spends its time on. */
  enum Phase {
    /** Reads the caches, and live what the last reconcile left open. */
    OBSERVE,
    /** Decides. */
    PLAN,
    /** Makes the calls. */
    APPLY
  }

  /**
   * Registers the meters.
   *
   * @param type the kind that the reconciles are about
   * @param queue hears when a reconcile looks
   */
  public ReconcileMeters(
      MeterRegistry registry, Class<? extends HasMetadata> type, QueueTimes queue) {
    this.queue = queue;
    clock = registry.config().clock();
    String level = HasMetadata.getSingular(type);
    results =
        each(
            ReconcileResult.class,
            result ->
                Counter.builder("coppice.reconcile")
                    .description("Passes over objects")
                    .tags(LEVEL, level, "result", label(result))
                    .register(registry));
    phases =
        each(
            Phase.class,
            phase ->
                Durations.timer(
                    registry,
                    "coppice.reconcile.phase",
                    "Time that a pass spent in a phase, all its rounds together",
                    LEVEL,
                    level,
                    "phase",
                    label(phase)));
    unkept =
        Counter.builder("coppice.unkept.values")
            .description("Values that were written and that the API server did not keep")
            .tag(LEVEL, level)
            .register(registry);
    rounds =
        DistributionSummary.builder("coppice.reconcile.rounds")
            .description("Plans that a pass executed")
            .tag(LEVEL, level)
            .register(registry);
  }

  private static <E extends Enum<E>, M> Map<E, M> each(Class<E> type, Function<E, M> meter) {
    return Arrays.stream(type.getEnumConstants())
        .collect(
            Collectors.toMap(
                Function.identity(), meter, (first, _) -> first, () -> new EnumMap<>(type)));
  }

  private static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** Counts values that were written and not kept. */
  void unkept(int values) {
    unkept.increment(values);
  }

  /** Begins to measure a reconcile. */
  Measured begin() {
    return new Measured();
  }

  /** One reconcile under way. Used by one thread. */
  final class Measured {
    private final long begun = clock.monotonicTime();
    private final Map<Phase, Long> spent = new EnumMap<>(Phase.class);
    private int applied;

    /** Does a part of the reconcile. */
    <T> T in(Phase phase, Supplier<T> part) {
      long start = clock.monotonicTime();
      try {
        return part.get();
      } finally {
        spent.merge(phase, clock.monotonicTime() - start, Long::sum);
        applied += phase == Phase.APPLY ? 1 : 0;
      }
    }

    /** The same planner, with its time taken. */
    <P extends HasMetadata> Planner<P> timed(Planner<P> planner) {
      return (snapshot, now) -> in(Phase.PLAN, () -> planner.plan(snapshot, now));
    }

    /** Takes note of which object it is that has waited for the reconcile. */
    void waited(HasMetadata primary) {
      queue.passed(primary, begun);
    }

    /** How long it has looked and planned. */
    Duration decided() {
      return Duration.ofNanos(
          spent.getOrDefault(Phase.OBSERVE, 0L) + spent.getOrDefault(Phase.PLAN, 0L));
    }

    /** Records what was measured; a phase that the reconcile did not come to does not count. */
    void end(ReconcileResult result) {
      Objects.requireNonNull(results.get(result)).increment();
      rounds.record(applied);
      spent.forEach((phase, nanos) ->
          Objects.requireNonNull(phases.get(phase)).record(nanos, TimeUnit.NANOSECONDS));
    }
  }
}
