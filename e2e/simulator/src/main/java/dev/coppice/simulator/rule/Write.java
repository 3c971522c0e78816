package dev.coppice.simulator.rule;

import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.simulator.operator.RunningReconcile;
import dev.coppice.testkit.oracle.Moment;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;

/**
 * A call of the operator that reached the API server.
 *
 * @param reconcile the reconcile that it belongs to
 * @param action the call
 * @param seen what it was decided on
 * @param read what stood when the cluster was read for this decision; empty if it was not
 * @param lastRead what stood when the cluster was last read in its reconcile, for whatever decision
 * @param stood what stood under its name when it came
 */
public record Write(
    RunningReconcile<?> reconcile,
    Action action,
    Snapshot<?> seen,
    Optional<Moment> read,
    Optional<Moment> lastRead,
    Optional<HasMetadata> stood) {

  /** The pod that it has just made, if it made one. */
  Optional<Pod> born(Outcome outcome) {
    return action instanceof Action.Create && outcome instanceof Outcome.Done(Pod pod)
        ? Optional.of(pod)
        : Optional.empty();
  }
}
