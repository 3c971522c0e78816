package dev.coppice.core.training;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.ReplicaAttempt;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.training.AttemptMark.Run;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;

/**
 * Which attempt the replicas of a training job are in, by the record of the set, and what of the
 * statuses of PodCliques speaks of it: what was reported about another attempt is nothing.
 */
public final class AttemptReports {

  private AttemptReports() {}

  /** The record of a replica; that of its first attempt while there is none. */
  public static ReplicaAttempt of(PodCliqueSetStatus status, int replica) {
    return status.replicaAttempts().stream()
        .filter(attempt -> attempt.replicaIndex() == replica)
        .findFirst()
        .orElseGet(() -> ReplicaAttempt.first(replica));
  }

  /** Whether it is decided that the job fails. */
  public static boolean isFailing(PodCliqueSetStatus status) {
    return Conditions.isTrue(status.conditions(), ConditionTypes.FAILURE_TARGET);
  }

  /**
   * With what mark a PodClique of a replica is made: whatever it is for, no pod of it may run yet.
   */
  public static AttemptMark atBirth(PodCliqueSet set, int replica) {
    PodCliqueSetStatus status = set.statusOrEmpty();
    return new AttemptMark(of(status, replica).attempt(), isFailing(status) ? Run.ENDED : Run.HELD);
  }

  /** A PodClique as others have to read it who are in the same attempt as the first. */
  public static PodClique inAttemptOf(PodClique reader, PodClique sibling) {
    Optional<AttemptMark> mark = AttemptMark.of(reader);
    return mark.isEmpty() || mark.get().isOf(sibling.statusOrEmpty())
        ? sibling
        : sibling.withStatus(PodCliqueStatus.EMPTY);
  }

  /** The snapshot in which PodCliques say nothing that they say about another attempt. */
  public static <P extends HasMetadata> Snapshot<P> current(
      Snapshot<P> snapshot, PodCliqueSet set) {
    if (!set.getSpec().trains()) {
      return snapshot;
    }
    List<PodClique> outdated =
        snapshot
            .observed()
            .all(PodClique.class)
            .filter(clique -> clique.getStatus() != null && !isCurrent(clique, set))
            .map(clique -> clique.withStatus(PodCliqueStatus.EMPTY))
            .toList();
    return outdated.isEmpty() ? snapshot : snapshot.showing(outdated);
  }

  private static boolean isCurrent(PodClique clique, PodCliqueSet set) {
    Integer reported = clique.statusOrEmpty().attempt();
    return reported != null
        && ReplicaIndex.of(clique, Labels.SET_REPLICA_INDEX).stream()
            .anyMatch(replica -> of(set.statusOrEmpty(), replica).attempt() == reported);
  }
}
