package dev.coppice.core.pod;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.validity.ValidCondition;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which changes of a PodClique's status cannot wait, because somebody waits for them. */
final class StatusUrgency {

  private StatusUrgency() {}

  /**
   * Whether the status must be written in this pass.
   *
   * @param stored what is stored; null when nothing has been reported yet
   * @param next what would be written
   * @param minimum the clique's minimum
   * @param opensGates whether pods of scaled gangs wait until this clique's are scheduled
   * @param updating whether the set updates: its slot goes only to a replica with a Ready pod
   */
  static boolean of(
      @Nullable PodCliqueStatus stored,
      PodCliqueStatus next,
      int minimum,
      boolean opensGates,
      boolean updating) {
    return stored == null
        || Conditions.flips(stored.conditions(), next.conditions(), ConditionTypes.AVAILABLE)
        || ValidCondition.isNews(stored.conditions(), next.conditions())
        || Conditions.flips(stored.conditions(), next.conditions(), ConditionTypes.WAITING)
        || Conditions.flips(
            stored.conditions(), next.conditions(), ConditionTypes.MIN_AVAILABLE_BREACHED)
        || !AvailabilityHistory.of(stored).equals(AvailabilityHistory.of(next))
        || crosses(stored.readyReplicas(), next.readyReplicas(), minimum)
        || (updating && crosses(stored.readyReplicas(), next.readyReplicas(), 1))
        || (opensGates && crosses(stored.scheduledReplicas(), next.scheduledReplicas(), minimum))
        || !Objects.equals(stored.currentPodTemplateHash(), next.currentPodTemplateHash())
        || !Objects.equals(stored.updateProgress(), next.updateProgress())
        || (outdated(stored) > 0 && outdated(next) == 0);
  }

  private static boolean crosses(int before, int after, int minimum) {
    return (before >= minimum) != (after >= minimum);
  }

  private static int outdated(PodCliqueStatus status) {
    return status.replicas() - status.updatedReplicas();
  }
}
