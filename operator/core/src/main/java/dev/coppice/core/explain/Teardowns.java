package dev.coppice.core.explain;

import dev.coppice.api.status.ReplicaDeletion;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Replicas that are deleted as a whole because they had too few Ready pods, in words. */
public final class Teardowns {

  private Teardowns() {}

  /** A teardown that is under way; empty if it is over, or an update's. */
  public static Optional<String> describe(ReplicaDeletion record) {
    return record.deleting() && !record.cause().equals(ReplicaDeletion.TEMPLATE_CHANGED)
        ? Optional.of(
            "replica %d is deleted, because %s; waits until %s gone"
                .formatted(
                    record.replicaIndex(),
                    cause(record),
                    record.podCliques().size() == 1
                        ? "1 PodClique has"
                        : record.podCliques().size() + " PodCliques have"))
        : Optional.empty();
  }

  /**
   * The conditions with the first teardown that is under way: they leave with its record, because
   * it may be over before the next look.
   */
  public static List<Condition> told(
      List<ReplicaDeletion> records, List<Condition> before, HasMetadata about, Instant now) {
    return records.stream()
        .flatMap(record -> describe(record).stream())
        .findFirst()
        .map(text ->
            new ReadyCondition(Readiness.TEARING_DOWN, text)
                .setIn(before, about.getMetadata().getGeneration(), now))
        .orElse(before);
  }

  /** Why it was begun, with numbers and since when. */
  public static String cause(ReplicaDeletion record) {
    return record.cause().equals(ReplicaDeletion.TEMPLATE_CHANGED)
        ? "%s is made from an old template".formatted(record.clique())
        : "%s had %d ready since %s and needs %d"
            .formatted(record.clique(), record.ready(), record.since(), record.minAvailable());
  }
}
