package dev.coppice.simulator.model;

import dev.coppice.core.reconcile.Memory;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.reconcile.Reconcile;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs reconciles of one controller about one object against a {@link ClusterModel}, with the one
 * memory that the shell keeps between reconciles.
 *
 * @param <P> the kind of the primary
 */
public final class ReconcileLoop<P extends HasMetadata> {

  private static final int RECONCILES_TO_REST = 40;

  private final ClusterModel cluster;
  private final Planner<P> planner;
  private final Function<Memory, Optional<Snapshot<P>>> view;
  private Memory memory = Memory.none();
  private @Nullable Instant requeueAt;

  /**
   * A loop.
   *
   * @param cluster the cluster
   * @param planner the controller's decisions
   * @param view the controller's view, from what it remembers
   */
  public ReconcileLoop(
      ClusterModel cluster, Planner<P> planner, Function<Memory, Optional<Snapshot<P>>> view) {
    this.cluster = cluster;
    this.planner = planner;
    this.view = view;
  }

  /** Runs one reconcile; empty when the primary is gone. */
  public Optional<Reconcile.Result<P>> reconcile() {
    return view.apply(memory).map(this::reconcile);
  }

  private Reconcile.Result<P> reconcile(Snapshot<P> first) {
    Reconcile.Result<P> result =
        Reconcile.run(
            planner,
            first,
            cluster.clock(),
            plan -> cluster.apply(plan).stream().map(CachedMetadata::of).toList());
    memory = result.memory();
    requeueAt = result.requeueAt();
    if (result.end() == Reconcile.End.UNSETTLED) {
      throw new AssertionError("no rest after " + Reconcile.MAX_ROUNDS + " rounds");
    }
    return result;
  }

  /** When time alone brings the next reconcile; empty when only an event does. */
  public Optional<Instant> requeueAt() {
    return Optional.ofNullable(requeueAt);
  }

  /** Runs reconciles, and lets the time pass that they ask for, for as long as given. */
  public void runFor(Duration duration) {
    Instant end = cluster.clock().instant().plus(duration);
    for (int reconciles = 0; reconciles < RECONCILES_TO_REST; reconciles++) {
      Optional<Reconcile.Result<P>> result = reconcile();
      Instant now = cluster.clock().instant();
      boolean again = result.filter(r -> r.end() == Reconcile.End.INTERRUPTED).isPresent();
      Instant look = requeueAt == null || requeueAt.isAfter(end) ? end : requeueAt;
      if (!again) {
        cluster.advance(Duration.between(now, look.isBefore(now) ? now : look));
        if (!look.isBefore(end)) {
          reconcile();
          return;
        }
      }
    }
    throw new AssertionError("no rest after " + RECONCILES_TO_REST + " reconciles");
  }
}
