package dev.coppice.core.group;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatus;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.core.admission.ValidCondition;
import dev.coppice.core.availability.LostSchedule;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.explain.UpdateInProgressCondition;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.StatusWrite;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** When the status of a scaling group is written, and what is told with it. */
final class GroupStatusWrite {

  static final Purpose PURPOSE =
      Purpose.announcedOnFailure(
          ErrorCodes.UPDATE_SCALING_GROUP_STATUS,
          "updated",
          "PodCliqueScalingGroup status",
          EventReasons.STATUS_UPDATE_FAILED);

  private GroupStatusWrite() {}

  static void plan(GroupView view, PodCliqueScalingGroupStatus next, Plan.Builder plan) {
    PodCliqueScalingGroup group = view.group();
    PodCliqueScalingGroupStatus stored = stored(view, next);
    StatusWrite.decide(
            !next.equals(stored),
            isUrgent(stored, next, MinAvailable.of(group)),
            words(stored, next),
            view.snapshot().memory(),
            view.now())
        .plan(
            plan,
            () ->
                plan.add(
                    new Action.PutStatus(group.withStatus(next), false, PURPOSE),
                    events(view, view.snapshot().asKept(group.statusOrEmpty(), next), next)));
  }

  private static @Nullable PodCliqueScalingGroupStatus stored(
      GroupView view, PodCliqueScalingGroupStatus next) {
    PodCliqueScalingGroupStatus stored = view.group().getStatus();
    return stored == null ? null : view.snapshot().asKept(stored, next);
  }

  private static boolean isUrgent(
      @Nullable PodCliqueScalingGroupStatus stored, PodCliqueScalingGroupStatus next, int minimum) {
    return stored == null
        || Conditions.flips(stored.conditions(), next.conditions(), ConditionTypes.AVAILABLE)
        || ValidCondition.isNews(stored.conditions(), next.conditions())
        || Conditions.flips(
            stored.conditions(), next.conditions(), ConditionTypes.MIN_AVAILABLE_BREACHED)
        || UpdateInProgressCondition.isNews(stored.conditions(), next.conditions())
        || !stored.replicaDeletions().equals(next.replicaDeletions())
        || !GroupUpdate.isSame(stored.updateProgress(), next.updateProgress())
        || (stored.availableReplicas() >= minimum) != (next.availableReplicas() >= minimum)
        || reachesHash(stored, next);
  }

  // How long words may wait, if nothing else has changed.
  private static @Nullable Duration words(
      @Nullable PodCliqueScalingGroupStatus stored, PodCliqueScalingGroupStatus next) {
    return stored != null && withoutWords(stored).equals(withoutWords(next))
        ? StatusWrite.WORDS_INTERVAL
        : null;
  }

  private static PodCliqueScalingGroupStatus withoutWords(PodCliqueScalingGroupStatus status) {
    return PodCliqueScalingGroupStatusBuilder.builder(status)
        .conditions(Conditions.withoutWords(status.conditions()))
        .build();
  }

  // The first hash of a group means nothing to anybody before the group is available.
  private static boolean reachesHash(
      PodCliqueScalingGroupStatus stored, PodCliqueScalingGroupStatus next) {
    String before = stored.currentPodCliqueSetGenerationHash();
    String after = next.currentPodCliqueSetGenerationHash();
    return after != null
        && !after.equals(before)
        && (before != null || Conditions.isTrue(next.conditions(), ConditionTypes.AVAILABLE));
  }

  private static List<PlannedEvent> events(
      GroupView view, PodCliqueScalingGroupStatus stored, PodCliqueScalingGroupStatus next) {
    return Stream.of(
            view.isBeingReplaced()
                ? Optional.<PlannedEvent>empty()
                : LostSchedule.event(
                    "replica",
                    stored.scheduledReplicas(),
                    next.scheduledReplicas(),
                    view.replicas()),
            ValidCondition.event(stored.conditions(), next.conditions()),
            UpdateInProgressCondition.event(stored.conditions(), next.conditions()))
        .flatMap(Optional::stream)
        .toList();
  }
}
