package dev.coppice.core.group;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatus;
import dev.coppice.core.gang.Minimum;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.LegacyFinalizers;
import dev.coppice.core.plan.ObjectKey;
import dev.coppice.core.plan.Ownership;
import dev.coppice.core.plan.Plan;
import dev.coppice.core.plan.PlannedEvent;
import dev.coppice.core.plan.Planner;
import dev.coppice.core.plan.Purpose;
import dev.coppice.core.plan.Query;
import dev.coppice.core.plan.Snapshot;
import dev.coppice.core.status.StatusWrite;
import dev.coppice.core.termination.Teardown;
import dev.coppice.core.termination.TerminationSettings;
import dev.coppice.core.validity.ValidCondition;
import dev.coppice.core.validity.Validity;
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

  static final Purpose WRITE_STATUS =
      Purpose.unannounced(
          ErrorCodes.UPDATE_SCALING_GROUP_STATUS, "updated", "PodCliqueScalingGroup status");

  static final Purpose READ =
      Purpose.unannounced(ErrorCodes.READ_FOR_SCALING_GROUP, "read", "PodCliqueSet");

  private final Validity validity;
  private final TerminationSettings termination;

  /**
   * A planner for all scaling groups.
   *
   * @param validity what is asked about groups and sets that no webhook has judged
   * @param termination what is configured about gang termination
   */
  public PodCliqueScalingGroupPlanner(Validity validity, TerminationSettings termination) {
    this.validity = validity;
    this.termination = termination;
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

  private void plan(GroupView view, Plan.Builder plan) {
    GroupTeardown teardown = new GroupTeardown(view, termination);
    if (!Teardown.plan(teardown, view.snapshot(), plan, view.now())) {
      return;
    }
    syncMembers(view, plan);
    if (plan.isIdle()) {
      writeStatus(view, plan);
    }
  }

  // A set that has just begun to tear down the replica must not be seen too late: what is made then
  // would stay.
  private static void syncMembers(GroupView view, Plan.Builder plan) {
    Stream<Action> members =
        view.isWorkable() ? GroupMembers.plan(view) : GroupMembers.surplus(view);
    List<Action> wanted = members.toList();
    Query set = new Query.Get(ObjectKey.of(view.set()));
    boolean mayCreate = view.snapshot().live().contains(set);
    boolean creates =
        wanted.stream()
            .anyMatch(action ->
                action instanceof Action.Create && !view.snapshot().refusals().covers(action));
    if (creates && !mayCreate) {
      plan.add(new Action.Read(List.of(set), READ));
    }
    wanted.stream()
        .filter(action -> mayCreate || !(action instanceof Action.Create))
        .forEach(plan::add);
  }

  private static void writeStatus(GroupView view, Plan.Builder plan) {
    PodCliqueScalingGroupStatus stored = view.group().getStatus();
    PodCliqueScalingGroupStatus next = GroupStatusPolicy.of(view);
    boolean urgent = GroupStatusPolicy.isUrgent(stored, next, Minimum.of(view.group()));
    switch (StatusWrite.decide(
        !next.equals(stored), urgent, view.snapshot().memory().unwrittenSince(), view.now())) {
      case StatusWrite.Unchanged _ -> {}
      case StatusWrite.Now _ -> putStatus(view, next, plan);
      case StatusWrite.At at -> plan.lookAt(at.due()).statusUnwritten();
    }
    if (new GroupUpdate(view).isPutOff()) {
      plan.lookAt(view.now()); // no event need come: what was deleted may be held by a finalizer
    }
  }

  private static void putStatus(
      GroupView view, PodCliqueScalingGroupStatus status, Plan.Builder plan) {
    PodCliqueScalingGroup written = view.group().withStatus(status);
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
