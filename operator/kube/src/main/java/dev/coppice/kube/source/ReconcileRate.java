package dev.coppice.kube.source;

import io.javaoperatorsdk.operator.processing.event.rate.RateLimiter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * How often reconciles over one object run: three at once, then one every 200 ms. The burst lets a
 * small object through all its steps without a wait; after it, a storm of pod events costs a
 * constant number of reconciles. The framework's own limiter answers with the time that has passed
 * where the time to wait is asked for.
 */
public final class ReconcileRate implements RateLimiter<ReconcileRate.Spent> {

  private static final int BURST = 3;
  private static final Duration INTERVAL = Duration.ofMillis(200);

  private final InstantSource clock;

  /** A rate by this clock. */
  public ReconcileRate(InstantSource clock) {
    this.clock = clock;
  }

  /** What one object has used up. The framework calls for one object from one thread at a time. */
  public static final class Spent implements RateLimitState {
    // When all reconciles so far would have run had they kept the interval.
    private Instant paidUntil = Instant.MIN;
  }

  @Override
  public Optional<Duration> isLimited(RateLimitState state) {
    Spent spent = (Spent) state;
    Instant now = clock.instant();
    Instant from = spent.paidUntil.isAfter(now) ? spent.paidUntil : now;
    Duration wait = Duration.between(now, from).minus(INTERVAL.multipliedBy(BURST - 1L));
    // More than one interval is never due: then the clock was set back.
    if (wait.isPositive() && wait.compareTo(INTERVAL) <= 0) {
      return Optional.of(wait);
    }
    spent.paidUntil = (wait.isPositive() ? now : from).plus(INTERVAL);
    return Optional.empty();
  }

  @Override
  public Spent initState() {
    return new Spent();
  }
}
