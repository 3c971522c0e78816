package dev.coppice.simulator.model;

import dev.coppice.core.reconcile.Memory;
import dev.coppice.core.reconcile.Pass;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs passes of one controller about one object against a {@link ClusterModel}, with the one
 * memory that the shell keeps between passes.
 *
 * @param <P> the kind of the primary
 */
public final class PassLoop<P extends HasMetadata> {

  private static final int PASSES_TO_REST = 40;

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
  public PassLoop(
      ClusterModel cluster, Planner<P> planner, Function<Memory, Optional<Snapshot<P>>> view) {
    this.cluster = cluster;
    this.planner = planner;
    this.view = view;
  }

  /** Runs one pass; empty when the primary is gone. */
  public Optional<Pass.Result<P>> pass() {
    return view.apply(memory).map(this::pass);
  }

  private Pass.Result<P> pass(Snapshot<P> first) {
    Pass.Result<P> result = Pass.run(planner, first, cluster.clock(), cluster::apply);
    memory = result.memory();
    requeueAt = result.requeueAt();
    if (result.end() == Pass.End.UNSETTLED) {
      throw new AssertionError("no rest after " + Pass.MAX_ROUNDS + " rounds");
    }
    return result;
  }

  /** When time alone brings the next pass; empty when only an event does. */
  public Optional<Instant> requeueAt() {
    return Optional.ofNullable(requeueAt);
  }

  /** Runs passes, and lets the time pass that they ask for, for as long as given. */
  public void runFor(Duration duration) {
    Instant end = cluster.clock().instant().plus(duration);
    for (int passes = 0; passes < PASSES_TO_REST; passes++) {
      Optional<Pass.Result<P>> result = pass();
      Instant now = cluster.clock().instant();
      boolean again = result.filter(r -> r.end() == Pass.End.INTERRUPTED).isPresent();
      Instant look = requeueAt == null || requeueAt.isAfter(end) ? end : requeueAt;
      if (!again) {
        cluster.advance(Duration.between(now, look.isBefore(now) ? now : look));
        if (!look.isBefore(end)) {
          pass();
          return;
        }
      }
    }
    throw new AssertionError("no rest after " + PASSES_TO_REST + " passes");
  }
}
