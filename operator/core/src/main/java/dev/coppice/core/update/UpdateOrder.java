package dev.coppice.core.update;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSetSpec;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.api.set.UpdateStrategy;
import dev.coppice.api.set.UpdateStrategyType;
import dev.coppice.core.admission.ResolvedSet;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.RefusedTemplate;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.recreation.ReplicaDeletions;
import dev.coppice.core.template.Adoption;
import dev.coppice.core.template.CliqueTemplates;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a set asks of the parts of one of its replicas when its template has changed.
 *
 * @param set the set as it is seen
 * @param replica index of the replica
 */
public record UpdateOrder(ResolvedSet.Complete set, int replica) {

  /** Whether running pods are left alone until somebody deletes them. */
  public boolean isOnDelete() {
    return isOnDelete(set.set().getSpec());
  }

  /** Whether running pods of a set are left alone until somebody deletes them. */
  public static boolean isOnDelete(PodCliqueSetSpec spec) {
    UpdateStrategy strategy = spec.updateStrategy();
    return strategy != null && strategy.type() == UpdateStrategyType.ON_DELETE;
  }

  /**
   * Whether this replica holds the update slot, and may give up Ready pods: the set runs an update,
   * to the template that is seen, and has given the slot to it.
   */
  public boolean holdsUpdateSlot() {
    PodCliqueSetUpdateProgress progress = status().updateProgress();
    return !isOnDelete()
        && progress != null
        && progress.updateEndedAt() == null
        && progress.currentlyUpdating().stream()
            .anyMatch(slot -> slot.replicaIndex() == replica && slot.updateEndedAt() == null)
        && set.isGenerationRecorded();
  }

  /** Whether the set has recorded the templates that are seen. */
  public boolean isRecorded() {
    return set.isGenerationRecorded();
  }

  /** Whether the set has ever run an update. */
  public boolean hasUpdated() {
    return status().updateProgress() != null;
  }

  /** Whether a PodClique carries the template that the set has for it. */
  public boolean isCarriedBy(PodClique clique) {
    return set.hash(clique)
        .filter(hash ->
            Relatives.label(clique, Labels.POD_TEMPLATE_HASH).filter(hash::equals).isPresent())
        .isPresent();
  }

  /**
   * Whether a PodClique that does not carry the template that the set has for it will be given it
   * without being replaced: by the set, or by the group that it is a member of. Nobody does while
   * one of them is on its way out, or the replica is being torn down, and one that has yet to be
   * adopted may be kept as it is. Nobody does either for a template that the API server refuses.
   * The set has to be valid, and the group with it.
   *
   * @param group the group that the PodClique is a member of; empty for one of its own
   */
  public boolean isAboutToReach(PodClique clique, Optional<PodCliqueScalingGroup> group) {
    return !isCarriedBy(clique)
        && !Adoption.isDue(clique)
        && !Ownership.isTerminating(set.set())
        && !RefusedTemplate.isToldBy(set.set())
        && group.filter(Ownership::isTerminating).isEmpty()
        && !ReplicaDeletions.isDeleting(status().replicaDeletions(), replica)
        && group.filter(own -> isDeleting(own, clique)).isEmpty();
  }

  private static boolean isDeleting(PodCliqueScalingGroup group, PodClique member) {
    return ReplicaIndex.of(member, Labels.SCALING_GROUP_REPLICA_INDEX).stream()
        .anyMatch(
            index -> ReplicaDeletions.isDeleting(group.statusOrEmpty().replicaDeletions(), index));
  }

  /** What the set says about updates of a PodClique that is in no scaling group. */
  public RollingLimits limits(PodClique clique) {
    return CliqueTemplates.of(set.set(), clique)
        .map(template -> RollingLimits.of(template.rollingUpdate()))
        .orElse(RollingLimits.DEFAULT);
  }

  /** The hash of the templates that the set has recorded; null before the first. */
  public @Nullable String generationHash() {
    return status().currentGenerationHash();
  }

  private PodCliqueSetStatus status() {
    return set.set().statusOrEmpty();
  }
}
