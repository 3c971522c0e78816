package dev.coppice.core.group;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatus;
import dev.coppice.core.gang.Minimum;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.LegacyFinalizers;
import dev.coppice.core.plan.Ownership;
import dev.coppice.core.plan.Plan;
import dev.coppice.core.plan.PlannedEvent;
import dev.coppice.core.plan.Planner;
import dev.coppice.core.plan.Purpose;
import dev.coppice.core.plan.Snapshot;
import dev.coppice.core.status.StatusWrite;
import dev.coppice.core.validity.ValidCondition;
import dev.coppice.core.validity.Validity;
import java.time.Instant;
import java.util.stream.Stream;

/**
 * Decides the PodCliques of one scaling group, and what is reported about it. Beside its own
 * PodCliques it reads its set, for the template, and the set's other groups, whose sizes say which
 * PodCliques start before its own. Without its set in view it does nothing.
 */
public final class PodCliqueScalingGroupPlanner implements Planner<PodCliqueScalingGroup> {

  /** The finalizer that Grove's operator puts on a scaling group. */
  static final String GROVE_FINALIZER = "grove.io/podcliquescalinggroup.grove.io";

  private static final Purpose WRITE_STATUS =
      Purpose.unannounced(
          ErrorCodes.UPDATE_SCALING_GROUP_STATUS, "updated", "PodCliqueScalingGroup status");

  private final Validity validity;

  /**
   * A planner for all scaling groups.
   *
   * @param validity what is asked about groups and sets that no webhook has judged
   */
  public PodCliqueScalingGroupPlanner(Validity validity) {
    this.validity = validity;
  }

  @Override
  public Plan plan(Snapshot<PodCliqueScalingGroup> snapshot, Instant now) {
    Plan.Builder plan = Plan.builder(snapshot.refusals());
    if (Ownership.isTerminating(snapshot.primary())) {
      // Garbage collection takes the PodCliques.
      return LegacyFinalizers.remove(snapshot.primary(), GROVE_FINALIZER, plan).build();
    }
    GroupView.of(snapshot, validity, now).ifPresent(view -> plan(view, plan));
    return plan.build();
  }

  private static void plan(GroupView view, Plan.Builder plan) {
    Stream<Action> members =
        view.isWorkable() ? GroupMembers.plan(view) : GroupMembers.surplus(view);
    plan.addAll(members.toList());
    if (plan.isIdle()) {
      writeStatus(view, plan);
    }
  }

  private static void writeStatus(GroupView view, Plan.Builder plan) {
    PodCliqueScalingGroupStatus stored = view.group().getStatus();
    PodCliqueScalingGroupStatus next = GroupStatusPolicy.of(view);
    boolean urgent = GroupStatusPolicy.isUrgent(stored, next, Minimum.of(view.group()));
    switch (StatusWrite.decide(
        !next.equals(stored), urgent, view.snapshot().unwrittenSince(), view.now())) {
      case StatusWrite.Unchanged _ -> {}
      case StatusWrite.Now _ -> putStatus(view, next, plan);
      case StatusWrite.At at -> plan.lookAt(at.due()).statusUnwritten();
    }
  }

  private static void putStatus(
      GroupView view, PodCliqueScalingGroupStatus status, Plan.Builder plan) {
    PodCliqueScalingGroup written = new PodCliqueScalingGroup();
    written.setMetadata(view.group().getMetadata());
    written.setSpec(view.group().getSpec());
    written.setStatus(status);
    plan.add(new Action.PutStatus(written, false, WRITE_STATUS));
    int lost = view.group().statusOrEmpty().scheduledReplicas();
    boolean allLost = lost > 0 && status.scheduledReplicas() == 0 && view.replicas() > 0;
    if (allLost && !plan.isIdle()) {
      plan.tell(
          new PlannedEvent(
              true,
              EventReasons.ALL_SCHEDULED_REPLICAS_LOST,
              "no replica is scheduled any more, %d were".formatted(lost)));
    }
    if (!plan.isIdle()) {
      ValidCondition.event(view.group().statusOrEmpty().conditions(), status.conditions())
          .ifPresent(plan::tell);
    }
  }
}
