package dev.coppice.core.pod;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.core.gang.Breaches;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.util.Optional;

/** Whether a clique has lost more Ready pods than it can do without. */
final class CliqueBreach {

  private CliqueBreach() {}

  /** The condition MinAvailableBreached, still without its transition time. */
  static Condition of(CliqueView view, AvailabilityHistory history, int ready) {
    int required = history.required(view.minimum());
    String numbers = ready + " of " + view.replicas() + " pods are ready, " + required + " must be";
    if (ready >= required) {
      return condition(view, "False", ConditionReasons.SUFFICIENT_READY_PODS, numbers);
    }
    if (!history.wasAvailable()) {
      return condition(
          view,
          "False",
          ConditionReasons.NEVER_AVAILABLE,
          numbers + "; so many have not been ready yet");
    }
    return isUpdating(view)
        ? condition(
            view,
            Breaches.UNKNOWN,
            ConditionReasons.UPDATE_IN_PROGRESS,
            numbers + " when the update is done")
        : condition(view, "True", ConditionReasons.INSUFFICIENT_READY_PODS, numbers);
  }

  /** Whether the clique's own update runs, or that of its scaling group. */
  static boolean isUpdating(CliqueView view) {
    return Optional.ofNullable(view.clique().statusOrEmpty().updateProgress())
            .filter(progress -> progress.updateEndedAt() == null)
            .isPresent()
        || view.group().filter(Breaches::isUpdating).isPresent();
  }

  private static Condition condition(
      CliqueView view, String status, String reason, String message) {
    return new ConditionBuilder()
        .withType(ConditionTypes.MIN_AVAILABLE_BREACHED)
        .withStatus(status)
        .withReason(reason)
        .withMessage(message)
        .withObservedGeneration(view.clique().getMetadata().getGeneration())
        .build();
  }
}
