package dev.coppice.app;

import dev.coppice.app.health.Health;
import dev.coppice.app.health.HealthCheck;
import dev.coppice.app.leader.LeaderElection;
import dev.coppice.app.startup.ClusterPreflight;
import dev.coppice.app.startup.ClusterState;
import dev.coppice.kube.LogKeys;
import dev.coppice.kube.client.FailureReason;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of an operator from process start to reconciling and back: the cluster is ready, the
 * lease is held, the cluster is still ready, controllers run; and on a stop the controllers first,
 * the lease last, so that no two replicas ever act at once. A cluster that is not ready any more
 * ends it: the next process waits as the first one did.
 */
final class OperatorLifecycle {

  private static final Logger LOGGER = LoggerFactory.getLogger(OperatorLifecycle.class);

  private final ClusterPreflight preflight;
  private final Optional<LeaderElection> election;
  private final ProcessPart controllers;
  private final Duration stopLimit;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final CompletableFuture<ExitCode> ended = new CompletableFuture<>();
  private final AtomicBoolean doubting = new AtomicBoolean();
  private volatile Phase phase = Phase.WAITING;

  private enum Phase {
    WAITING,
    LEADING,
    RUNNING,
    STOPPING
  }

  /**
   * @param election empty when this replica is the only one
   * @param stopLimit how long running reconciles may take to end
   */
  OperatorLifecycle(
      ClusterPreflight preflight,
      Optional<LeaderElection> election,
      ProcessPart controllers,
      Duration stopLimit) {
    this.preflight = preflight;
    this.election = election;
    this.controllers = controllers;
    this.stopLimit = stopLimit;
  }

  /** Sets out; everything else happens by itself. */
  void start() {
    var _ = election.map(lease -> lease.lost().thenAccept(this::lost));
    var _ =
        preflight
            .whenReady()
            .thenCompose(_ -> lead())
            .thenCompose(_ -> preflight.whenReady())
            .thenRunAsync(this::run, executor)
            .exceptionally(this::failed);
  }

  private CompletableFuture<Void> lead() {
    if (election.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    LeaderElection lease = election.get();
    lease.start();
    return lease.won();
  }

  private void run() {
    if (!advance(Phase.LEADING)) {
      return;
    }
    controllers.start();
    if (advance(Phase.RUNNING)) {
      LOGGER.atInfo().log("Controllers run");
    }
  }

  /** Whether there is any point in going on. */
  private synchronized boolean advance(Phase next) {
    if (phase == Phase.STOPPING) {
      return false;
    }
    phase = next;
    return true;
  }

  private @Nullable Void failed(Throwable failure) {
    if (phase != Phase.STOPPING) {
      LOGGER
          .atError()
          .addKeyValue(LogKeys.FAILURE, FailureReason.of(failure))
          .log("Controllers cannot be started");
      LOGGER.atDebug().setCause(failure).log("Where controllers failed to start");
      stop();
      ended.complete(ExitCode.OPERATION);
    }
    return null;
  }

  private void lost(String reason) {
    LOGGER.atError().addKeyValue(LogKeys.FAILURE, reason).log("Lost the lead; the process ends");
    ended.complete(ExitCode.OPERATION);
  }

  /** Looks whether the cluster still offers everything, after something was not found. */
  void doubt() {
    if (phase == Phase.RUNNING && doubting.compareAndSet(false, true)) {
      var _ =
          preflight
              .lookOnce()
              .thenAcceptAsync(this::judge, executor)
              .whenComplete((_, _) -> doubting.set(false));
    }
  }

  private void judge(ClusterState state) {
    if (state instanceof ClusterState.MissingDefinitions missing && phase == Phase.RUNNING) {
      LOGGER
          .atError()
          .addKeyValue(LogKeys.DEFINITIONS, missing.names())
          .log(
              "CustomResourceDefinitions were deleted; the process ends, and waits for them when it"
                  + " is started again");
      stop();
      ended.complete(ExitCode.OPERATION);
    }
  }

  /** Completes when the operator can do no more; the process has to end then, at once. */
  CompletableFuture<ExitCode> ended() {
    return ended;
  }

  /** Stops in order; returns when done or when the limit has passed. */
  void stop() {
    Phase before;
    synchronized (this) {
      before = phase;
      phase = Phase.STOPPING;
    }
    if (before == Phase.LEADING || before == Phase.RUNNING) {
      stopControllers();
    }
    election.ifPresent(LeaderElection::close);
    executor.shutdownNow();
  }

  private void stopControllers() {
    Future<?> stopped = executor.submit(controllers::stop);
    try {
      stopped.get(stopLimit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOGGER.atWarn().log("Controllers did not stop in time; what they do is cut off");
    } catch (ExecutionException e) {
      LOGGER
          .atWarn()
          .addKeyValue(LogKeys.FAILURE, FailureReason.of(e))
          .log("Controllers did not stop cleanly");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether this replica is the one that acts: it holds the lease, or needs none. */
  boolean leads() {
    Phase now = phase;
    return now == Phase.LEADING || now == Phase.RUNNING;
  }

  /** What only a new process can repair. */
  Stream<HealthCheck> liveness() {
    return election.stream().map(LeaderElection::liveness);
  }

  /** A standby is ready when it could take over; a leader, when its controllers see everything. */
  Stream<HealthCheck> readiness() {
    return switch (phase) {
      case WAITING -> Stream.concat(Stream.of(preflight.check()), standbyReadiness());
      case LEADING -> Stream.of(starting());
      case RUNNING -> Stream.concat(leaseReadiness(), controllers.readiness());
      case STOPPING -> Stream.of(new HealthCheck("controllers", () -> Health.failing("stopping")));
    };
  }

  /** Without a lease there is nothing to stand by for: ready is only what runs. */
  private Stream<HealthCheck> standbyReadiness() {
    return election.isEmpty() ? Stream.of(starting()) : leaseReadiness();
  }

  private static HealthCheck starting() {
    return new HealthCheck("controllers", () -> Health.failing("starting"));
  }

  private Stream<HealthCheck> leaseReadiness() {
    return election.stream().map(LeaderElection::readiness);
  }
}
