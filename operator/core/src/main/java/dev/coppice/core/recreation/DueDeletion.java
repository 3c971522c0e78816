package dev.coppice.core.recreation;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.api.status.ReplicaDeletionBuilder;
import dev.coppice.core.availability.Breaches;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.availability.Units;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A replica that is to be deleted as a whole and made again, unless the reason goes away before.
 *
 * @param replica index of the replica
 * @param cause why, as the record tells it
 * @param where the PodClique or the scaling group that is the reason
 * @param ready what it has: Ready pods, or available replicas
 * @param minAvailable what it needs
 * @param since when a breach began; null if there is none
 * @param due when the replica is deleted
 */
public record DueDeletion(
    int replica,
    String cause,
    String where,
    int ready,
    int minAvailable,
    @Nullable Instant since,
    Instant due) {

  /** Of several for one replica the one that ends it. */
  public static final Comparator<DueDeletion> FIRST_DUE =
      Comparator.comparing(DueDeletion::due).thenComparing(DueDeletion::where);

  /** What a record says was due. */
  static DueDeletion of(ReplicaDeletion record) {
    return new DueDeletion(
        record.replicaIndex(),
        record.cause(),
        Objects.requireNonNullElse(record.clique(), ""),
        record.ready(),
        record.minAvailable(),
        record.since(),
        record.startedAt());
  }

  /** The breach of a clique; empty if there is none. */
  public static Optional<DueDeletion> of(int replica, PodClique clique, Duration delay) {
    return Breaches.since(clique.statusOrEmpty().conditions())
        .map(since ->
            new DueDeletion(
                replica,
                ReplicaDeletion.MIN_AVAILABLE_BREACHED,
                clique.getMetadata().getName(),
                Units.ready(clique.statusOrEmpty()),
                MinAvailable.met(clique),
                since,
                since.plus(delay)));
  }

  /**
   * The breach of a scaling group as a whole; empty if there is none. It lasts only as long as one
   * of its cliques is breached too: after a teardown the group has still too few replicas for a
   * while, and is not torn down again for that.
   *
   * @param members the PodCliques of the group that stay
   */
  public static Optional<DueDeletion> of(
      int replica, PodCliqueScalingGroup group, Collection<PodClique> members, Duration delay) {
    Optional<Instant> ofMembers =
        members.stream()
            .map(member -> Breaches.since(member.statusOrEmpty().conditions()))
            .flatMap(Optional::stream)
            .min(Comparator.naturalOrder());
    return Breaches.since(group.statusOrEmpty().conditions())
        .flatMap(own -> ofMembers.map(first -> own.isAfter(first) ? own : first))
        .map(since ->
            new DueDeletion(
                replica,
                ReplicaDeletion.MIN_AVAILABLE_BREACHED,
                group.getMetadata().getName(),
                group.statusOrEmpty().availableReplicas(),
                MinAvailable.of(group),
                since,
                since.plus(delay)));
  }

  /** The record that the teardown begins with, still without its PodCliques. */
  ReplicaDeletionBuilder record(Instant now) {
    return ReplicaDeletionBuilder.builder()
        .replicaIndex(replica)
        .cause(cause)
        .clique(where)
        .ready(ready)
        .minAvailable(minAvailable)
        .since(since)
        .startedAt(now.truncatedTo(ChronoUnit.SECONDS));
  }
}
