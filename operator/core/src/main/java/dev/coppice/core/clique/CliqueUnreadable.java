package dev.coppice.core.clique;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.pod.PodPurposes;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.unreadable.UnreadableParts;
import dev.coppice.core.unreadable.UnreadableStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Set;

/** What is told of a clique that cannot be read, or whose tree cannot, and nothing else. */
final class CliqueUnreadable {

  private static final UnreadableStatus<PodClique> STATUS =
      new UnreadableStatus<>(
          Set.of(ConditionTypes.READY, ConditionTypes.VALID, ConditionTypes.WAITING),
          clique -> clique.statusOrEmpty().conditions(),
          clique -> UnreadableStatus.observed(clique.statusOrEmpty().observedGeneration()),
          conditions ->
              PodCliqueStatusBuilder.builder(PodCliqueStatus.EMPTY).conditions(conditions).build(),
          PodPurposes.UPDATE_STATUS);

  private CliqueUnreadable() {}

  /**
   * Whether something is a pod of the clique's group, which another PodClique controls: it may hold
   * the domain of nodes of both.
   */
  static boolean isOfGroup(PodClique clique, HasMetadata other) {
    return other instanceof Pod
        && CliqueWatches.isOfGroup(other, clique)
        && Ownership.controller(other)
            .filter(owner -> clique.getKind().equals(owner.getKind()))
            .isPresent();
  }

  static void plan(UnreadableParts<PodClique> unreadable, Plan.Builder plan, Instant now) {
    STATUS.plan(unreadable, plan, now);
  }
}
