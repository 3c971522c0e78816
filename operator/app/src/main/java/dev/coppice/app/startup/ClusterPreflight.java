package dev.coppice.app.startup;

import dev.coppice.app.health.Health;
import dev.coppice.app.health.HealthCheck;
import dev.coppice.core.time.BackOff;
import dev.coppice.kube.LogKeys;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits, however long it takes, until the cluster offers what controllers need. Each change of what
 * is in the way is told once; a silent API server is told by the connection, which sees every
 * request. Looks run on the given scheduler, one at a time.
 */
public final class ClusterPreflight {

  private static final Logger LOGGER = LoggerFactory.getLogger(ClusterPreflight.class);

  private final Supplier<ClusterState> probe;
  private final BackOff backOff;
  private final ScheduledExecutorService scheduler;
  private final AtomicReference<@Nullable ClusterState> lastSeen = new AtomicReference<>();

  /**
   * @param probe looks once; it may block
   * @param backOff between looks
   * @param scheduler when shut down, waiting ends without a result
   */
  public ClusterPreflight(
      Supplier<ClusterState> probe, BackOff backOff, ScheduledExecutorService scheduler) {
    this.probe = probe;
    this.backOff = backOff;
    this.scheduler = scheduler;
  }

  /** Completes once the cluster offers everything, as seen after this call. */
  public CompletableFuture<Void> whenReady() {
    CompletableFuture<Void> ready = new CompletableFuture<>();
    scheduler.execute(() -> look(ready, 1));
    return ready;
  }

  /** Looks once, for those who have reason to doubt what was seen before; tells nothing. */
  public CompletableFuture<ClusterState> lookOnce() {
    return CompletableFuture.supplyAsync(probe, scheduler);
  }

  private void look(CompletableFuture<Void> ready, int attempt) {
    ClusterState state = probe.get();
    if (!state.equals(lastSeen.getAndSet(state))) {
      tell(state);
    }
    if (state instanceof ClusterState.Ready) {
      ready.complete(null);
      return;
    }
    try {
      long pause = backOff.after(attempt).toMillis();
      var _ = scheduler.schedule(() -> look(ready, attempt + 1), pause, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOGGER.atDebug().log("Stopped waiting for the cluster, because the process stops");
    }
  }

  private static void tell(ClusterState state) {
    switch (state) {
      case ClusterState.Ready _ -> LOGGER.atInfo().log("The cluster offers all that is needed");
      case ClusterState.Unreachable _ -> {}
      case ClusterState.Refused(String reason) ->
          LOGGER
              .atWarn()
              .addKeyValue(LogKeys.FAILURE, reason)
              .log("The API server refuses to answer");
      case ClusterState.MissingDefinitions missing ->
          LOGGER
              .atWarn()
              .addKeyValue(LogKeys.DEFINITIONS, missing.names())
              .log(
                  "CustomResourceDefinitions are missing; install them with: coppice crds --apply");
    }
  }

  /** Fails with what is in the way. */
  public HealthCheck check() {
    return new HealthCheck("cluster", this::health);
  }

  private Health health() {
    return switch (lastSeen.get()) {
      case null -> Health.failing("not looked at yet");
      case ClusterState.Ready _ -> Health.ok();
      case ClusterState.Unreachable(String reason) ->
          Health.failing("no answer from the API server: " + reason);
      case ClusterState.Refused(String reason) ->
          Health.failing("the API server refuses to answer: " + reason);
      case ClusterState.MissingDefinitions missing ->
          Health.failing(
              "missing CustomResourceDefinitions %s; install them with: coppice crds --apply"
                  .formatted(String.join(", ", missing.names())));
    };
  }
}
