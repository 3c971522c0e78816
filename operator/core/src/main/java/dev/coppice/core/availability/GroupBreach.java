package dev.coppice.core.availability;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.core.status.FirstFew;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether a scaling group has lost more replicas than it can do without. A replica that is made
 * again counts as lost until it is available, but is no breach of its own: it neither brings the
 * next teardown nor hides the loss of another replica.
 */
public final class GroupBreach {

  private GroupBreach() {}

  /**
   * The condition MinAvailableBreached, still without its transition time.
   *
   * @param members the PodCliques of the group that stay
   * @param available how many of its replicas are available
   */
  public static Condition of(
      PodCliqueScalingGroup group, Stream<PodClique> members, int available) {
    int minimum = MinAvailable.of(group);
    String have =
        "%d of %d replicas are available".formatted(available, group.getSpec().replicas());
    String numbers = "%s, %d must be".formatted(have, minimum);
    if (Breaches.isUpdating(group)) {
      return condition(
          group,
          Breaches.UNKNOWN,
          ConditionReasons.UPDATE_IN_PROGRESS,
          numbers + " when the update is done");
    }
    List<String> breached =
        members.filter(GroupBreach::isBreached).map(c -> c.getMetadata().getName()).toList();
    return breached.isEmpty() || available >= minimum
        ? condition(
            group,
            "False",
            group.getSpec().replicas() == 0
                ? ConditionReasons.IDLE
                : ConditionReasons.SUFFICIENT_AVAILABLE_SCALING_GROUP_REPLICAS,
            available >= minimum ? have : have + "; none of their cliques has lost its minimum")
        : condition(
            group,
            "True",
            ConditionReasons.INSUFFICIENT_AVAILABLE_SCALING_GROUP_REPLICAS,
            numbers + "; too few pods are ready in " + FirstFew.of(breached));
  }

  private static boolean isBreached(PodClique clique) {
    return Breaches.since(clique.statusOrEmpty().conditions()).isPresent();
  }

  private static Condition condition(
      PodCliqueScalingGroup group, String status, String reason, String message) {
    return Breaches.condition(status, reason, message, group.getMetadata().getGeneration());
  }
}
