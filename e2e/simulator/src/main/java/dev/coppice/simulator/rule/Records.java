package dev.coppice.simulator.rule;

import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgress;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.DeletedPodClique;
import dev.coppice.api.status.ReplicaDeletion;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The records of teardowns. */
final class Records {

  private Records() {}

  /** The records in the status of a set or a group. */
  static List<ReplicaDeletion> of(@Nullable HasMetadata object) {
    return switch (object) {
      case PodCliqueSet set -> set.statusOrEmpty().replicaDeletions();
      case PodCliqueScalingGroup group -> group.statusOrEmpty().replicaDeletions();
      case null, default -> List.of();
    };
  }

  /** All records in the statuses of some objects. */
  static Stream<ReplicaDeletion> in(Stream<? extends HasMetadata> objects) {
    return objects.flatMap(object -> of(object).stream());
  }

  /** The records that a write opens. */
  static Stream<ReplicaDeletion> opened(@Nullable HasMetadata before, HasMetadata now) {
    return of(now).stream()
        .filter(record -> record.open() && open(before, record.replicaIndex()).isEmpty());
  }

  /** Whether the replica goes because its template has changed. */
  static boolean isForUpdate(ReplicaDeletion record) {
    return record.cause().equals(ReplicaDeletion.TEMPLATE_CHANGED);
  }

  /** The open record of one replica. */
  static Optional<ReplicaDeletion> open(@Nullable HasMetadata owner, int replica) {
    return of(owner).stream()
        .filter(record -> record.open() && record.replicaIndex() == replica)
        .findFirst();
  }

  /** UIDs of what a record deletes. */
  static Set<String> uids(ReplicaDeletion record) {
    return record.podCliques().stream().map(DeletedPodClique::uid).collect(Collectors.toSet());
  }

  /** Whether an update of the group runs. */
  static boolean isUpdating(PodCliqueScalingGroup group) {
    PodCliqueScalingGroupUpdateProgress progress = group.statusOrEmpty().updateProgress();
    return progress != null && progress.updateEndedAt() == null;
  }
}
