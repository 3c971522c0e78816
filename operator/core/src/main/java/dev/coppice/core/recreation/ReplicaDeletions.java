package dev.coppice.core.recreation;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.status.DeletedPodClique;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.api.status.ReplicaDeletionBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the records of teardowns say, and when they are done. */
public final class ReplicaDeletions {

  private static final int COMPLETED_KEPT = 10;

  private ReplicaDeletions() {}

  /** Whether a teardown of the replica is under way. */
  public static boolean isOpen(List<ReplicaDeletion> records, int replica) {
    return records.stream().anyMatch(record -> record.replicaIndex() == replica && record.open());
  }

  /** Whether nothing of the replica may be made, because some of it may not be gone yet. */
  public static boolean isDeleting(List<ReplicaDeletion> records, int replica) {
    return records.stream()
        .anyMatch(record -> record.replicaIndex() == replica && record.deleting());
  }

  /**
   * How many pods a PodClique was asked for when it was deleted; empty if no record says so, which
   * leaves it to the template. Of several records the youngest counts.
   *
   * @param records records of any level and replica
   */
  static OptionalInt replicas(Stream<ReplicaDeletion> records, String name) {
    return records
        .filter(ReplicaDeletion::open)
        .sorted(Comparator.comparing(ReplicaDeletion::startedAt).reversed())
        .flatMap(record -> record.podCliques().stream())
        .filter(clique -> clique.name().equals(name))
        .mapToInt(DeletedPodClique::replicas)
        .findFirst();
  }

  /**
   * The PodClique asked for as many pods as when it was deleted; for as many as the template says
   * if no record says so, or says what may not be asked for.
   *
   * @param isAllowed whether a PodClique may have its number of pods: anybody may have written the
   *     record
   */
  public static PodClique restored(
      PodClique fresh, Stream<ReplicaDeletion> records, Predicate<PodClique> isAllowed) {
    PodCliqueSpec planned = fresh.getSpec();
    replicas(records, fresh.getMetadata().getName())
        .ifPresent(count -> {
          fresh.setSpec(PodCliqueSpecBuilder.builder(planned).replicas(count).build());
          if (!isAllowed.test(fresh)) {
            fresh.setSpec(planned);
          }
        });
    return fresh;
  }

  /** UIDs of the PodCliques that stand in an open record. */
  public static Set<String> listed(Stream<ReplicaDeletion> records) {
    return records
        .filter(ReplicaDeletion::open)
        .flatMap(record -> record.podCliques().stream())
        .map(DeletedPodClique::uid)
        .collect(Collectors.toSet());
  }

  /**
   * The records with those completed of which everything that is still wanted is there again; of
   * completed ones the newest are kept.
   *
   * @param wanted the names of the PodCliques that a replica of that index has; none if there shall
   *     be no such replica
   * @param isRemade whether a PodClique of that name, other than the one of that UID, is in view
   */
  public static List<ReplicaDeletion> completed(
      List<ReplicaDeletion> records,
      IntFunction<Set<String>> wanted,
      BiPredicate<String, String> isRemade,
      Instant now) {
    if (records.stream().noneMatch(ReplicaDeletion::open)) {
      return records;
    }
    List<ReplicaDeletion> next =
        records.stream()
            .map(record ->
                record.open() && isDone(record, wanted.apply(record.replicaIndex()), isRemade)
                    ? complete(record, now)
                    : record)
            .toList();
    return trimmed(next);
  }

  private static boolean isDone(
      ReplicaDeletion record, Set<String> wanted, BiPredicate<String, String> isRemade) {
    List<DeletedPodClique> missed =
        record.podCliques().stream().filter(clique -> wanted.contains(clique.name())).toList();
    return missed.isEmpty()
        || (record.goneAt() != null
            && missed.stream().allMatch(clique -> isRemade.test(clique.name(), clique.uid())));
  }

  /** The same record, of which nothing is left to do. */
  static ReplicaDeletion complete(ReplicaDeletion record, Instant now) {
    return ReplicaDeletionBuilder.builder(record)
        .completedAt(now.truncatedTo(ChronoUnit.SECONDS))
        .podCliques(List.of())
        .build();
  }

  private static List<ReplicaDeletion> trimmed(List<ReplicaDeletion> records) {
    long surplus = records.stream().filter(record -> !record.open()).count() - COMPLETED_KEPT;
    List<ReplicaDeletion> kept = new ArrayList<>();
    for (ReplicaDeletion record : records) {
      if (record.open() || surplus <= 0) {
        kept.add(record);
      } else {
        surplus--;
      }
    }
    return List.copyOf(kept);
  }
}
