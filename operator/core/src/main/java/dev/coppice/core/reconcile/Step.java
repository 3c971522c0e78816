package dev.coppice.core.reconcile;

import java.util.List;

/**
 * One step of a planner. A round holds the actions of the first step that has any; the rest follows
 * on its answers.
 *
 * @param <V> what the planner's decisions read
 */
@FunctionalInterface
public interface Step<V> {

  /** Adds what this step wants done in the round. */
  void plan(V view, Plan.Builder plan);

  /** Plans the steps one after the other, until one has planned the round. */
  static <V> void planFirst(List<Step<V>> steps, V view, Plan.Builder plan) {
    for (Step<V> step : steps) {
      step.plan(view, plan);
      if (plan.isRoundPlanned()) {
        return;
      }
    }
  }
}
