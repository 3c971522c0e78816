package dev.coppice.core.availability;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.core.status.Conditions;
import java.util.Collection;
import java.util.Map;

/** Whether what a clique or a group reports is enough for the work to be done. */
public final class Availability {

  private Availability() {}

  /** Whether a clique has its minimum of Ready pods. */
  public static boolean hasMinimum(PodClique clique) {
    return Units.ready(clique.statusOrEmpty()) >= MinAvailable.of(clique);
  }

  /** Whether a group has its minimum of available replicas. */
  public static boolean hasMinimum(PodCliqueScalingGroup group) {
    return group.statusOrEmpty().availableReplicas() >= MinAvailable.of(group);
  }

  /** Whether a clique has its minimum of pods made from the template of that hash. */
  public static boolean isUpdated(PodClique clique, String hash) {
    return isAt(clique, hash) && Units.updated(clique.statusOrEmpty()) >= MinAvailable.of(clique);
  }

  /** Whether all pods of a clique, however many, are made from the template of that hash. */
  public static boolean hasReached(PodClique clique, String hash) {
    PodCliqueStatus status = clique.statusOrEmpty();
    return isAt(clique, hash) && status.updatedReplicas() >= status.replicas();
  }

  /**
   * Whether PodCliques that work together have no pod with a node, and a scheduler says that it has
   * none for one of them. What was made just now, or is held back by a gate, does not count yet.
   */
  public static boolean waitsForPlace(Collection<PodClique> cliques) {
    return cliques.stream().allMatch(c -> c.statusOrEmpty().scheduledReplicas() == 0)
        && cliques.stream().anyMatch(Availability::isUnschedulable);
  }

  private static boolean isUnschedulable(PodClique clique) {
    return Conditions.find(clique.statusOrEmpty().conditions(), ConditionTypes.WAITING)
        .filter(waiting -> ConditionReasons.UNSCHEDULABLE.equals(waiting.getReason()))
        .isPresent();
  }

  // A status counted against another hash says nothing about this one.
  private static boolean isAt(PodClique clique, String hash) {
    Map<String, String> labels = clique.getMetadata().getLabels();
    return labels != null
        && hash.equals(labels.get(Labels.POD_TEMPLATE_HASH))
        && hash.equals(clique.statusOrEmpty().currentPodTemplateHash());
  }
}
