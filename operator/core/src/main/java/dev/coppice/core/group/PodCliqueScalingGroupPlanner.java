package dev.coppice.core.group;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgress;
import dev.coppice.core.admission.ResolvedSets;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.child.Leftovers;
import dev.coppice.core.child.LegacyFinalizers;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.reconcile.ReadFirst;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.reconcile.Step;
import dev.coppice.core.recreation.Teardown;
import dev.coppice.core.recreation.TerminationSettings;
import dev.coppice.core.trial.TrialPods;
import dev.coppice.core.unreadable.UnreadableParts;
import dev.coppice.core.unreadable.UnreadableStatus;
import dev.coppice.core.unreadable.UnreadableStatuses;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Decides the PodCliques of one scaling group, and what is reported about it. Beside its own
 * PodCliques it reads its set, for the template, and the set's other groups, whose sizes say which
 * PodCliques start before its own. Without its set in view it does nothing.
 */
public final class PodCliqueScalingGroupPlanner implements Planner<PodCliqueScalingGroup> {

  /** The finalizer that Grove's operator puts on a scaling group. */
  static final String GROVE_FINALIZER = "grove.io/podcliquescalinggroup.grove.io";

  private static final UnreadableStatus<PodCliqueScalingGroup> UNREADABLE =
      UnreadableStatuses.ofGroup(GroupStatusWrite.PURPOSE);

  private final List<Step<GroupView>> steps =
      List.of(
          PodCliqueScalingGroupPlanner::deleteLeftovers,
          this::clearStarts,
          this::tearDownReplicas,
          PodCliqueScalingGroupPlanner::syncMembers,
          PodCliqueScalingGroupPlanner::resumePutOffUpdate,
          PodCliqueScalingGroupPlanner::advanceUpdateAndWriteStatus);

  private final List<Step<GroupView>> stepsOfTraining =
      List.of(
          PodCliqueScalingGroupPlanner::deleteLeftovers,
          PodCliqueScalingGroupPlanner::syncMembers,
          PodCliqueScalingGroupPlanner::advanceUpdateAndWriteStatus);

  private final ResolvedSets sets;
  private final TerminationSettings termination;
  private final boolean queued;
  private final TrialPods pods;

  /**
   * A planner for all scaling groups.
   *
   * @param validity what is asked about groups and sets that no webhook has judged
   * @param termination what is configured about gang termination
   */
  public PodCliqueScalingGroupPlanner(Validity validity, TerminationSettings termination) {
    this(validity, termination, false);
  }

  /**
   * The same.
   *
   * @param queued whether there are queues: then gangs have start times
   */
  public PodCliqueScalingGroupPlanner(
      Validity validity, TerminationSettings termination, boolean queued) {
    this(validity, termination, queued, TrialPods.NONE);
  }

  /**
   * The same where templates are tried before anything is given up for them.
   *
   * @param pods makes the pods for it
   */
  public PodCliqueScalingGroupPlanner(
      Validity validity, TerminationSettings termination, boolean queued, TrialPods pods) {
    this.pods = pods;
    this.sets = new ResolvedSets(validity);
    this.termination = termination;
    this.queued = queued;
  }

  @Override
  public Plan plan(Snapshot<PodCliqueScalingGroup> snapshot, Instant now) {
    Plan.Builder plan = Plan.builder(snapshot);
    if (Ownership.isTerminating(snapshot.primary())) {
      // Garbage collection takes the PodCliques.
      return LegacyFinalizers.remove(snapshot.primary(), GROVE_FINALIZER, plan).build();
    }
    UnreadableParts<PodCliqueScalingGroup> unreadable = UnreadableParts.of(snapshot);
    if (!unreadable.isEmpty()) {
      UNREADABLE.plan(unreadable, plan, now);
      return plan.build();
    }
    GroupView.of(unreadable.rest(), sets, now)
        .ifPresent(view -> Step.planFirst(view.isTraining() ? stepsOfTraining : steps, view, plan));
    return plan.build();
  }

  private static void deleteLeftovers(GroupView view, Plan.Builder plan) {
    Leftovers.deleted(view.snapshot(), PodClique.class, GroupMembers.DELETE_CLIQUE)
        .forEach(plan::add);
  }

  private void clearStarts(GroupView view, Plan.Builder plan) {
    if (queued) {
      plan.addAll(teardown(view).clearedStarts().toList());
    }
  }

  private void tearDownReplicas(GroupView view, Plan.Builder plan) {
    Teardown.plan(teardown(view), view.snapshot(), plan, view.now());
  }

  private GroupTeardown teardown(GroupView view) {
    return new GroupTeardown(view, termination, queued, pods);
  }

  // A set that has just begun to tear down the replica must not be seen too late: what is made then
  // would stay.
  private static void syncMembers(GroupView view, Plan.Builder plan) {
    Stream<Action> members =
        view.isWorkable() ? GroupMembers.plan(view) : GroupMembers.surplus(view);
    LiveRead set = new LiveRead.Get(ObjectKey.of(view.set()));
    ReadFirst.creates(view.snapshot(), set, ReadFirst.SET, members.toList()).forEach(plan::add);
  }

  // No event need come for it: what was deleted may be held by a finalizer.
  private static void resumePutOffUpdate(GroupView view, Plan.Builder plan) {
    if (new GroupUpdate(view).isPutOff()) {
      plan.requeueAt(view.now());
    }
  }

  // What an update records leaves in one write with all else that is reported.
  private static void advanceUpdateAndWriteStatus(GroupView view, Plan.Builder plan) {
    GroupUpdate update = new GroupUpdate(view);
    PodCliqueScalingGroupUpdateProgress progress =
        view.isTraining() ? view.group().statusOrEmpty().updateProgress() : update.advanced();
    update.stuckAt().ifPresent(plan::requeueAt);
    GroupStatusWrite.plan(view, GroupStatus.of(view, update, progress), plan);
  }
}
