package dev.coppice.core.availability;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgress;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.time.WholeSecond;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** How the condition MinAvailableBreached is written and read. */
public final class Breaches {

  /** The status of a condition of which nobody can tell. */
  public static final String UNKNOWN = "Unknown";

  private Breaches() {}

  /** The condition, still without its transition time. */
  public static Condition condition(String status, String reason, String message, Long generation) {
    return new ConditionBuilder()
        .withType(ConditionTypes.MIN_AVAILABLE_BREACHED)
        .withStatus(status)
        .withReason(reason)
        .withMessage(message)
        .withObservedGeneration(generation)
        .build();
  }

  /**
   * The list with the condition set. Stored times have whole seconds: that of a breach is rounded
   * up, so that no delay that is counted from it is ever shortened.
   */
  public static List<Condition> set(List<Condition> current, Condition wanted, Instant now) {
    return Conditions.set(
        current, wanted, wanted.getStatus().equals("True") ? WholeSecond.notBefore(now) : now);
  }

  /** The list with a breach, if there is one, that began at that instant at the earliest. */
  public static List<Condition> notBefore(List<Condition> conditions, Instant earliest) {
    return since(conditions).filter(earliest::isAfter).isEmpty()
        ? conditions
        : conditions.stream()
            .map(condition -> isBreach(condition) ? since(condition, earliest) : condition)
            .toList();
  }

  private static boolean isBreach(Condition condition) {
    return condition.getType().equals(ConditionTypes.MIN_AVAILABLE_BREACHED);
  }

  private static Condition since(Condition condition, Instant instant) {
    return new ConditionBuilder(condition).withLastTransitionTime(instant.toString()).build();
  }

  /** Since when there is a breach; empty while there is none, or nobody can tell. */
  public static Optional<Instant> since(List<Condition> conditions) {
    return Conditions.find(conditions, ConditionTypes.MIN_AVAILABLE_BREACHED)
        .filter(condition -> condition.getStatus().equals("True"))
        .map(condition -> Instant.parse(condition.getLastTransitionTime()));
  }

  /** Whether an update of the group runs. */
  public static boolean isUpdating(PodCliqueScalingGroup group) {
    PodCliqueScalingGroupUpdateProgress progress = group.statusOrEmpty().updateProgress();
    return progress != null && progress.updateEndedAt() == null;
  }

  /** Whether a clique's own update runs, or that of its scaling group. */
  public static boolean isUpdating(PodClique clique, Optional<PodCliqueScalingGroup> group) {
    return Optional.ofNullable(clique.statusOrEmpty().updateProgress())
            .filter(progress -> progress.updateEndedAt() == null)
            .isPresent()
        || group.filter(Breaches::isUpdating).isPresent();
  }
}
