package dev.coppice.app.leader;

import dev.coppice.app.configuration.OperatorConfiguration;
import dev.coppice.app.health.Health;
import dev.coppice.app.health.HealthCheck;
import dev.coppice.kube.LogKeys;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One candidacy for the lease: it can be won once and lost once. A timer of its own, restarted by
 * each renewal, gives up the lead at the renew deadline: the elector looks between calls only, and
 * a call that hangs could outlive the lease.
 */
public final class LeaderElection implements AutoCloseable {

  private static final Logger LOGGER = LoggerFactory.getLogger(LeaderElection.class);

  private final OperatorConfiguration.LeaderElection settings;
  private final LongSupplier ticks;
  private final ObservedLock lock;
  private final LeaseElector elector;
  private final ScheduledExecutorService executor =
      Executors.newScheduledThreadPool(
          2, Thread.ofPlatform().name("leader-", 0).daemon().factory());
  private final CompletableFuture<Void> won = new CompletableFuture<>();
  private final CompletableFuture<String> lost = new CompletableFuture<>();
  private @Nullable ScheduledFuture<?> deadline;
  private boolean closed;

  /**
   * @param client for leases only
   * @param namespace of the lease
   * @param identity of this process, never used by another one
   * @param clock what is written into the lease; no decision is made by it
   */
  public LeaderElection(
      KubernetesClient client,
      OperatorConfiguration.LeaderElection settings,
      String namespace,
      String identity,
      Clock clock) {
    this(client, settings, namespace, identity, clock, System::nanoTime);
  }

  LeaderElection(
      KubernetesClient client,
      OperatorConfiguration.LeaderElection settings,
      String namespace,
      String identity,
      Clock clock,
      LongSupplier ticks) {
    this.settings = settings;
    this.ticks = ticks;
    this.lock =
        new ObservedLock(
            new LeaseLock(namespace, settings.resourceName(), identity),
            namespace + "/" + settings.resourceName());
    this.elector = new LeaseElector(client, lock, settings, clock, ticks, executor, new Hearer());
  }

  /** Becomes a candidate. */
  public void start() {
    LOGGER.atInfo().addKeyValue(LogKeys.LEASE, lock.lease()).log("Waiting for the lease");
    elector.start();
  }

  /** Completes when the lease is held. */
  public CompletableFuture<Void> won() {
    return won;
  }

  /**
   * Completes with the reason when the lease, once held, is no longer; never after {@link #close}.
   */
  public CompletableFuture<String> lost() {
    return lost;
  }

  private final class Hearer implements LeaseElector.Hearer {
    private boolean holds;

    @Override
    public void held(long asked) {
      renewed(asked);
      if (!holds) {
        holds = true;
        LOGGER.atInfo().addKeyValue(LogKeys.LEASE, lock.lease()).log("Holding the lease");
        // On a thread of its own: what follows may take longer than a renewal can wait.
        Thread.ofVirtual().name("leading").start(() -> won.complete(null));
      }
    }

    @Override
    public void heldBy(String other) {
      LOGGER.atInfo().addKeyValue(LogKeys.LEADER, other).log("Another replica holds the lease");
    }

    @Override
    public void lost() {
      lose("the lease was taken by another replica");
    }
  }

  private synchronized void renewed(long asked) {
    if (closed) {
      return;
    }
    if (deadline != null) {
      deadline.cancel(false);
    }
    deadline =
        executor.schedule(
            () -> lose("the lease could not be renewed in time"),
            asked + settings.renewDeadline().toNanos() - ticks.getAsLong(),
            TimeUnit.NANOSECONDS);
  }

  private synchronized void lose(String reason) {
    elector.stop();
    if (!closed) {
      lost.complete(reason);
    }
  }

  /** Fails while the elector's calls stay unanswered. */
  public HealthCheck readiness() {
    return new HealthCheck(
        "leaderElection", () -> lock.obstacle().map(Health::failing).orElseGet(Health::ok));
  }

  /** Fails when the candidacy is over: only a new process can be elected again. */
  public HealthCheck liveness() {
    return new HealthCheck(
        "leaderElection", () -> lost.isDone() ? Health.failing(lost.getNow("")) : Health.ok());
  }

  /**
   * Gives the lease to the next replica at once; whoever acted under it must have stopped before.
   */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    elector.stop();
    release();
    executor.shutdownNow();
  }

  private void release() {
    if (!won.isDone() || lost.isDone()) {
      return;
    }
    try {
      if (elector.release()) {
        LOGGER.atInfo().addKeyValue(LogKeys.LEASE, lock.lease()).log("Released the lease");
      }
    } catch (KubernetesClientException e) {
      LOGGER
          .atWarn()
          .addKeyValue(LogKeys.LEASE, lock.lease())
          .addKeyValue(LogKeys.FAILURE, e.getMessage())
          .log("The lease could not be released; the next leader waits until it ends");
    }
  }
}
