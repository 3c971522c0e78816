package dev.coppice.testkit.oracle;

import dev.coppice.api.group.PodCliqueScalingGroup;
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

/** What records of teardowns say, read without asking the code that is being judged. */
public final class TeardownFacts {

  private TeardownFacts() {}

  /** The records in the status of a set or a group. */
  public static List<ReplicaDeletion> of(@Nullable HasMetadata object) {
    return switch (object) {
      case PodCliqueSet set -> set.statusOrEmpty().replicaDeletions();
      case PodCliqueScalingGroup group -> group.statusOrEmpty().replicaDeletions();
      case null, default -> List.of();
    };
  }

  /** All records in the statuses of some objects. */
  public static Stream<ReplicaDeletion> in(Stream<? extends HasMetadata> objects) {
    return objects.flatMap(object -> of(object).stream());
  }

  /** The records that a write opens. */
  public static Stream<ReplicaDeletion> opened(@Nullable HasMetadata before, HasMetadata now) {
    return of(now).stream()
        .filter(record -> record.open() && open(before, record.replicaIndex()).isEmpty());
  }

  /** The open record of one replica. */
  public static Optional<ReplicaDeletion> open(@Nullable HasMetadata owner, int replica) {
    return of(owner).stream()
        .filter(record -> record.open() && record.replicaIndex() == replica)
        .findFirst();
  }

  /** A record of an owner as another status of that owner has it. */
  public static Optional<ReplicaDeletion> same(ReplicaDeletion record, HasMetadata owner) {
    return of(owner).stream()
        .filter(other -> other.replicaIndex() == record.replicaIndex())
        .filter(other -> other.startedAt().equals(record.startedAt()))
        .reduce((older, newer) -> newer);
  }

  /** Whether the replica goes because its template has changed. */
  public static boolean isForUpdate(ReplicaDeletion record) {
    return record.cause().equals(ReplicaDeletion.TEMPLATE_CHANGED);
  }

  /** UIDs of what a record deletes. */
  public static Set<String> uids(ReplicaDeletion record) {
    return record.podCliques().stream().map(DeletedPodClique::uid).collect(Collectors.toSet());
  }
}
