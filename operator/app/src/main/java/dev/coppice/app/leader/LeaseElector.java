package dev.coppice.app.leader;

import dev.coppice.app.configuration.OperatorConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes the lease when it is free, and renews it until somebody else has it.
 *
 * <p>As the electors of Kubernetes do, it compares no clock of another machine with its own: a
 * lease is free when its record has not changed for its duration since this process first read it.
 * The elector of the client library goes by the times in the record and by this machine's clock,
 * and so takes the lease from a healthy leader, or gives it up, when one of the two is wrong.
 */
final class LeaseElector {

  /** How much longer than the period a candidate waits at most, so that two do not keep meeting. */
  private static final double JITTER = 1.2;

  private final KubernetesClient client;
  private final Lock lock;
  private final OperatorConfiguration.LeaderElection settings;
  private final Clock clock;
  private final LongSupplier ticks;
  private final ScheduledExecutorService executor;
  private final Hearer hearer;

  /** The record as it was last read, and the ticks of the first read that showed it. */
  private @Nullable LeaderElectionRecord seen;

  private long seenAt;
  private @Nullable String told;
  private boolean leads;
  private volatile boolean ended;

  /** Hears what becomes of the candidacy. */
  interface Hearer {

    /**
     * The lease was taken or kept.
     *
     * @param asked the ticks before anything was asked, from which the lease counts
     */
    void held(long asked);

    /** Another one holds it. */
    void heldBy(String other);

    /** It was lost to another one; nothing more is heard. */
    void lost();
  }

  /**
   * A candidate that has yet to start.
   *
   * @param lock of which {@link Lock#identity} is this process
   * @param clock what is written into the record
   * @param ticks nanoseconds of a clock that nobody can set
   */
  LeaseElector(
      KubernetesClient client,
      Lock lock,
      OperatorConfiguration.LeaderElection settings,
      Clock clock,
      LongSupplier ticks,
      ScheduledExecutorService executor,
      Hearer hearer) {
    this.client = client;
    this.lock = lock;
    this.settings = settings;
    this.clock = clock;
    this.ticks = ticks;
    this.executor = executor;
    this.hearer = hearer;
  }

  /** Looks at the lease from now on. */
  void start() {
    executor.execute(this::look);
  }

  /** Begins no further look. */
  void stop() {
    ended = true;
  }

  private synchronized void look() {
    if (ended) {
      return;
    }
    try {
      attempt();
    } catch (KubernetesClientException e) {
      // The lock has told of it. A leader goes on until its deadline, which others look after.
    }
    if (!ended) {
      var _ = executor.schedule(this::look, pause().toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /**
   * Until the next look; a candidate does not sleep over the instant at which the lease is free.
   */
  Duration pause() {
    Duration period = settings.retryPeriod();
    if (leads) {
      return period;
    }
    Duration pause =
        period.plusNanos(
            (long) (period.toNanos() * JITTER * ThreadLocalRandom.current().nextDouble()));
    Duration untilFree =
        seen == null
            ? Duration.ZERO
            : seen.getLeaseDuration().minusNanos(ticks.getAsLong() - seenAt).plusMillis(1);
    return untilFree.isPositive() && untilFree.compareTo(pause) < 0 ? untilFree : pause;
  }

  /** One look, and what follows from it. */
  synchronized void attempt() {
    long asked = ticks.getAsLong();
    LeaderElectionRecord found = lock.get(client);
    if (found == null) {
      take(asked, first(), lock::create);
      return;
    }
    observe(found);
    if (isOurs(found) || (!leads && isFree(found))) {
      take(asked, after(found), lock::update);
    } else if (leads) {
      leads = false;
      ended = true;
      hearer.lost();
    } else {
      tell(found.getHolderIdentity());
    }
  }

  private void observe(LeaderElectionRecord found) {
    if (!found.equals(seen)) {
      seen = found;
      seenAt = ticks.getAsLong();
    }
  }

  private boolean isOurs(LeaderElectionRecord record) {
    return lock.identity().equals(record.getHolderIdentity());
  }

  private boolean isFree(LeaderElectionRecord record) {
    String holder = record.getHolderIdentity();
    return holder == null
        || holder.isEmpty()
        || ticks.getAsLong() - seenAt > record.getLeaseDuration().toNanos();
  }

  private LeaderElectionRecord first() {
    ZonedDateTime now = now();
    return new LeaderElectionRecord(lock.identity(), settings.leaseDuration(), now, now, 0);
  }

  private LeaderElectionRecord after(LeaderElectionRecord found) {
    ZonedDateTime now = now();
    boolean keeps = isOurs(found);
    return new LeaderElectionRecord(
        lock.identity(),
        settings.leaseDuration(),
        keeps ? found.getAcquireTime() : now,
        now,
        found.getLeaderTransitions() + (keeps ? 0 : 1));
  }

  private ZonedDateTime now() {
    return clock.instant().atZone(ZoneOffset.UTC);
  }

  private interface Write {
    void of(KubernetesClient client, LeaderElectionRecord record);
  }

  private void take(long asked, LeaderElectionRecord wanted, Write write) {
    write.of(client, wanted);
    observe(wanted);
    leads = true;
    hearer.held(asked);
  }

  private void tell(String holder) {
    if (!holder.equals(told)) {
      told = holder;
      hearer.heldBy(holder);
    }
  }

  /**
   * Leaves the lease to the next one at once, if it is still held.
   *
   * @return whether it was
   */
  synchronized boolean release() {
    LeaderElectionRecord found = lock.get(client);
    if (found == null || !isOurs(found)) {
      return false;
    }
    ZonedDateTime now = now();
    // Sent as a merge patch, a holder of null would leave the old one standing.
    lock.update(
        client,
        new LeaderElectionRecord(
            "", Duration.ofSeconds(1), now, now, found.getLeaderTransitions()));
    return true;
  }
}
