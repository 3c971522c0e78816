package dev.coppice.core.availability;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.slots.Division;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.Words;
import dev.coppice.core.subgroup.SubGroups;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/**
 * Whether all replicas of a clique that is divided get pods. An autoscaler writes any number, and
 * what makes no whole subgroup would be of no use.
 */
public final class SubGroupAlignedCondition {

  private SubGroupAlignedCondition() {}

  /** The conditions of a clique with what has to be said. */
  public static List<Condition> setIn(List<Condition> before, PodClique clique, Instant now) {
    return Division.of(clique)
        .map(divided -> Conditions.set(before, condition(clique, divided), now))
        .orElseGet(() -> Conditions.remove(before, ConditionTypes.SUB_GROUP_ALIGNED));
  }

  private static Condition condition(PodClique clique, SubGroups divided) {
    int replicas = clique.getSpec().replicas();
    int without = Math.max(0, replicas - divided.slots());
    String whole =
        "%s %s %s of %d"
            .formatted(
                Words.count(replicas, "replica"),
                replicas == 1 ? "makes" : "make",
                Words.count(divided.count(), "subgroup"),
                divided.subGroupSize());
    return Conditions.of(
        ConditionTypes.SUB_GROUP_ALIGNED,
        without == 0,
        without == 0 ? ConditionReasons.WHOLE_SUB_GROUPS : ConditionReasons.UNALIGNED_REPLICAS,
        without == 0
            ? whole
            : "%s; %d %s no pod".formatted(whole, without, without == 1 ? "gets" : "get"),
        clique.getMetadata().getGeneration());
  }
}
