package dev.coppice.core.group;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.gang.Breaches;
import dev.coppice.core.gang.Minimum;
import dev.coppice.core.status.FirstFew;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.util.List;

/**
 * Whether a scaling group has lost more replicas than it can do without. A replica that is made
 * again counts as lost until it is available, but is no breach of its own: it neither brings the
 * next teardown nor hides the loss of another replica.
 */
final class GroupBreach {

  private GroupBreach() {}

  /** The condition MinAvailableBreached, still without its transition time. */
  static Condition of(GroupView view, int available) {
    int minimum = Minimum.of(view.group());
    String numbers =
        "%d of %d replicas are available, %d must be"
            .formatted(available, view.replicas(), minimum);
    if (Breaches.isUpdating(view.group())) {
      return condition(
          view,
          Breaches.UNKNOWN,
          ConditionReasons.UPDATE_IN_PROGRESS,
          numbers + " when the update is done");
    }
    List<String> breached =
        view.members().filter(GroupBreach::isBreached).map(c -> c.getMetadata().getName()).toList();
    return breached.isEmpty() || available >= minimum
        ? condition(
            view, "False", ConditionReasons.SUFFICIENT_AVAILABLE_SCALING_GROUP_REPLICAS, numbers)
        : condition(
            view,
            "True",
            ConditionReasons.INSUFFICIENT_AVAILABLE_SCALING_GROUP_REPLICAS,
            numbers + "; too few pods are ready in " + FirstFew.of(breached));
  }

  private static boolean isBreached(PodClique clique) {
    return Breaches.since(clique.statusOrEmpty().conditions()).isPresent();
  }

  private static Condition condition(GroupView view, String status, String reason, String message) {
    return new ConditionBuilder()
        .withType(ConditionTypes.MIN_AVAILABLE_BREACHED)
        .withStatus(status)
        .withReason(reason)
        .withMessage(message)
        .withObservedGeneration(view.group().getMetadata().getGeneration())
        .build();
  }
}
