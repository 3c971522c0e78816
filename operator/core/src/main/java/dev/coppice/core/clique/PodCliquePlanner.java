package dev.coppice.core.clique;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.clique.PodFailure;
import dev.coppice.core.admission.ResolvedSets;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.child.LegacyFinalizers;
import dev.coppice.core.exclusive.ExclusiveGroup;
import dev.coppice.core.gang.ForeignPods;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.pod.PodPurposes;
import dev.coppice.core.pod.PodReferences;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.pod.ScaleIn;
import dev.coppice.core.pod.ScaleOut;
import dev.coppice.core.pod.TerminalPods;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Failures;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.reconcile.ReadFirst;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.reconcile.Step;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.status.Words;
import dev.coppice.core.training.JudgedPod;
import dev.coppice.core.unreadable.UnreadableParts;
import dev.coppice.core.unreadable.UnreadableStatus;
import dev.coppice.core.unreadable.UnreadableStatuses;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Decides the pods of one PodClique, and what is reported about them. */
public final class PodCliquePlanner implements Planner<PodClique> {

  private static final String LEGACY_FINALIZER = "grove.io/podclique.grove.io";

  private static final UnreadableStatus<PodClique> UNREADABLE =
      UnreadableStatuses.ofClique(PodPurposes.UPDATE_STATUS);

  private final List<Step<CliqueView>> steps =
      List.of(
          this::deleteDanglingPods,
          this::adoptOrphans,
          this::labelFoundPods,
          this::recordTerminalPods,
          this::deleteTerminalPods,
          this::relabelPods,
          this::recordLowerMinimum,
          this::scaleIn,
          this::deleteOutdatedPods,
          this::recordSelectedPod,
          this::replaceMisplacedPods,
          this::recordGroup,
          this::deleteStrayPods,
          this::recordLostPlaces,
          this::releaseAndCreatePods,
          this::rewriteReferences,
          this::resumePutOffUpdate,
          this::advanceUpdateAndWriteStatus);

  private final List<Step<AttemptView>> stepsOfTraining =
      List.of(
          (attempt, plan) -> deleteDanglingPods(attempt.view(), plan),
          AttemptSteps::adoptOrphans,
          (attempt, plan) -> labelFoundPods(attempt.view(), plan),
          AttemptSteps::recordEnds,
          AttemptSteps::letGo,
          AttemptSteps::drain,
          AttemptSteps::deleteFailed,
          (attempt, plan) ->
              CliqueStatusWrite.planGroup(
                  attempt.view(), () -> AttemptStatus.counted(attempt), plan),
          (attempt, plan) -> deleteStrayPods(attempt.view(), plan),
          AttemptSteps::recordLostPlaces,
          this::releaseAndCreatePods,
          PodCliquePlanner::rewriteReferences,
          this::writeStatus);

  private final SchedulerBackends schedulers;
  private final PodSettings settings;
  private final ResolvedSets sets;

  /**
   * A planner for all PodCliques.
   *
   * @param schedulers the schedulers that pods may name
   * @param settings what is configured about pods
   * @param validity what is asked about objects that no webhook has judged
   */
  public PodCliquePlanner(SchedulerBackends schedulers, PodSettings settings, Validity validity) {
    this.schedulers = schedulers;
    this.settings = settings;
    this.sets = new ResolvedSets(validity);
  }

  @Override
  public Plan plan(Snapshot<PodClique> snapshot, Instant now) {
    Plan.Builder plan = Plan.builder(snapshot);
    if (Ownership.isTerminating(snapshot.primary())) {
      // Garbage collection takes the pods.
      return LegacyFinalizers.remove(snapshot.primary(), LEGACY_FINALIZER, plan).build();
    }
    UnreadableParts<PodClique> unreadable =
        UnreadableParts.of(
            snapshot, other -> CliqueWatches.mayHoldDomain(other, snapshot.primary()));
    if (!unreadable.isEmpty()) {
      UNREADABLE.plan(unreadable, plan, now);
      return plan.build();
    }
    CliqueView view = CliqueView.of(unreadable.rest(), sets, settings, now);
    if (view.isTraining()) {
      // Without its mark it is told so again by its set.
      AttemptView.of(view).ifPresent(attempt -> Step.planFirst(stepsOfTraining, attempt, plan));
    } else {
      Step.planFirst(steps, view, plan);
    }
    return plan.build();
  }

  private void deleteDanglingPods(CliqueView view, Plan.Builder plan) {
    DanglingPods.deleted(view.dangling()).forEach(plan::add);
  }

  private void adoptOrphans(CliqueView view, Plan.Builder plan) {
    OrphanPods.adopted(view).forEach(plan::add);
  }

  private void labelFoundPods(CliqueView view, Plan.Builder plan) {
    view.set().stream()
        .flatMap(set -> OutdatedPods.foundAgain(set, view.clique(), view.live()))
        .forEach(plan::add);
  }

  private void recordTerminalPods(CliqueView view, Plan.Builder plan) {
    List<PodFailure> counted = TerminalPods.counted(view.failures(), view.pods(), view.now());
    if (!counted.equals(view.failures())) {
      CliqueStatusWrite.planIntent(
          view,
          PodCliqueStatusBuilder.builder(intermediate(view)).podFailures(counted).build(),
          TerminalPods.event(view.failures(), counted),
          plan);
    }
  }

  private void deleteTerminalPods(CliqueView view, Plan.Builder plan) {
    // One that could not be recorded stays, or its failure would be forgotten.
    if (TerminalPods.counted(view.failures(), view.pods(), view.now()).equals(view.failures())) {
      view.pods().stream()
          .filter(pod -> pod.ended() && !pod.terminating())
          .forEach(pod -> plan.add(Action.Delete.of(pod.pod(), PodPurposes.DELETE_POD)));
    }
  }

  private void relabelPods(CliqueView view, Plan.Builder plan) {
    OutdatedPods.adopted(view.live()).forEach(plan::add);
    // Of a set that is wrong nothing follows.
    view.completeSet()
        .filter(_ -> view.isValid())
        .ifPresent(
            set -> OutdatedPods.marked(set.set(), view.clique(), view.live()).forEach(plan::add));
  }

  // The reconcile has only begun: it has not shown yet that what failed before works now.
  private static PodCliqueStatus intermediate(CliqueView view) {
    CliqueUpdate update = new CliqueUpdate(view);
    return CliqueStatus.counted(view, update, update.advanced());
  }

  // Otherwise a scale-out that comes right after the scale-in would look like a loss of pods.
  private void recordLowerMinimum(CliqueView view, Plan.Builder plan) {
    if (view.history().mustBeLowered(view.minimum())) {
      CliqueStatusWrite.planIntent(view, intermediate(view), Optional.empty(), plan);
    }
  }

  private void scaleIn(CliqueView view, Plan.Builder plan) {
    if (view.history().mustBeLowered(view.minimum())) {
      return; // it could not be recorded
    }
    List<PodState> surplus =
        view.isDivided()
            ? ScaleIn.ofDivided(view.replicas(), view.pods())
            : ScaleIn.of(view.replicas(), view.minimum(), view.pods(), view.templateHash());
    surplus.forEach(pod -> plan.add(Action.Delete.of(pod.pod(), PodPurposes.SCALE_IN)));
  }

  private void deleteOutdatedPods(CliqueView view, Plan.Builder plan) {
    CliqueUpdate update = new CliqueUpdate(view);
    update
        .unseenPods()
        .ifPresentOrElse(
            pods -> plan.add(new Action.Read(List.of(pods), PodPurposes.READ_PODS)),
            () -> OutdatedPods.deleted(update).forEach(plan::add));
  }

  private void recordSelectedPod(CliqueView view, Plan.Builder plan) {
    if (new CliqueUpdate(view).selectsMore()) {
      CliqueStatusWrite.planIntent(view, intermediate(view), Optional.empty(), plan);
    }
  }

  private void replaceMisplacedPods(CliqueView view, Plan.Builder plan) {
    scheduler(view)
        .ifPresent(scheduler -> plan.addAll(MisplacedPods.deleted(view, scheduler).toList()));
  }

  private void recordGroup(CliqueView view, Plan.Builder plan) {
    CliqueStatusWrite.planGroup(view, () -> intermediate(view), plan);
  }

  private void deleteStrayPods(CliqueView view, Plan.Builder plan) {
    view.exclusive().ifPresent(group -> plan.addAll(group.strays().toList()));
  }

  // Between two looks the next pod could have a node, and nobody would know that there was none.
  private void recordLostPlaces(CliqueView view, Plan.Builder plan) {
    if (view.hasLostPlaces()
        && (view.lacksPods() || view.live().stream().anyMatch(PodState::gated))) {
      CliqueStatusWrite.planIntent(view, intermediate(view), Optional.empty(), plan);
    }
  }

  // In one round: pods that are let go and pods that are made do not wait for each other.
  private void releaseAndCreatePods(CliqueView view, Plan.Builder plan) {
    view.exclusive().map(ExclusiveGroup::nextLook).ifPresent(plan::requeueAt);
    PodCreation creation = creation(view);
    plan.addAll(creation.releases(view.live().stream()).toList());
    CliqueUpdate update = new CliqueUpdate(view);
    if (!creation.isPossible() || view.hasLostPlaces()) {
      return;
    }
    if (!view.lacksPods() || view.isDrifted() || !view.isValid() || update.awaitsTemplate()) {
      return;
    }
    ScaleOut wanted = ScaleOut.of(update.wanted(), view.pods(), view.failures(), view.now());
    if (wanted.nextRefill() != null) {
      plan.requeueAt(wanted.nextRefill());
    }
    List<Action> creates =
        creation.creates(wanted.indices(), OptionalInt.empty(), view.isFirstCreation()).toList();
    plan.addAll(
        update
            .unseenTemplate()
            .map(read -> ReadFirst.creates(view.snapshot(), read, ReadFirst.SET, creates).toList())
            .orElse(creates));
  }

  private void releaseAndCreatePods(AttemptView attempt, Plan.Builder plan) {
    CliqueView view = attempt.view();
    view.exclusive().map(ExclusiveGroup::nextLook).ifPresent(plan::requeueAt);
    PodCreation creation = creation(view);
    plan.addAll(
        creation
            .releases(attempt.pods().stream().map(JudgedPod::pod).filter(PodState::live))
            .toList());
    List<Integer> wanted = AttemptSteps.toFill(attempt, plan);
    if (wanted.isEmpty() || !creation.isPossible() || view.hasLostPlaces()) {
      return;
    }
    if (view.isDrifted()
        || !view.isValid()
        || view.set().filter(Ownership::isTerminating).isPresent()) {
      return;
    }
    int number = attempt.mark().attempt();
    boolean isFirst = number == 0 && attempt.pods().isEmpty();
    plan.addAll(creation.creates(wanted, OptionalInt.of(number), isFirst).toList());
  }

  private PodCreation creation(CliqueView view) {
    return new PodCreation(view, schedulers, settings);
  }

  // What has ended keeps its place in the gang.
  private static void rewriteReferences(AttemptView attempt, Plan.Builder plan) {
    List<PodState> pods = attempt.pods().stream().map(JudgedPod::pod).toList();
    CliqueView view = attempt.view();
    if (pods.size() >= view.replicas()) {
      view.gang()
          .flatMap(gang -> PodReferences.rewrite(gang, view.name(), pods))
          .ifPresent(plan::add);
    }
  }

  private void writeStatus(AttemptView attempt, Plan.Builder plan) {
    CliqueWait.nextWord(attempt.view()).ifPresent(plan::requeueAt);
    AttemptSteps.writeStatus(attempt, AttemptStatus.of(attempt, failures(attempt.view())), plan);
  }

  private void rewriteReferences(CliqueView view, Plan.Builder plan) {
    List<PodState> live = view.live();
    ForeignPods foreign =
        view.set()
            .map(set -> ForeignPods.of(set, view.name(), view.snapshot().observed()))
            .orElse(ForeignPods.NONE);
    plan.addAll(foreign.restrictions(view.name(), live).toList());
    // While pods are missing, their references wait for them: they will often bear these names.
    if (live.size() >= view.replicas()) {
      view.gang()
          .filter(gang -> !foreign.gangs().contains(gang))
          .flatMap(gang -> PodReferences.rewrite(gang, view.name(), foreign.others(live)))
          .ifPresent(plan::add);
    }
  }

  // No event need come for it: what was deleted may hang on its node.
  private void resumePutOffUpdate(CliqueView view, Plan.Builder plan) {
    if (new CliqueUpdate(view).isPutOff()) {
      plan.requeueAt(view.now());
    }
  }

  // What an update records leaves in one write with all else that is reported.
  private void advanceUpdateAndWriteStatus(CliqueView view, Plan.Builder plan) {
    Failures failures = failures(view);
    CliqueWait.nextWord(view).ifPresent(plan::requeueAt);
    if (isAboutToBegin(view) && failures.reasons().isEmpty()) {
      return; // the first status tells of the first pods
    }
    CliqueUpdate update = new CliqueUpdate(view);
    PodCliqueStatus next = CliqueStatus.of(view, update, update.advanced(), failures);
    CliqueStatusWrite.plan(view, next, plan);
    update.stuckAt().ifPresent(plan::requeueAt);
    CliqueStatus.stuck(view).next().ifPresent(plan::requeueAt);
    TerminalPods.nextForgotten(next.podFailures(), view.pods(), view.now())
        .ifPresent(plan::requeueAt);
  }

  // A gang is made a moment after its cliques, and pods right after it.
  private static boolean isAboutToBegin(CliqueView view) {
    return view.isFirstCreation()
        && view.replicas() > 0
        && CliqueWait.nextWord(view).isPresent()
        && !view.isDrifted()
        && view.findings().isAllowed();
  }

  private Optional<SchedulerBackend> scheduler(CliqueView view) {
    return schedulers.find(view.clique().getSpec().podSpec().getSchedulerName());
  }

  // A pod that cannot even be built was refused by us instead of by the API server. Trying again
  // soon would change nothing, so it is no refusal of the reconcile.
  private Failures failures(CliqueView view) {
    Failures failures = view.snapshot().failures();
    if (!view.lacksPods()) {
      return failures;
    }
    return unplaceable(view)
        .map(why -> failures.withBlocking(new Failures.Failure(ErrorCodes.BUILD_POD_RESOURCE, why)))
        .orElse(failures);
  }

  private Optional<String> unplaceable(CliqueView view) {
    return scheduler(view).isPresent()
        ? creation(view).obstacle()
        : Optional.of(
            Words.sentence(
                "the scheduler \"%s\" is not enabled: add it to scheduler.profiles in the operator's"
                    + " configuration; enabled: %s",
                view.clique().getSpec().podSpec().getSchedulerName(),
                String.join(", ", schedulers.names())));
  }
}
