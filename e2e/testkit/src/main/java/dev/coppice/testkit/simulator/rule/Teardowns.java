package dev.coppice.testkit.simulator.rule;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.DeletedPodClique;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Outcome;
import dev.coppice.core.plan.Ownership;
import dev.coppice.core.plan.Snapshot;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.watch.Relatives;
import dev.coppice.testkit.simulator.operator.Change;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A replica is torn down for a breach only, once for each, as a whole, by its record, and comes
 * back when all of it is gone.
 */
final class Teardowns implements Rule {

  private static final String RULE = "teardowns";

  private final Set<String> breachedOfRecords = new HashSet<>();

  /** What a clique has reached is never taken back while it lives. */
  static void changed(Change change) {
    if (change.before() instanceof PodClique before
        && change.now() instanceof PodClique now
        && before.getMetadata().getUid().equals(now.getMetadata().getUid())
        && before.statusOrEmpty().wasAvailable()
        && !now.statusOrEmpty().wasAvailable()) {
      throw new Broken(RULE, change.key() + " has forgotten that it was available");
    }
  }

  @Override
  public void check(Write write, Outcome outcome) {
    switch (write.action()) {
      case Action.PutStatus put -> checkRecords(write, put.object());
      case Action.Delete delete when write.stood().orElse(null) instanceof PodClique clique ->
          checkDelete(write, delete, clique);
      case Action.Create create when create.object() instanceof PodClique clique ->
          checkCreate(write, clique);
      default -> {}
    }
  }

  private void checkRecords(Write write, HasMetadata written) {
    List<ReplicaDeletion> before = write.stood().map(Teardowns::records).orElse(List.of());
    for (ReplicaDeletion record : records(written)) {
      boolean opened =
          record.open()
              && before.stream()
                  .noneMatch(old -> old.open() && old.replicaIndex() == record.replicaIndex());
      if (opened) {
        checkOpened(write.seen(), written, record);
      }
    }
  }

  private void checkOpened(Snapshot<?> seen, HasMetadata owner, ReplicaDeletion record) {
    if (seen.live().isEmpty()) {
      throw new Broken(RULE, "a record was opened without a live read");
    }
    boolean delayed = set(seen).map(set -> set.getSpec().template().terminationDelay()).isPresent();
    if (!delayed) {
      throw new Broken(RULE, "a record was opened without a delay");
    }
    Set<String> listed =
        record.podCliques().stream().map(DeletedPodClique::uid).collect(Collectors.toSet());
    List<PodClique> replica = replica(seen, owner, record.replicaIndex()).toList();
    List<PodClique> breached = replica.stream().filter(Teardowns::isBreached).toList();
    if (breached.isEmpty()) {
      throw new Broken(RULE, "a record was opened without a breach");
    }
    for (PodClique clique : replica) {
      boolean elsewhere =
          owner instanceof PodCliqueSet
              && seen.observed()
                  .all(PodCliqueScalingGroup.class)
                  .flatMap(group -> records(group).stream())
                  .anyMatch(other -> lists(other, clique));
      if (!listed.contains(clique.getMetadata().getUid()) && !elsewhere) {
        throw new Broken(RULE, clique.getMetadata().getName() + " is not in the record");
      }
    }
    for (PodClique clique : breached) {
      if (listed.contains(clique.getMetadata().getUid())
          && !breachedOfRecords.add(clique.getMetadata().getUid())) {
        throw new Broken(RULE, clique.getMetadata().getName() + " was torn down twice");
      }
    }
  }

  private static void checkDelete(Write write, Action.Delete delete, PodClique stood) {
    HasMetadata primary = write.seen().primary();
    boolean recorded =
        records(primary).stream()
            .filter(ReplicaDeletion::deleting)
            .anyMatch(record ->
                record.podCliques().stream()
                    .anyMatch(c ->
                        c.uid().equals(delete.uid())
                            && c.replicas() == stood.getSpec().replicas()));
    if (!recorded && delete.resourceVersion() != null) {
      throw new Broken(RULE, delete.target() + " is not recorded as it stood");
    }
    if (!recorded && isWanted(primary, stood)) {
      throw new Broken(RULE, delete.target() + " was deleted without a record");
    }
  }

  // Judged by what was seen: a scale may have come since.
  private static boolean isWanted(HasMetadata primary, PodClique clique) {
    return switch (primary) {
      case PodCliqueSet set ->
          Relatives.label(clique, Labels.SET_REPLICA_INDEX)
              .filter(index -> Integer.parseInt(index) < set.getSpec().replicas())
              .isPresent();
      case PodCliqueScalingGroup group ->
          Relatives.label(clique, Labels.SCALING_GROUP_REPLICA_INDEX)
              .filter(index -> Integer.parseInt(index) < group.getSpec().replicas())
              .isPresent();
      default -> false;
    };
  }

  private static void checkCreate(Write write, PodClique created) {
    HasMetadata primary = write.seen().primary();
    String label =
        primary instanceof PodCliqueSet
            ? Labels.SET_REPLICA_INDEX
            : Labels.SCALING_GROUP_REPLICA_INDEX;
    int replica = Relatives.label(created, label).map(Integer::parseInt).orElse(-1);
    boolean tooEarly =
        records(primary).stream()
            .anyMatch(record -> record.replicaIndex() == replica && record.deleting());
    if (tooEarly) {
      throw new Broken(RULE, created.getMetadata().getName() + " was made too early");
    }
  }

  private static Stream<PodClique> replica(Snapshot<?> seen, HasMetadata owner, int index) {
    String label =
        owner instanceof PodCliqueSet
            ? Labels.SET_REPLICA_INDEX
            : Labels.SCALING_GROUP_REPLICA_INDEX;
    return seen.observed()
        .all(PodClique.class)
        .filter(clique ->
            Relatives.label(clique, label).filter(Integer.toString(index)::equals).isPresent())
        .filter(clique -> isUnder(seen, owner, clique));
  }

  private static boolean isUnder(Snapshot<?> seen, HasMetadata owner, PodClique clique) {
    return Ownership.isControlledBy(clique, owner)
        || (owner instanceof PodCliqueSet
            && seen.observed()
                .all(PodCliqueScalingGroup.class)
                .filter(group -> Ownership.claim(group, owner) == Ownership.Claim.OURS)
                .anyMatch(group -> Ownership.isControlledBy(clique, group)));
  }

  private static boolean isBreached(PodClique clique) {
    PodCliqueStatus status = clique.statusOrEmpty();
    return status.wasAvailable()
        && Conditions.isTrue(status.conditions(), ConditionTypes.MIN_AVAILABLE_BREACHED);
  }

  private static boolean lists(ReplicaDeletion record, PodClique clique) {
    return record.open()
        && record.podCliques().stream()
            .anyMatch(listed -> listed.uid().equals(clique.getMetadata().getUid()));
  }

  private static Optional<PodCliqueSet> set(Snapshot<?> seen) {
    return seen.primary() instanceof PodCliqueSet set
        ? Optional.of(set)
        : seen.observed().all(PodCliqueSet.class).findFirst();
  }

  /** The records in the status of a set or a scaling group. */
  static List<ReplicaDeletion> records(HasMetadata object) {
    return switch (object) {
      case PodCliqueSet set -> set.statusOrEmpty().replicaDeletions();
      case PodCliqueScalingGroup group -> group.statusOrEmpty().replicaDeletions();
      default -> List.of();
    };
  }
}
