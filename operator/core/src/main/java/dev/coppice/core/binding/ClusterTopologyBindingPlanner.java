package dev.coppice.core.binding;

import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.reconcile.Step;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.unreadable.UnreadableParts;
import dev.coppice.core.unreadable.UnreadableStatus;
import dev.coppice.core.unreadable.UnreadableStatuses;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Tells the schedulers that know topologies of one: makes the object of each, but for those that
 * the binding lists, and reports whether all of them have its levels. Garbage collection takes what
 * it made.
 */
public final class ClusterTopologyBindingPlanner implements Planner<ClusterTopologyBinding> {

  private static final UnreadableStatus<ClusterTopologyBinding> UNREADABLE =
      UnreadableStatuses.ofBinding(BindingStatusWrite.PURPOSE);

  private final List<Step<BindingView>> steps =
      List.of(ClusterTopologyBindingPlanner::syncTopologies, BindingStatusWrite::plan);

  private final SchedulerBackends schedulers;

  /**
   * Creates a planner.
   *
   * @param schedulers the enabled scheduler back-ends
   */
  public ClusterTopologyBindingPlanner(SchedulerBackends schedulers) {
    this.schedulers = schedulers;
  }

  @Override
  public Plan plan(Snapshot<ClusterTopologyBinding> snapshot, Instant now) {
    Plan.Builder plan = Plan.builder(snapshot);
    ClusterTopologyBinding binding = snapshot.primary();
    UnreadableParts<ClusterTopologyBinding> unreadable = UnreadableParts.of(snapshot);
    if (!unreadable.isEmpty() && !Ownership.isTerminating(binding)) {
      UNREADABLE.plan(unreadable, plan, now);
      return plan.build();
    }
    // The schema demands a specification: whoever is without one was stored past it.
    if (!Ownership.isTerminating(binding) && binding.getSpec() != null) {
      Step.planFirst(steps, BindingView.of(snapshot, schedulers, now), plan);
    }
    return plan.build();
  }

  private static void syncTopologies(BindingView view, Plan.Builder plan) {
    plan.addAll(
        view.topologies().stream()
            .map(SchedulerTopology::action)
            .flatMap(Optional::stream)
            .toList());
  }
}
