package dev.coppice.core.availability;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.core.slots.Division;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.Optional;

/** Whether a clique has lost more Ready pods than it can do without. */
final class CliqueBreach {

  private CliqueBreach() {}

  /**
   * The condition MinAvailableBreached, still without its transition time.
   *
   * @param group the scaling group that the clique is a member of; empty for none in view
   * @param ready how much of it is Ready, in {@link Units}
   */
  static Condition of(
      PodClique clique,
      Optional<PodCliqueScalingGroup> group,
      AvailabilityHistory history,
      int ready) {
    int minimum = MinAvailable.of(clique);
    int required = history.required(minimum);
    String have =
        "%d of %d pods are ready%s".formatted(ready, Division.pods(clique), Division.words(clique));
    if (ready >= required) {
      return condition(
          clique,
          "False",
          Division.pods(clique) == 0
              ? ConditionReasons.IDLE
              : ConditionReasons.SUFFICIENT_READY_PODS,
          ready >= minimum
              ? have
              : "%s; its minimum of %d has not been ready since it was scaled out, so none counts as lost"
                  .formatted(have, minimum));
    }
    String numbers = "%s, %d must be".formatted(have, required);
    if (!history.wasAvailable()) {
      return condition(
          clique,
          "False",
          ConditionReasons.NEVER_AVAILABLE,
          numbers + "; so many have not been ready yet");
    }
    return Breaches.isUpdating(clique, group)
        ? condition(
            clique,
            Breaches.UNKNOWN,
            ConditionReasons.UPDATE_IN_PROGRESS,
            numbers + " when the update is done")
        : condition(clique, "True", ConditionReasons.INSUFFICIENT_READY_PODS, numbers);
  }

  private static Condition condition(
      PodClique clique, String status, String reason, String message) {
    return Breaches.condition(status, reason, message, clique.getMetadata().getGeneration());
  }
}
