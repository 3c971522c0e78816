package dev.coppice.core.set;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.core.admission.ResolvedSet;
import dev.coppice.core.admission.ResolvedSets;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.child.Children;
import dev.coppice.core.child.Leftovers;
import dev.coppice.core.child.LegacyFinalizers;
import dev.coppice.core.gang.ForeignGangs;
import dev.coppice.core.gang.GangHandover;
import dev.coppice.core.gang.GangStatus;
import dev.coppice.core.gang.PodGangs;
import dev.coppice.core.group.GroupRecount;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.queue.QueueSettings;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.reconcile.Step;
import dev.coppice.core.recreation.Teardown;
import dev.coppice.core.recreation.TerminationSettings;
import dev.coppice.core.runtime.QueuedGangs;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.scheduler.TopologySupport;
import dev.coppice.core.tree.SetCliques;
import dev.coppice.core.tree.StartupParents;
import dev.coppice.core.trial.TrialPods;
import dev.coppice.core.unreadable.UnreadableParts;
import dev.coppice.core.unreadable.UnreadableStatus;
import dev.coppice.core.unreadable.UnreadableStatuses;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Decides what a PodCliqueSet needs next: its children first, its PodGangs once the cliques have
 * UIDs, its status last. Beside its own children it sees the PodCliques of its scaling groups.
 */
public final class PodCliqueSetPlanner implements Planner<PodCliqueSet> {

  /** The finalizer that Grove's operator puts on a set. */
  static final String GROVE_FINALIZER = "grove.io/podcliqueset.grove.io";

  private static final UnreadableStatus<PodCliqueSet> UNREADABLE =
      UnreadableStatuses.ofSet(SetStatusWrite.PURPOSE);
  private static final UnreadableStatus<PodGang> UNREADABLE_GANG = UnreadableStatuses.ofGang();

  private final List<Step<SetView>> steps =
      List.of(
          PodCliqueSetPlanner::deleteLeftovers,
          PodCliqueSetPlanner::clearStarts,
          PodCliqueSetPlanner::tryTemplates,
          this::tearDownReplicas,
          this::syncChildren,
          this::deleteSurplusReplicas,
          PodCliqueSetPlanner::letForeignGangsGo,
          this::recordPlacements,
          this::tellScheduler,
          PodCliqueSetPlanner::keepStarts,
          this::writeGangStatuses,
          PodCliqueSetPlanner::readOthers,
          this::advanceUpdateAndWriteStatus);

  private final List<Step<SetView>> stepsOfTraining =
      List.of(
          TrainingRecord::reconstruct,
          SetTraining::deleteFinished,
          PodCliqueSetPlanner::deleteLeftovers,
          SetTraining::advance,
          PodCliqueSetPlanner::clearStarts,
          SetTraining::tellAttempts,
          TrainingOrphans::delete,
          PodCliqueSetPlanner::tryTemplates,
          this::syncChildren,
          this::deleteSurplusReplicas,
          this::recordPlacements,
          this::tellScheduler,
          PodCliqueSetPlanner::keepStarts,
          this::writeGangStatuses,
          this::advanceUpdateAndWriteStatus);

  private final SchedulerBackends schedulers;
  private final ResolvedSets sets;
  private final TerminationSettings termination;
  private final QueueSettings queues;
  private final TrialPods pods;

  /**
   * Creates a planner.
   *
   * @param schedulers the enabled scheduler back-ends
   * @param validity what is asked about sets that no webhook has judged
   * @param termination what is configured about gang termination
   */
  public PodCliqueSetPlanner(
      SchedulerBackends schedulers, Validity validity, TerminationSettings termination) {
    this(schedulers, validity, termination, QueueSettings.OFF);
  }

  /**
   * The same where there are queues.
   *
   * @param queues what is configured about them
   */
  public PodCliqueSetPlanner(
      SchedulerBackends schedulers,
      Validity validity,
      TerminationSettings termination,
      QueueSettings queues) {
    this(schedulers, validity, termination, queues, TrialPods.NONE);
  }

  /**
   * The same where templates are tried before anything is given up for them.
   *
   * @param pods makes the pods for it
   */
  public PodCliqueSetPlanner(
      SchedulerBackends schedulers,
      Validity validity,
      TerminationSettings termination,
      QueueSettings queues,
      TrialPods pods) {
    this.pods = pods;
    this.schedulers = schedulers;
    this.sets = new ResolvedSets(validity);
    this.termination = termination;
    this.queues = queues;
  }

  @Override
  public Plan plan(Snapshot<PodCliqueSet> stored, Instant now) {
    Plan.Builder plan = Plan.builder(stored);
    if (stored.deleted().contains(stored.primary().getMetadata().getUid())) {
      return plan.build();
    }
    if (Ownership.isTerminating(stored.primary())) {
      return LegacyFinalizers.remove(stored.primary(), GROVE_FINALIZER, plan).build();
    }
    UnreadableParts<PodCliqueSet> unreadable = UnreadableParts.of(stored);
    if (!unreadable.isEmpty()) {
      tellOfUnreadable(unreadable, plan, now);
      return plan.build();
    }
    ResolvedSet set = sets.of(stored.primary());
    Snapshot<PodCliqueSet> snapshot = unreadable.rest().mapPrimary(_ -> set.set());
    switch (set) {
      case ResolvedSet.Complete complete ->
          Step.planFirst(
              set.set().getSpec().trains() ? stepsOfTraining : steps,
              SetView.of(snapshot, complete, queues, pods, now),
              plan);
      case ResolvedSet.Incomplete incomplete ->
          Step.planFirst(stepsOf(incomplete, now), snapshot, plan);
    }
    return plan.build();
  }

  // Nobody but its set tells of a gang.
  private static void tellOfUnreadable(
      UnreadableParts<PodCliqueSet> unreadable, Plan.Builder plan, Instant now) {
    UNREADABLE.plan(unreadable, plan, now);
    unreadable
        .parts(PodGang.class)
        .flatMap(gang -> UNREADABLE_GANG.told(gang, now).stream())
        .forEach(plan::add);
  }

  // Without all its parts nobody knows what the set asks for, nor for how long to wait.
  private List<Step<Snapshot<PodCliqueSet>>> stepsOf(ResolvedSet.Incomplete set, Instant now) {
    return List.of(
        (snapshot, plan) -> plan.addAll(SurplusReplicas.plan(snapshot).toList()),
        (snapshot, plan) ->
            writeGangStatuses(
                snapshot, new SetCliques(snapshot), _ -> false, Optional.empty(), plan, now),
        (snapshot, plan) ->
            SetStatusWrite.plan(
                snapshot, SetStatus.of(snapshot, set, now), Optional.empty(), plan, now));
  }

  private static void deleteLeftovers(SetView view, Plan.Builder plan) {
    Snapshot<PodCliqueSet> snapshot = view.snapshot();
    Stream.of(
            Leftovers.deleted(snapshot, PodClique.class, StandaloneCliques.DELETE),
            Leftovers.deleted(snapshot, PodCliqueScalingGroup.class, ScalingGroups.DELETE),
            Leftovers.deleted(snapshot, PodGang.class, PodGangs.DELETE),
            Leftovers.deleted(snapshot, HorizontalPodAutoscaler.class, Autoscalers.DELETE),
            Leftovers.deleted(snapshot, Service.class, HeadlessServices.DELETE))
        .forEach(deletes -> deletes.forEach(plan::add));
  }

  private void tearDownReplicas(SetView view, Plan.Builder plan) {
    Teardown.plan(new SetTeardown(view, termination), view.snapshot(), plan, view.now());
  }

  private static void tryTemplates(SetView view, Plan.Builder plan) {
    if (view.resolved().isBounded()) {
      plan.addAll(view.trial().due());
    }
  }

  private void syncChildren(SetView view, Plan.Builder plan) {
    if (view.resolved().isBounded()) {
      Snapshot<PodCliqueSet> snapshot = view.snapshot();
      boolean isTaken = view.trial().isTaken();
      if (!isTaken && view.status().currentGenerationHash() == null) {
        return; // nothing is there that has to be kept up
      }
      plan.addAll(HeadlessServices.plan(snapshot).toList());
      // What there is keeps the template that it has; what is asked for no more goes.
      Predicate<Action> allowed = action -> isTaken || action instanceof Action.Delete;
      plan.addAll(ScalingGroups.plan(snapshot).filter(allowed).toList());
      plan.addAll(
          StandaloneCliques.plan(view, new StartupParents(view.set(), view.sizes()))
              .filter(allowed)
              .toList());
      plan.addAll(Autoscalers.plan(snapshot).toList());
      plan.addAll(new SetGangs(view, schedulers).plan());
    }
  }

  private void deleteSurplusReplicas(SetView view, Plan.Builder plan) {
    if (!view.resolved().isBounded()) {
      plan.addAll(SurplusReplicas.plan(view.snapshot()).toList());
    }
  }

  private static void letForeignGangsGo(SetView view, Plan.Builder plan) {
    plan.addAll(GangHandover.plan(view.snapshot(), view.podCliques()).toList());
  }

  private static void clearStarts(SetView view, Plan.Builder plan) {
    plan.addAll(SetGangs.clearedStarts(view).toList());
  }

  private static void keepStarts(SetView view, Plan.Builder plan) {
    plan.addAll(SetGangs.keptStarts(view).toList());
  }

  private void recordPlacements(SetView view, Plan.Builder plan) {
    new SetGangs(view, schedulers).recordPlacements(plan);
  }

  private void tellScheduler(SetView view, Plan.Builder plan) {
    plan.addAll(new SetGangs(view, schedulers).tellScheduler().toList());
  }

  // What changes in one round is judged in the next.
  private void writeGangStatuses(SetView view, Plan.Builder plan) {
    SetGangs gangs = new SetGangs(view, schedulers);
    writeGangStatuses(
        view.snapshot(),
        view.podCliques(),
        gangs.unanswered(),
        gangs.topologies(),
        plan,
        view.now());
  }

  private void writeGangStatuses(
      Snapshot<PodCliqueSet> snapshot,
      SetCliques cliques,
      Predicate<PodGang> unanswered,
      Optional<TopologySupport> topologies,
      Plan.Builder plan,
      Instant now) {
    PodCliqueSetStatus status = snapshot.primary().statusOrEmpty();
    Optional<QueuedGangs> queued = QueuedGangs.of(queues, snapshot.observed().all(Queue.class));
    Children.owned(snapshot, PodGang.class)
        // What is told of their pods is told of ours of the same place.
        .filter(gang -> !ForeignGangs.isForeign(gang))
        .forEach(gang ->
            GangStatus.plan(
                cliques, gang, status, !unanswered.test(gang), topologies, queued, plan, now));
  }

  // What is stored of the others may be older than their failure.
  private static void readOthers(SetView view, Plan.Builder plan) {
    if (view.resolved().isValid()) {
      new SetUpdate(view)
          .unseenPods()
          .ifPresent(pods -> plan.add(new Action.Read(List.of(pods), SetTeardown.READING)));
    }
  }

  // What an update records leaves in one write with all else that is reported. Nothing is given up
  // while nothing is made, or would be taken.
  private void advanceUpdateAndWriteStatus(SetView view, Plan.Builder plan) {
    SetUpdate update =
        new SetUpdate(view.in(GroupRecount.of(view.snapshot(), view.resolved(), view.now())));
    PodCliqueSetUpdateProgress progress =
        view.resolved().isValid() && !view.isTraining() && view.trial().isTaken()
            ? update.advanced()
            : view.status().updateProgress();
    SetStatus.Result result = SetStatus.of(view, update, progress);
    SetStatusWrite.plan(
        view.snapshot(),
        SetGangs.told(view, schedulers, result.status()),
        result.obstacle(),
        plan,
        view.now());
  }
}
