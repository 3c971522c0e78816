package dev.coppice.core.binding;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.topology.ClusterTopologyBindingStatus;
import dev.coppice.api.topology.ClusterTopologyBindingStatusBuilder;
import dev.coppice.api.topology.SchedulerTopologyStatus;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.util.List;
import java.util.stream.Collectors;

/** What is reported about a binding. */
final class BindingStatus {

  private BindingStatus() {}

  static ClusterTopologyBindingStatus of(BindingView view) {
    ClusterTopologyBindingStatus stored = view.binding().statusOrEmpty();
    List<SchedulerTopologyStatus> statuses =
        view.topologies().stream()
            .map(topology -> topology.status(view.snapshot().failures()))
            .toList();
    return ClusterTopologyBindingStatusBuilder.builder(stored)
        .observedGeneration(
            view.topologies().stream().allMatch(topology -> topology.state().isSettled())
                ? view.binding().getMetadata().getGeneration()
                : stored.observedGeneration())
        .conditions(
            conditions(
                view, Conditions.remove(stored.conditions(), ConditionTypes.VALID), statuses))
        .schedulerTopologyStatuses(statuses)
        .build();
  }

  private static List<Condition> conditions(
      BindingView view, List<Condition> before, List<SchedulerTopologyStatus> statuses) {
    if (statuses.isEmpty()) {
      return Conditions.remove(before, ConditionTypes.SCHEDULER_TOPOLOGY_DRIFT);
    }
    ConditionBuilder condition = new ConditionBuilder();
    if (!view.topologies().stream().allMatch(topology -> topology.state().isAvailable())) {
      condition.withStatus("Unknown").withReason(unknown(view));
    } else if (statuses.stream().allMatch(SchedulerTopologyStatus::inSync)) {
      condition.withStatus("False").withReason(ConditionReasons.IN_SYNC);
    } else {
      condition.withStatus("True").withReason(ConditionReasons.DRIFT);
    }
    return Conditions.set(
        before,
        condition
            .withType(ConditionTypes.SCHEDULER_TOPOLOGY_DRIFT)
            .withMessage(Words.shortened(message(statuses), Conditions.LONGEST_MESSAGE))
            .withObservedGeneration(view.binding().getMetadata().getGeneration())
            .build(),
        view.now());
  }

  private static String unknown(BindingView view) {
    return view.topologies().stream()
            .anyMatch(topology -> topology.state() instanceof TopologyState.Unreadable)
        ? ConditionReasons.UNREADABLE
        : ConditionReasons.TOPOLOGY_NOT_FOUND;
  }

  private static String message(List<SchedulerTopologyStatus> statuses) {
    long inSync = statuses.stream().filter(SchedulerTopologyStatus::inSync).count();
    return "%d of %s in sync%s"
        .formatted(
            inSync,
            Words.count(statuses.size(), "scheduler"),
            statuses.stream()
                .filter(status -> !status.inSync())
                .map(status -> "; " + status.schedulerName() + ": " + status.message())
                .collect(Collectors.joining()));
  }
}
