package dev.coppice.core.set;

import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.admission.field.Findings;
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
import dev.coppice.core.termination.Teardown;
import dev.coppice.core.termination.TerminationSettings;
import dev.coppice.core.validity.Validity;
import java.time.Instant;
import java.util.List;

/**
 * Decides what a PodCliqueSet needs next: its children first, its PodGangs once the cliques have
 * UIDs, its status last. Beside its own children it sees the PodCliques of its scaling groups.
 */
public final class PodCliqueSetPlanner implements Planner<PodCliqueSet> {

  /** The finalizer that Grove's operator puts on a set. */
  static final String GROVE_FINALIZER = "grove.io/podcliqueset.grove.io";

  private final SchedulerBackends schedulers;
  private final Validity validity;
  private final TerminationSettings termination;

  /**
   * Creates a planner.
   *
   * @param schedulers the enabled scheduler back-ends
   * @param validity what is asked about sets that no webhook has judged
   * @param termination what is configured about gang termination
   */
  public PodCliqueSetPlanner(
      SchedulerBackends schedulers, Validity validity, TerminationSettings termination) {
    this.schedulers = schedulers;
    this.validity = validity;
    this.termination = termination;
  }

  @Override
  public Plan plan(Snapshot<PodCliqueSet> stored, Instant now) {
    Plan.Builder plan = Plan.builder(stored.refusals());
    if (Ownership.isTerminating(stored.primary())) {
      return LegacyFinalizers.remove(stored.primary(), GROVE_FINALIZER, plan).build();
    }
    Snapshot<PodCliqueSet> snapshot = stored.mapPrimary(Defaults::of);
    SetCliques cliques = new SetCliques(snapshot);
    Findings findings = validity.of(snapshot.primary());
    List<ReplicaDeletion> records = snapshot.primary().statusOrEmpty().replicaDeletions();
    boolean workable = validity.isWorkable(snapshot.primary());
    // Without all its parts nobody knows what the set asks for, nor for how long to wait.
    if (validity.isComplete(snapshot.primary())) {
      GroupSizes sizes =
          GroupSizes.of(
              snapshot.primary(),
              snapshot.observed().all(PodCliqueScalingGroup.class),
              group -> validity.of(group, snapshot.primary()).isAllowed());
      int counted = SetStatus.counted(snapshot, validity);
      SetTeardown teardown =
          new SetTeardown(snapshot, cliques, sizes, counted, validity, termination);
      if (!Teardown.plan(teardown, snapshot, plan, now)) {
        return plan.build();
      }
      if (workable) {
        planChildren(snapshot, cliques, sizes, findings, plan);
      }
      records = workable ? teardown.completed(now) : records;
    }
    if (!workable && plan.isIdle()) {
      plan.addAll(SurplusReplicas.plan(snapshot).toList());
    }
    // What changes in this round is judged in the next.
    if (plan.isIdle()) {
      Children.owned(snapshot, PodGang.class)
          .forEach(gang -> GangStatus.plan(cliques, gang, plan, now));
    }
    if (plan.isIdle()) {
      SetStatus.plan(snapshot, validity, findings, records, plan, now);
    }
    return plan.build();
  }

  private void planChildren(
      Snapshot<PodCliqueSet> snapshot,
      SetCliques cliques,
      GroupSizes sizes,
      Findings findings,
      Plan.Builder plan) {
    PodCliqueSet set = snapshot.primary();
    StartupParents parents = new StartupParents(set, sizes);
    plan.addAll(HeadlessServices.plan(snapshot).toList());
    plan.addAll(ScalingGroups.plan(snapshot).toList());
    plan.addAll(StandaloneCliques.plan(snapshot, parents, findings.isAllowed()).toList());
    plan.addAll(Autoscalers.plan(snapshot).toList());
    plan.addAll(new SetGangs(snapshot, cliques, sizes, schedulers, validity.mostReplicas()).plan());
  }
}
