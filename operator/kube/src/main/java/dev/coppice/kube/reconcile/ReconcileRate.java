package dev.coppice.kube.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How often reconciles over one object run: three at once, then one every 200 ms, or less often
 * where deciding takes long: it gets a tenth of the time. The burst lets a small object through all
 * its steps without a wait; after it, a storm of events costs a bounded part of a processor,
 * however large the object is. Safe for use by many threads.
 */
final class ReconcileRate {

  private static final Duration SHORTEST = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(5);
  // Two intervals in advance let three reconciles run at once.
  private static final Duration ADVANCE = SHORTEST.multipliedBy(2);
  private static final int REST_FOR_WORK = 10;

  private final InstantSource clock;
  // When all reconciles so far would have run had they kept their intervals.
  private final Map<String, Instant> paidUntil = new ConcurrentHashMap<>();

  ReconcileRate(InstantSource clock) {
    this.clock = clock;
  }

  /** How long a reconcile that is asked for now has to wait; empty if it may begin. */
  Optional<Duration> wait(HasMetadata primary) {
    Instant now = clock.instant();
    return Optional.of(Duration.between(now, paid(primary, now)).minus(ADVANCE))
        .filter(Duration::isPositive);
  }

  /**
   * A reconcile has ended.
   *
   * @param decided how long it looked and planned; its calls wait for the API server, and burden
   *     nobody here
   */
  void ran(HasMetadata primary, Duration decided) {
    paidUntil.put(uid(primary), paid(primary, clock.instant()).plus(interval(decided)));
  }

  private static Duration interval(Duration decided) {
    Duration interval = decided.multipliedBy(REST_FOR_WORK);
    if (interval.compareTo(SHORTEST) < 0) {
      return SHORTEST;
    }
    return interval.compareTo(LONGEST) > 0 ? LONGEST : interval;
  }

  private Instant paid(HasMetadata primary, Instant now) {
    Instant paid = paidUntil.getOrDefault(uid(primary), now);
    // Nobody is paid for so far ahead unless the clock was set back.
    boolean isAhead = paid.isAfter(now.plus(ADVANCE).plus(LONGEST));
    return paid.isAfter(now) && !isAhead ? paid : now;
  }

  /** Forgets an object that was deleted. */
  void forget(HasMetadata deleted) {
    paidUntil.remove(uid(deleted));
  }

  private static String uid(HasMetadata object) {
    return object.getMetadata().getUid();
  }
}
