package dev.coppice.core.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;

/**
 * Decides the next round of a reconcile. A pure function: the same snapshot and instant give the
 * same plan, and repeating plan and apply reaches an empty plan within {@link Reconcile#MAX_ROUNDS}
 * rounds.
 *
 * @param <P> the kind of the primary
 */
@FunctionalInterface
public interface Planner<P extends HasMetadata> {

  /** What to do next. */
  Plan plan(Snapshot<P> snapshot, Instant now);
}
