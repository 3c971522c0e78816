package dev.coppice.core.binding;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.api.topology.ClusterTopologyBindingStatus;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.StatusWrite;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Optional;

/** When the status of a binding is written, and what is told with it. */
final class BindingStatusWrite {

  static final Purpose PURPOSE =
      Purpose.announcedOnFailure(
          ErrorCodes.UPDATE_TOPOLOGY_BINDING_STATUS,
          "updated",
          "ClusterTopologyBinding status",
          EventReasons.STATUS_UPDATE_FAILED);

  private BindingStatusWrite() {}

  static void plan(BindingView view, Plan.Builder plan) {
    ClusterTopologyBinding binding = view.binding();
    ClusterTopologyBindingStatus next = BindingStatus.of(view);
    ClusterTopologyBindingStatus stored = view.snapshot().asKept(binding.statusOrEmpty(), next);
    // Nobody waits for it.
    StatusWrite.decide(!next.equals(stored), false, null, view.snapshot().memory(), view.now())
        .plan(
            plan,
            () ->
                plan.add(
                    new Action.PutStatus(binding.withStatus(next), false, PURPOSE),
                    event(stored.conditions(), next.conditions()).stream().toList()));
  }

  private static Optional<PlannedEvent> event(List<Condition> before, List<Condition> after) {
    return Conditions.flips(before, after, ConditionTypes.SCHEDULER_TOPOLOGY_DRIFT)
        ? Conditions.find(after, ConditionTypes.SCHEDULER_TOPOLOGY_DRIFT)
            .flatMap(BindingStatusWrite::event)
        : Optional.empty();
  }

  private static Optional<PlannedEvent> event(Condition drift) {
    return switch (drift.getStatus()) {
      case "True" ->
          Optional.of(
              new PlannedEvent(true, EventReasons.TOPOLOGY_DRIFT_DETECTED, drift.getMessage()));
      case "False" ->
          Optional.of(new PlannedEvent(false, EventReasons.TOPOLOGY_IN_SYNC, drift.getMessage()));
      default -> Optional.empty();
    };
  }
}
