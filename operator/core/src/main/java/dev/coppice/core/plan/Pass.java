package dev.coppice.core.plan;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Repeats plan and apply until nothing is left to do. Does no I/O of its own: the executor is
 * given, so that production, the cluster model and the simulator run the same loop.
 */
public final class Pass {

  /** A planner that needs more rounds than this has a bug. */
  public static final int MAX_ROUNDS = 8;

  private Pass() {}

  /** How a pass ended. */
  public enum End {
    /** The last plan was empty. */
    SETTLED,
    /** An answer showed that the view was stale; the pass is to be repeated. */
    INTERRUPTED,
    /** The planner did not come to rest. */
    UNSETTLED
  }

  /**
   * The result of a pass.
   *
   * @param end how it ended
   * @param last the snapshot at its end
   * @param nextLook when time alone makes the next decision; null when only an event can
   * @param statusUnwritten whether a status change still waits to be written
   * @param rounds number of plans that were executed
   */
  public record Result<P extends HasMetadata>(
      End end, Snapshot<P> last, @Nullable Instant nextLook, boolean statusUnwritten, int rounds) {

    /** Whether the pass is to be repeated with back-off. */
    public boolean mustRetry() {
      return end != End.SETTLED || !last.refusals().isEmpty();
    }
  }

  /** Runs one pass. */
  public static <P extends HasMetadata> Result<P> run(
      Planner<P> planner,
      Snapshot<P> first,
      InstantSource clock,
      Function<Plan, List<Answer>> executor) {
    Snapshot<P> snapshot = first;
    for (int round = 0; round <= MAX_ROUNDS; round++) {
      Plan plan = planner.plan(snapshot, clock.instant());
      if (plan.isEmpty()) {
        return new Result<>(End.SETTLED, snapshot, plan.nextLook(), plan.statusUnwritten(), round);
      }
      if (round == MAX_ROUNDS) {
        break;
      }
      snapshot = snapshot.with(executor.apply(plan));
      if (snapshot.over()) {
        return new Result<>(End.INTERRUPTED, snapshot, null, plan.statusUnwritten(), round + 1);
      }
    }
    return new Result<>(End.UNSETTLED, snapshot, null, false, MAX_ROUNDS);
  }
}
