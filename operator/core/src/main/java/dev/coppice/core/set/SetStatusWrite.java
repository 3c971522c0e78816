package dev.coppice.core.set;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.core.admission.ValidCondition;
import dev.coppice.core.admission.set.UnsupportedFields;
import dev.coppice.core.explain.Obstacle;
import dev.coppice.core.explain.UpdateInProgressCondition;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.FirstFew;
import dev.coppice.core.status.StatusWrite;
import dev.coppice.core.status.Words;
import dev.coppice.core.training.AttemptReports;
import dev.coppice.core.trial.TrialCondition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** When the status of a set is written, and what is told with it. */
final class SetStatusWrite {

  static final Purpose PURPOSE =
      Purpose.announcedOnFailure(
          ErrorCodes.UPDATE_SET_STATUS,
          "updated",
          "PodCliqueSet status",
          EventReasons.STATUS_UPDATE_FAILED);

  private SetStatusWrite() {}

  /**
   * Plans the write, if it is time for it.
   *
   * @param obstacle the PodClique that keeps the set from being Ready, if it is one
   */
  static void plan(
      Snapshot<PodCliqueSet> snapshot,
      PodCliqueSetStatus next,
      Optional<Obstacle> obstacle,
      Plan.Builder plan,
      Instant now) {
    PodCliqueSet set = snapshot.primary();
    PodCliqueSetStatus stored = snapshot.asKept(set.statusOrEmpty(), next);
    StatusWrite.decide(
            !next.equals(stored),
            isUrgent(stored, next),
            withoutWords(stored).equals(withoutWords(next)) ? StatusWrite.WORDS_INTERVAL : null,
            snapshot.memory(),
            now)
        .plan(
            plan,
            () ->
                plan.add(
                    new Action.PutStatus(set.withStatus(next), false, PURPOSE),
                    events(snapshot, stored, next, obstacle)));
  }

  private static PodCliqueSetStatus withoutWords(PodCliqueSetStatus status) {
    return PodCliqueSetStatusBuilder.builder(status)
        .podGangStatuses(List.of())
        .conditions(Conditions.withoutWords(status.conditions()))
        .build();
  }

  private static boolean isUrgent(PodCliqueSetStatus stored, PodCliqueSetStatus next) {
    return Conditions.flips(stored.conditions(), next.conditions(), ConditionTypes.AVAILABLE)
        || ValidCondition.isNews(stored.conditions(), next.conditions())
        || UpdateInProgressCondition.isNews(stored.conditions(), next.conditions())
        || !Objects.equals(stored.startTime(), next.startTime())
        || !stored.replicaDeletions().equals(next.replicaDeletions())
        || !SetUpdate.isSame(stored.updateProgress(), next.updateProgress())
        || !Objects.equals(stored.restartedAt(), next.restartedAt())
        || !Objects.equals(stored.currentGenerationHash(), next.currentGenerationHash());
  }

  private static List<PlannedEvent> events(
      Snapshot<PodCliqueSet> snapshot,
      PodCliqueSetStatus stored,
      PodCliqueSetStatus next,
      Optional<Obstacle> obstacle) {
    PodCliqueSet set = snapshot.primary();
    List<PlannedEvent> events = new ArrayList<>();
    // What a job that fails loses is lost on purpose.
    obstacle
        .filter(_ -> !AttemptReports.isFailing(next))
        .flatMap(known -> known.warning(stored.conditions(), next.conditions()))
        .ifPresent(events::add);
    ValidCondition.event(stored.conditions(), next.conditions()).ifPresent(events::add);
    TrialCondition.event(stored.conditions(), next.conditions()).ifPresent(events::add);
    if (!Objects.equals(stored.currentGenerationHash(), next.currentGenerationHash())) {
      TrialCondition.notTried(snapshot).ifPresent(events::add);
    }
    events.addAll(UpdateEvents.of(set, stored.updateProgress(), next));
    if (UnsupportedFields.areNews(stored.conditions(), next.conditions())) {
      events.add(
          new PlannedEvent(
              true,
              EventReasons.NOT_IMPLEMENTED,
              UnsupportedFields.message(FirstFew.of(UnsupportedFields.of(set)))));
    }
    tellOfTopology(stored, next).ifPresent(events::add);
    return events;
  }

  private static Optional<PlannedEvent> tellOfTopology(
      PodCliqueSetStatus stored, PodCliqueSetStatus next) {
    return Conditions.find(next.conditions(), ConditionTypes.TOPOLOGY_NOT_ENFORCED)
        .filter(_ -> !Conditions.isTrue(stored.conditions(), ConditionTypes.TOPOLOGY_NOT_ENFORCED))
        .map(condition ->
            new PlannedEvent(
                true, EventReasons.TOPOLOGY_NOT_ENFORCED, Words.quote(condition.getMessage())));
  }
}
