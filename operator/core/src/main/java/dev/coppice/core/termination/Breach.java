package dev.coppice.core.termination;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.api.status.ReplicaDeletionBuilder;
import dev.coppice.core.gang.Breaches;
import dev.coppice.core.gang.Minimum;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * A breach that ends in the teardown of a replica, unless it ends before.
 *
 * @param replica index of the replica
 * @param where the PodClique or the scaling group that is breached
 * @param ready what it has: Ready pods, or available replicas
 * @param minAvailable what it needs
 * @param since when the breach began
 * @param due when the replica is torn down
 */
public record Breach(
    int replica, String where, int ready, int minAvailable, Instant since, Instant due) {

  /** Of breaches of one replica the one that ends it. */
  public static final Comparator<Breach> FIRST_DUE =
      Comparator.comparing(Breach::due).thenComparing(Breach::where);

  /** The breach of a clique; empty if there is none. */
  public static Optional<Breach> of(int replica, PodClique clique, Duration delay) {
    return Breaches.since(clique.statusOrEmpty().conditions())
        .map(since ->
            new Breach(
                replica,
                clique.getMetadata().getName(),
                clique.statusOrEmpty().readyReplicas(),
                Minimum.met(clique),
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
  public static Optional<Breach> of(
      int replica, PodCliqueScalingGroup group, Collection<PodClique> members, Duration delay) {
    Optional<Instant> ofMembers =
        members.stream()
            .map(member -> Breaches.since(member.statusOrEmpty().conditions()))
            .flatMap(Optional::stream)
            .min(Comparator.naturalOrder());
    return Breaches.since(group.statusOrEmpty().conditions())
        .flatMap(own -> ofMembers.map(first -> own.isAfter(first) ? own : first))
        .map(since ->
            new Breach(
                replica,
                group.getMetadata().getName(),
                group.statusOrEmpty().availableReplicas(),
                Minimum.of(group),
                since,
                since.plus(delay)));
  }

  /** The record that the teardown begins with, still without its PodCliques. */
  ReplicaDeletionBuilder record(Instant now) {
    return ReplicaDeletionBuilder.builder()
        .replicaIndex(replica)
        .cause(ReplicaDeletion.MIN_AVAILABLE_BREACHED)
        .clique(where)
        .ready(ready)
        .minAvailable(minAvailable)
        .since(since)
        .startedAt(now.truncatedTo(ChronoUnit.SECONDS));
  }
}
