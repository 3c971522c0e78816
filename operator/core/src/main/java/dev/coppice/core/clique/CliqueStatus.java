package dev.coppice.core.clique;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.clique.PodCliqueUpdateProgress;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.core.admission.ValidCondition;
import dev.coppice.core.availability.Breaches;
import dev.coppice.core.availability.SubGroupAlignedCondition;
import dev.coppice.core.explain.Messages;
import dev.coppice.core.explain.ProgressingCondition;
import dev.coppice.core.explain.StuckPods;
import dev.coppice.core.explain.UpdateInProgressCondition;
import dev.coppice.core.explain.Wait;
import dev.coppice.core.pod.TerminalPods;
import dev.coppice.core.reconcile.Failures;
import dev.coppice.core.runtime.PodPlaces;
import dev.coppice.core.slots.Division;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.LastErrors;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is reported about a PodClique. Pods that terminate or have ended count nowhere. */
final class CliqueStatus {

  private CliqueStatus() {}

  /**
   * The status that describes what is seen at the end of a reconcile.
   *
   * @param update the update of the clique to the template that it carries
   * @param progress how far it has come; null while there never was one
   * @param failures what goes wrong
   */
  static PodCliqueStatus of(
      CliqueView view,
      CliqueUpdate update,
      @Nullable PodCliqueUpdateProgress progress,
      Failures failures) {
    PodCliqueStatus counted = counted(view, update, progress);
    return told(
        view,
        counted,
        failures,
        CliqueWait.of(view, failures),
        update.isOnDelete() ? update.outdated() : 0);
  }

  /** What is counted with what is told about it. */
  static PodCliqueStatus told(
      CliqueView view, PodCliqueStatus counted, Failures failures, Wait wait, int outdated) {
    long generation = view.clique().getMetadata().getGeneration();
    StuckPods stuck = stuck(view);
    List<Condition> waiting =
        stuck.setIn(wait.setIn(counted.conditions(), generation, view.now()), generation);
    return PodCliqueStatusBuilder.builder(counted)
        .lastErrors(LastErrors.of(counted.lastErrors(), failures, view.now()))
        .conditions(
            CliqueReadiness.of(view, outdated, counted, failures, wait, stuck)
                .noting(view.snapshot())
                .setIn(waiting, generation, view.now()))
        .build();
  }

  /** The pods of a clique that should be gone, on nodes that do not answer. */
  static StuckPods stuck(CliqueView view) {
    return StuckPods.of(view.clique(), view.snapshot().observed(), view.now());
  }

  /**
   * The same while the reconcile goes on: it has not shown yet what is in the way, nor that what
   * was is not any more.
   */
  static PodCliqueStatus counted(
      CliqueView view, CliqueUpdate update, @Nullable PodCliqueUpdateProgress progress) {
    PodCliqueStatus before = withoutAttempt(view.clique().statusOrEmpty());
    return PodCliqueStatusBuilder.builder(
            withUpdate(
                view,
                of(view, before, PodCounts.of(view), update.progressing(progress), progress),
                update.inProgress(progress)))
        .podFailures(TerminalPods.remembered(view.failures(), view.pods(), view.now()))
        .boundOutside(MisplacedPods.boundOutside(view, view.live().stream()).orElse(null))
        .build();
  }

  // Only a training job has attempts.
  private static PodCliqueStatus withoutAttempt(PodCliqueStatus stored) {
    return PodCliqueStatusBuilder.builder(stored)
        .attempt(null)
        .attemptRun(null)
        .completedIndexes(null)
        .failedIndexes(List.of())
        .activePods(0)
        .stuckPods(0)
        .availableInAttempt(false)
        .startTime(null)
        .conditions(Conditions.remove(stored.conditions(), ConditionTypes.SUCCEEDED))
        .build();
  }

  /** The status with what it tells of an update. */
  static PodCliqueStatus withUpdate(
      CliqueView view, PodCliqueStatus status, UpdateInProgressCondition condition) {
    long generation = view.clique().getMetadata().getGeneration();
    return PodCliqueStatusBuilder.builder(status)
        .conditions(condition.setIn(status.conditions(), generation, view.now()))
        .build();
  }

  /**
   * The status that counts tell.
   *
   * @param before what was reported before
   * @param progressing how the clique stands to its template
   * @param progress how far an update has come
   */
  static PodCliqueStatus of(
      CliqueView view,
      PodCliqueStatus before,
      PodCounts counts,
      ProgressingCondition progressing,
      @Nullable PodCliqueUpdateProgress progress) {
    List<Condition> conditions =
        RewrittenPods.setIn(
            Breaches.set(
                conditions(view, before.conditions(), counts.readyUnits(), counts.scheduledUnits()),
                counts.breach(),
                view.now()),
            view);
    long generation = view.clique().getMetadata().getGeneration();
    PodPlaces places = view.places();
    return PodCliqueStatusBuilder.builder(before)
        .observedGeneration(generation)
        .runningSince(places.runningSince())
        .assignedSince(places.assignedSince())
        .requested(places.requested())
        .allocated(places.allocated())
        .nodePool(view.nodePool())
        .replicas(counts.existing())
        .readyReplicas(counts.ready())
        .updatedReplicas(counts.updated())
        .scheduleGatedReplicas(counts.gated())
        .scheduledReplicas(counts.scheduled())
        .runningReplicas(counts.running())
        .subGroups(counts.subGroups())
        .hpaPodSelector(selector(view))
        .conditions(
            ValidCondition.set(
                progressing.setIn(
                    SubGroupAlignedCondition.setIn(conditions, view.clique(), view.now()),
                    generation,
                    view.now()),
                view.findings(),
                view.clique(),
                view.now()))
        .currentPodTemplateHash(view.templateHash())
        .currentPodCliqueSetGenerationHash(
            generationHash(view, before, counts.updated() == counts.existing()))
        .updateProgress(progress)
        .wasAvailable(counts.history().wasAvailable())
        .metMinimum(counts.history().metMinimum())
        .build();
  }

  private static List<Condition> conditions(
      CliqueView view, List<Condition> before, int ready, int scheduled) {
    int minimum = view.minimum();
    Condition available =
        condition(
            view,
            ConditionTypes.AVAILABLE,
            ready >= minimum,
            ready >= minimum
                ? ConditionReasons.ALL_AVAILABLE
                : ConditionReasons.INSUFFICIENT_AVAILABLE,
            numbers(view, ready, "pods are ready"));
    Condition placed =
        condition(
            view,
            ConditionTypes.POD_CLIQUE_SCHEDULED,
            scheduled >= minimum,
            scheduled >= minimum
                ? ConditionReasons.SUFFICIENT_SCHEDULED_PODS
                : ConditionReasons.INSUFFICIENT_SCHEDULED_PODS,
            numbers(view, scheduled, "pods are scheduled"));
    return Conditions.set(Conditions.set(before, available, view.now()), placed, view.now());
  }

  private static String numbers(CliqueView view, int have, String what) {
    return Messages.enough(
        have,
        view.replicas(),
        what + Division.words(view.clique()),
        view.minimum(),
        view.clique().getSpec().minAvailable());
  }

  private static Condition condition(
      CliqueView view, String type, boolean met, String reason, String message) {
    return Conditions.of(type, met, reason, message, view.clique().getMetadata().getGeneration());
  }

  // Members of a scaling group are scaled through their group only.
  private static @Nullable String selector(CliqueView view) {
    if (view.label(Labels.SCALING_GROUP) != null) {
      return null;
    }
    return Stream.of(
            Labels.MANAGED_BY + "=" + Labels.MANAGER,
            Labels.PART_OF + "=" + view.label(Labels.PART_OF),
            Labels.POD_CLIQUE + "=" + view.name())
        .sorted()
        .collect(Collectors.joining(","));
  }

  private static @Nullable String generationHash(
      CliqueView view, PodCliqueStatus before, boolean reached) {
    String known = before.currentPodCliqueSetGenerationHash();
    return reached
        ? view.set()
            .map(set -> set.statusOrEmpty())
            .map(PodCliqueSetStatus::currentGenerationHash)
            .orElse(known)
        : known;
  }
}
