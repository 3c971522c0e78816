package dev.coppice.core.set;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.core.admission.ResolvedSet;
import dev.coppice.core.admission.ValidCondition;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.set.UnsupportedFields;
import dev.coppice.core.child.Children;
import dev.coppice.core.explain.Obstacle;
import dev.coppice.core.explain.Readiness;
import dev.coppice.core.explain.ReadyCondition;
import dev.coppice.core.explain.ReplicaReadiness;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.LastErrors;
import dev.coppice.core.template.Restart;
import dev.coppice.core.template.ScaleUnits;
import dev.coppice.core.topology.TopologyCondition;
import dev.coppice.core.tree.ReplicasDiffer;
import dev.coppice.core.trial.TrialCondition;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is reported about a set. */
final class SetStatus {

  private SetStatus() {}

  /**
   * A status, and the PodClique that keeps the set from being Ready, if it is one.
   *
   * @param status what is reported
   * @param obstacle what its condition Ready names
   */
  record Result(PodCliqueSetStatus status, Optional<Obstacle> obstacle) {}

  /** Of a set that lacks parts there is nothing to count by: what was counted last stays. */
  static PodCliqueSetStatus of(
      Snapshot<PodCliqueSet> snapshot, ResolvedSet.Incomplete set, Instant now) {
    PodCliqueSetStatus before = set.set().statusOrEmpty();
    List<Condition> conditions =
        new ReadyCondition(Readiness.INVALID, set.findings().message())
            .noting(snapshot)
            .setIn(before.conditions(), generation(set.set()), now);
    return withFindings(
        snapshot,
        set.findings(),
        PodCliqueSetStatusBuilder.builder(before)
            .conditions(conditions)
            .lastErrors(LastErrors.of(before.lastErrors(), snapshot.failures(), now))
            .build(),
        now);
  }

  /**
   * The status that describes what is seen.
   *
   * @param update the update of the set
   * @param progress how far it has come; null while there never was one
   */
  static Result of(SetView view, SetUpdate update, @Nullable PodCliqueSetUpdateProgress progress) {
    PodCliqueSetStatus before = SetPhase.known(view);
    boolean isTaken = view.trial().isTaken();
    ReplicaAvailability availability = new ReplicaAvailability(view);
    int available =
        (int) IntStream.range(0, view.counted()).filter(availability::isAvailable).count();
    int updated = (int) IntStream.range(0, view.counted()).filter(availability::isUpdated).count();
    List<Condition> conditions = conditions(view, before.conditions(), available);
    List<Condition> told =
        (TrainingEnd.isReached(before)
                ? update.progressing(progress, updated).over()
                : update.progressing(progress, updated))
            .setIn(conditions, generation(view.set()), view.now());
    List<Condition> progressing =
        update.inProgress(progress).setIn(told, generation(view.set()), view.now());
    ReplicaReadiness readiness = SetReadiness.of(view, update, progressing, available);
    PodCliqueSetStatus counted =
        PodCliqueSetStatusBuilder.builder(before)
            .updateProgress(progress)
            .replicas(view.replicas())
            .availableReplicas(available)
            .updatedReplicas(updated)
            .hpaPodSelector(
                ChildLabels.selector(
                    ScaleUnits.selecting(ChildLabels.common(view.name()), Labels.SET_SCALE_UNIT)))
            .currentGenerationHash(
                isTaken ? view.resolved().generationHash() : before.currentGenerationHash())
            .restartedAt(isTaken ? Restart.of(view.set()).orElse(null) : before.restartedAt())
            .replicaDeletions(
                view.resolved().isBounded()
                    ? SetTeardown.completed(view)
                    : before.replicaDeletions())
            .lastErrors(
                LastErrors.of(
                    before.lastErrors(), view.snapshot().failures(), ofChildren(view), view.now()))
            .conditions(
                TrainingEnd.told(before, readiness)
                    .noting(view.snapshot())
                    .setIn(progressing, generation(view.set()), view.now()))
            .build();
    return new Result(
        SetPhase.in(
            view,
            view.resolved().isValid()
                ? withTrial(view, counted)
                : withFindings(view.snapshot(), view.resolved().findings(), counted, view.now())),
        readiness.first());
  }

  private static PodCliqueSetStatus withFindings(
      Snapshot<PodCliqueSet> snapshot, Findings findings, PodCliqueSetStatus status, Instant now) {
    PodCliqueSet set = snapshot.primary();
    return PodCliqueSetStatusBuilder.builder(status)
        .observedGeneration(generation(set))
        .conditions(ValidCondition.set(status.conditions(), findings, set, now))
        .build();
  }

  private static PodCliqueSetStatus withTrial(SetView view, PodCliqueSetStatus status) {
    return PodCliqueSetStatusBuilder.builder(status)
        .observedGeneration(generation(view.set()))
        .conditions(TrialCondition.setIn(status.conditions(), view.trial(), view.set(), view.now()))
        .build();
  }

  private static Stream<LastErrors.OfChild> ofChildren(SetView view) {
    return Stream.concat(
        view.podCliques()
            .staying()
            .flatMap(clique -> LastErrors.OfChild.of(clique, clique.statusOrEmpty().lastErrors())),
        Children.owned(view.snapshot(), PodCliqueScalingGroup.class)
            .flatMap(group -> LastErrors.OfChild.of(group, group.statusOrEmpty().lastErrors())));
  }

  private static List<Condition> conditions(SetView view, List<Condition> before, int available) {
    boolean all = available == view.replicas();
    return Conditions.set(
        TopologyCondition.setIn(
            ReplicasDiffer.setIn(
                UnsupportedFields.setIn(
                    Conditions.remove(before, ConditionTypes.POD_GANG_MIGRATION_IN_PROGRESS),
                    view.set(),
                    view.now()),
                view.snapshot(),
                view.podCliques(),
                view.now()),
            view.set(),
            view.topology(),
            view.now()),
        Conditions.of(
            ConditionTypes.AVAILABLE,
            all,
            all ? ConditionReasons.ALL_AVAILABLE : ConditionReasons.INSUFFICIENT_AVAILABLE,
            "%d of %d replicas are available".formatted(available, view.replicas()),
            generation(view.set())),
        view.now());
  }

  private static Long generation(PodCliqueSet set) {
    return set.getMetadata().getGeneration();
  }
}
