package dev.coppice.core.pod;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.clique.PodFailure;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.LegacyFinalizers;
import dev.coppice.core.plan.ObjectKey;
import dev.coppice.core.plan.Ownership;
import dev.coppice.core.plan.Plan;
import dev.coppice.core.plan.PlannedEvent;
import dev.coppice.core.plan.Planner;
import dev.coppice.core.plan.Purpose;
import dev.coppice.core.plan.Refusals;
import dev.coppice.core.plan.Snapshot;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.status.StatusWrite;
import dev.coppice.core.validity.ValidCondition;
import dev.coppice.core.validity.Validity;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Decides the pods of one PodClique, and what is reported about them. */
public final class PodCliquePlanner implements Planner<PodClique> {

  private static final String LEGACY_FINALIZER = "grove.io/podclique.grove.io";

  /** A round holds the actions of the first step that has any; the rest follows on its answers. */
  private final List<BiConsumer<PodCliqueView, Plan.Builder>> steps =
      List.of(
          this::deleteLeftovers,
          this::adoptOrphans,
          this::recordEndedPods,
          this::deleteEndedPods,
          this::relabelAdoptedPods,
          this::recordLowerMinimum,
          this::scaleIn,
          this::deleteOutdatedPods,
          this::recordTakenPod,
          this::releaseAndCreatePods,
          this::rewriteReferences,
          this::writeStatus);

  private final SchedulerBackends schedulers;
  private final PodSettings settings;
  private final Validity validity;

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
    this.validity = validity;
  }

  @Override
  public Plan plan(Snapshot<PodClique> snapshot, Instant now) {
    Plan.Builder plan = Plan.builder(snapshot.refusals());
    if (Ownership.isTerminating(snapshot.primary())) {
      // Garbage collection takes the pods.
      return LegacyFinalizers.remove(snapshot.primary(), LEGACY_FINALIZER, plan).build();
    }
    PodCliqueView view = PodCliqueView.of(snapshot, now);
    for (var step : steps) {
      step.accept(view, plan);
      if (!plan.isIdle()) {
        break;
      }
    }
    return plan.build();
  }

  private void deleteLeftovers(PodCliqueView view, Plan.Builder plan) {
    LeftoverPods.deleted(view.leftovers()).forEach(plan::add);
  }

  private void adoptOrphans(PodCliqueView view, Plan.Builder plan) {
    OrphanPods.adopted(view).forEach(plan::add);
  }

  private void recordEndedPods(PodCliqueView view, Plan.Builder plan) {
    List<PodFailure> counted = EndedPods.counted(view.failures(), view.pods(), view.now());
    if (!counted.equals(view.failures())) {
      putStatus(view, intermediate(view).podFailures(counted).build(), true, plan);
    }
  }

  private void deleteEndedPods(PodCliqueView view, Plan.Builder plan) {
    // One that could not be recorded stays, or its failure would be forgotten.
    if (EndedPods.counted(view.failures(), view.pods(), view.now()).equals(view.failures())) {
      view.pods().stream()
          .filter(pod -> pod.ended() && !pod.terminating())
          .forEach(pod -> plan.add(delete(pod.pod(), PodPurposes.DELETE_POD)));
    }
  }

  private void relabelAdoptedPods(PodCliqueView view, Plan.Builder plan) {
    OutdatedPods.adopted(view.live()).forEach(plan::add);
  }

  private PodCliqueStatusBuilder intermediate(PodCliqueView view) {
    return PodCliqueStatusBuilder.builder(status(view, Refusals.none()))
        // The pass has only begun: it has not shown yet that what failed before works now.
        .lastErrors(view.clique().statusOrEmpty().lastErrors());
  }

  // Otherwise a scale-out that comes right after the scale-in would look like a loss of pods.
  private void recordLowerMinimum(PodCliqueView view, Plan.Builder plan) {
    if (view.history().mustBeLowered(view.minimum())) {
      putStatus(view, intermediate(view).build(), true, plan);
    }
  }

  private void scaleIn(PodCliqueView view, Plan.Builder plan) {
    if (view.history().mustBeLowered(view.minimum())) {
      return; // it could not be recorded
    }
    ScaleIn.of(view.replicas(), view.minimum(), view.pods(), view.templateHash())
        .forEach(pod -> plan.add(delete(pod.pod(), PodPurposes.SCALE_IN)));
  }

  private void deleteOutdatedPods(PodCliqueView view, Plan.Builder plan) {
    OutdatedPods.deleted(update(view)).forEach(plan::add);
  }

  private void recordTakenPod(PodCliqueView view, Plan.Builder plan) {
    CliqueUpdate update = update(view);
    if (update.takesMore()) {
      putStatus(view, intermediate(view).build(), true, plan);
    }
  }

  private CliqueUpdate update(PodCliqueView view) {
    return new CliqueUpdate(view, view.set().filter(validity::isComplete), () -> isValid(view));
  }

  // In one round: pods that are let go and pods that are made do not wait for each other.
  private void releaseAndCreatePods(PodCliqueView view, Plan.Builder plan) {
    Release release = Release.of(view);
    view.live().forEach(pod -> release.patch(pod).ifPresent(plan::add));
    createPods(view, release, plan);
  }

  private void createPods(PodCliqueView view, Release release, Plan.Builder plan) {
    Optional<SchedulerBackend> scheduler = scheduler(view);
    if (view.isCrowded() || view.gang().isEmpty() || scheduler.isEmpty()) {
      return;
    }
    if (!view.lacksPods() || view.drifted() || !isValid(view) || update(view).awaitsTemplate()) {
      return;
    }
    ScaleOut wanted =
        ScaleOut.of(
            view.replicas(), update(view).replacing(), view.pods(), view.failures(), view.now());
    if (wanted.nextRefill() != null) {
      plan.lookAt(wanted.nextRefill());
    }
    if (!wanted.indices().isEmpty()) {
      PodFactory factory = new PodFactory(view.clique(), scheduler.get(), settings, release);
      Purpose purpose =
          isFirstCreation(view) ? PodPurposes.CREATE_POD.silentOnSuccess() : PodPurposes.CREATE_POD;
      for (int index : wanted.indices()) {
        plan.add(new Action.Create(factory.pod(index, view.nextName(index)), purpose));
      }
    }
  }

  // Asked of what is in view, and not read from conditions: those may lag behind.
  private boolean isValid(PodCliqueView view) {
    return findings(view).isAllowed()
        && view.set().filter(set -> isValid(set, view.group())).isPresent();
  }

  private boolean isValid(PodCliqueSet set, Optional<PodCliqueScalingGroup> group) {
    return validity.of(set).isAllowed()
        && group.filter(own -> !validity.of(own, set).isAllowed()).isEmpty();
  }

  /** What is wrong with the clique itself; nothing if its set is not there to answer for it. */
  private Findings findings(PodCliqueView view) {
    return view.set()
        .filter(validity::isComplete)
        .map(set -> validity.of(view.clique(), set))
        .orElse(Findings.NONE);
  }

  private void rewriteReferences(PodCliqueView view, Plan.Builder plan) {
    List<PodState> live = view.live();
    // While pods are missing, their references wait for them: they will often bear these names.
    if (live.size() >= view.replicas()) {
      view.gang()
          .flatMap(gang -> PodReferences.rewrite(gang, view.name(), live))
          .ifPresent(plan::add);
    }
  }

  private void writeStatus(PodCliqueView view, Plan.Builder plan) {
    Refusals failures = failures(view);
    if (isFirstCreation(view)
        && view.replicas() > 0
        && failures.failures().isEmpty()
        && !view.drifted()
        && findings(view).isAllowed()) {
      return; // still waiting for its gang: the first status tells of the first pods
    }
    PodCliqueStatus stored = view.clique().getStatus();
    PodCliqueStatus next = status(view, failures);
    boolean urgent =
        StatusUrgency.of(
            stored, next, view.minimum(), Gates.areOpenedBy(view), view.isSetUpdating());
    switch (StatusWrite.decide(
        !next.equals(stored), urgent, view.snapshot().memory().unwrittenSince(), view.now())) {
      case StatusWrite.Unchanged _ -> {}
      case StatusWrite.Now _ -> putStatus(view, next, false, plan);
      case StatusWrite.At at -> plan.lookAt(at.due()).statusUnwritten();
    }
    EndedPods.nextForgotten(next.podFailures(), view.pods()).ifPresent(plan::lookAt);
    if (update(view).isPutOff()) {
      plan.lookAt(view.now()); // no event need come: what was deleted may hang on its node
    }
  }

  private PodCliqueStatus status(PodCliqueView view, Refusals failures) {
    PodCliqueStatus status = PodCliqueStatusPolicy.of(view, update(view), failures);
    return PodCliqueStatusBuilder.builder(status)
        .conditions(
            WaitingCondition.set(
                ValidCondition.set(status.conditions(), findings(view), view.clique(), view.now()),
                view))
        .build();
  }

  private static void putStatus(
      PodCliqueView view, PodCliqueStatus status, boolean intent, Plan.Builder plan) {
    PodClique written = view.clique().withStatus(status);
    int lost = view.clique().statusOrEmpty().scheduledReplicas();
    plan.add(new Action.PutStatus(written, intent, PodPurposes.UPDATE_STATUS));
    boolean allLost = lost > 0 && status.scheduledReplicas() == 0 && view.replicas() > 0;
    if (allLost && !plan.isIdle()) {
      plan.tell(
          new PlannedEvent(
              true,
              EventReasons.ALL_SCHEDULED_REPLICAS_LOST,
              "no pod is scheduled any more, %d were".formatted(lost)));
    }
    if (!plan.isIdle()) {
      ValidCondition.event(view.clique().statusOrEmpty().conditions(), status.conditions())
          .ifPresent(plan::tell);
    }
  }

  private static boolean isFirstCreation(PodCliqueView view) {
    return view.clique().getStatus() == null && view.pods().isEmpty();
  }

  private Optional<SchedulerBackend> scheduler(PodCliqueView view) {
    return schedulers.find(view.clique().getSpec().podSpec().getSchedulerName());
  }

  // A pod that cannot even be built was refused by us instead of by the API server. Trying again
  // soon would change nothing, so it is no refusal of the pass.
  private Refusals failures(PodCliqueView view) {
    Refusals refusals = view.snapshot().refusals();
    if (scheduler(view).isPresent() || !view.lacksPods()) {
      return refusals;
    }
    return refusals.with(
        new Refusals.Failure(
            ErrorCodes.BUILD_POD_RESOURCE,
            "the scheduler \"%s\" is not enabled in the operator's configuration; enabled: %s"
                .formatted(
                    view.clique().getSpec().podSpec().getSchedulerName(),
                    String.join(", ", schedulers.names()))));
  }

  private static Action delete(Pod pod, Purpose purpose) {
    return new Action.Delete(ObjectKey.of(pod), pod.getMetadata().getUid(), null, purpose);
  }
}
