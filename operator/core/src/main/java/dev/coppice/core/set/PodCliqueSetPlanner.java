package dev.coppice.core.set;

import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.clique.StartupParents;
import dev.coppice.core.gang.GangStatus;
import dev.coppice.core.gang.GroupSizes;
import dev.coppice.core.gang.SetCliques;
import dev.coppice.core.plan.Children;
import dev.coppice.core.plan.LegacyFinalizers;
import dev.coppice.core.plan.Ownership;
import dev.coppice.core.plan.Plan;
import dev.coppice.core.plan.Planner;
import dev.coppice.core.plan.Snapshot;
import dev.coppice.core.scheduler.SchedulerBackends;
import java.time.Instant;

/**
 * Decides what a PodCliqueSet needs next: its children first, its PodGangs once the cliques have
 * UIDs, its status last. Beside its own children it sees the PodCliques of its scaling groups.
 */
public final class PodCliqueSetPlanner implements Planner<PodCliqueSet> {

  /** The finalizer that Grove's operator puts on a set. */
  static final String GROVE_FINALIZER = "grove.io/podcliqueset.grove.io";

  private final SchedulerBackends schedulers;

  /**
   * Creates a planner.
   *
   * @param schedulers the enabled scheduler back-ends
   */
  public PodCliqueSetPlanner(SchedulerBackends schedulers) {
    this.schedulers = schedulers;
  }

  @Override
  public Plan plan(Snapshot<PodCliqueSet> stored, Instant now) {
    Plan.Builder plan = Plan.builder(stored.refusals());
    if (Ownership.isTerminating(stored.primary())) {
      return LegacyFinalizers.remove(stored.primary(), GROVE_FINALIZER, plan).build();
    }
    Snapshot<PodCliqueSet> snapshot = stored.mapPrimary(Defaults::of);
    SetCliques cliques = new SetCliques(snapshot);
    GroupSizes sizes =
        GroupSizes.of(snapshot.primary(), snapshot.observed().all(PodCliqueScalingGroup.class));
    StartupParents parents = new StartupParents(snapshot.primary(), sizes);
    plan.addAll(HeadlessServices.plan(snapshot).toList());
    plan.addAll(ScalingGroups.plan(snapshot).toList());
    plan.addAll(StandaloneCliques.plan(snapshot, parents).toList());
    plan.addAll(Autoscalers.plan(snapshot).toList());
    plan.addAll(new SetGangs(snapshot, cliques, sizes, schedulers).plan());
    // What changes in this round is judged in the next.
    if (plan.isIdle()) {
      Children.owned(snapshot, PodGang.class)
          .forEach(gang -> GangStatus.plan(cliques, gang, plan, now));
    }
    if (plan.isIdle()) {
      SetStatus.plan(snapshot, plan, now);
    }
    return plan.build();
  }
}
