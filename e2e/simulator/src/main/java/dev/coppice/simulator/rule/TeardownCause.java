package dev.coppice.simulator.rule;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgress;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.simulator.rule.Causes.Cause;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import dev.coppice.testkit.oracle.TeardownFacts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A replica is torn down as a whole, once, and for a breach that was past its delay when the
 * cluster was read for it.
 */
final class TeardownCause implements Rule {

  private static final String READ = "a teardown is decided on what stands";
  private static final String CAUSE = "a teardown has a cause";
  private static final String STANDS = "nothing is torn down that is whole";
  private static final String DELAY = "a teardown waits for the whole delay";
  private static final String WHOLE = "a replica is torn down as a whole";

  private final CliqueHistory history;
  private final Set<String> breachedOfRecords = new HashSet<>();

  TeardownCause(CliqueHistory history) {
    this.history = history;
  }

  @Override
  public void check(Write write, Outcome outcome) {
    if (write.action() instanceof Action.PutStatus put) {
      TeardownFacts.opened(write.stood().orElse(null), put.object())
          .forEach(record -> check(write, put.object(), record));
    }
  }

  private void check(Write write, HasMetadata written, ReplicaDeletion record) {
    if (write.read().isEmpty()) {
      throw broken(READ, written, record, "without a live read just before");
    }
    Moment moment = write.read().get();
    String uid = written.getMetadata().getUid();
    HasMetadata owner = moment.find(written.getClass(), uid).orElse(null);
    if (owner == null
        || !owner
            .getMetadata()
            .getResourceVersion()
            .equals(written.getMetadata().getResourceVersion())) {
      throw broken(READ, written, record, "under a lock that was not read");
    }
    if (TeardownFacts.isForUpdate(record)) {
      replacement(moment, owner, record).check();
      return;
    }
    switch (owner) {
      case PodCliqueSet set -> check(moment, set, record);
      case PodCliqueScalingGroup group -> check(moment, write.seen(), group, record);
      default -> throw broken(CAUSE, owner, record, "by neither set nor group");
    }
  }

  private static Replacement replacement(Moment moment, HasMetadata owner, ReplicaDeletion record) {
    if (owner instanceof PodCliqueScalingGroup group) {
      checkWhole(group, record, moment.cliques(group, record.replicaIndex()).toList());
      return new Replacement(moment, group, record);
    }
    throw broken(CAUSE, owner, record, "for an update, which is for groups");
  }

  private void check(Moment moment, PodCliqueSet set, ReplicaDeletion record) {
    int replica = record.replicaIndex();
    Set<String> elsewhere =
        moment
            .all(PodCliqueScalingGroup.class)
            .flatMap(group -> TeardownFacts.of(group).stream())
            .filter(ReplicaDeletion::open)
            .flatMap(other -> TeardownFacts.uids(other).stream())
            .collect(Collectors.toSet());
    List<PodClique> cliques =
        moment
            .cliques(set, replica)
            .filter(clique -> !elsewhere.contains(clique.getMetadata().getUid()))
            .toList();
    checkWhole(set, record, cliques);
    checkCause(moment, set, record, Causes.of(moment, set, replica).toList());
  }

  private void check(
      Moment moment, Snapshot<?> seen, PodCliqueScalingGroup group, ReplicaDeletion record) {
    Optional<PodCliqueSet> set = moment.find(PodCliqueSet.class, PodFacts.ownerUid(group));
    if (set.isEmpty()) {
      throw broken(CAUSE, group, record, "without a set");
    }
    if (TeardownFacts.open(set.get(), Moment.replica(group, Labels.SET_REPLICA_INDEX))
        .isPresent()) {
      throw broken(CAUSE, group, record, "while the set tears down the whole");
    }
    if (isUpdating(group)) {
      throw broken(CAUSE, group, record, "in an update");
    }
    int minimum = Math.min(group.getSpec().minAvailable(), group.getSpec().replicas());
    if (available(seen, group) < minimum) {
      throw broken(CAUSE, group, record, "though the set has to act");
    }
    checkWhole(group, record, moment.cliques(group, record.replicaIndex()).toList());
    checkCause(
        moment, group, record, Causes.of(moment, set.get(), group, record.replicaIndex()).toList());
  }

  private static boolean isUpdating(PodCliqueScalingGroup group) {
    PodCliqueScalingGroupUpdateProgress progress = group.statusOrEmpty().updateProgress();
    return progress != null && progress.updateEndedAt() == null;
  }

  private static long available(Snapshot<?> seen, PodCliqueScalingGroup group) {
    Moment view = new Moment(Instant.EPOCH, seen.observed().all().toList());
    return IntStream.range(0, group.getSpec().replicas())
        .filter(replica -> {
          List<PodClique> cliques = view.cliques(group, replica).toList();
          return cliques.size() == group.getSpec().cliqueNames().size()
              && cliques.stream()
                  .allMatch(clique ->
                      !PodFacts.isTerminating(clique)
                          && ready(seen, view, clique) >= PodFacts.minimum(clique));
        })
        .count();
  }

  // Pods that were read count, and not what was reported of them before.
  private static int ready(Snapshot<?> seen, Moment view, PodClique clique) {
    boolean read =
        seen.readLive().stream()
            .anyMatch(query ->
                query instanceof LiveRead.ListOf list
                    && list.type() == Pod.class
                    && list.selects(clique));
    return read ? view.ready(clique) : clique.statusOrEmpty().readyReplicas();
  }

  private static void checkWhole(
      HasMetadata owner, ReplicaDeletion record, List<PodClique> cliques) {
    Set<String> standing =
        cliques.stream().map(clique -> clique.getMetadata().getUid()).collect(Collectors.toSet());
    if (!TeardownFacts.uids(record).equals(standing)) {
      throw broken(WHOLE, owner, record, "where %s stood".formatted(standing));
    }
  }

  private void checkCause(
      Moment moment, HasMetadata owner, ReplicaDeletion record, List<Cause> causes) {
    List<Cause> due = causes.stream().filter(c -> !c.due().isAfter(moment.at())).toList();
    if (due.isEmpty()) {
      throw broken(CAUSE, owner, record, "at %s for %s".formatted(moment.at(), causes));
    }
    List<Cause> standing = due.stream().filter(cause -> cause.stands(moment)).toList();
    if (standing.isEmpty()) {
      throw broken(STANDS, owner, record, "at %s for %s".formatted(moment.at(), due));
    }
    if (standing.stream().noneMatch(cause -> hasLasted(moment, cause))) {
      throw broken(DELAY, owner, record, "at %s for %s".formatted(moment.at(), standing));
    }
    List<PodClique> breached =
        standing.stream().flatMap(cause -> cause.cliques().stream()).distinct().toList();
    breached.forEach(clique -> checkHistory(owner, record, clique));
    if (breached.stream().noneMatch(history::wasHarmed)) {
      throw broken("scaling tears nothing down", owner, record, "though no pod was harmed");
    }
    for (PodClique clique : breached) {
      String uid = clique.getMetadata().getUid();
      boolean again = TeardownFacts.uids(record).contains(uid) && !breachedOfRecords.add(uid);
      if (again && isRecorded(moment, uid)) {
        throw broken("torn down once", owner, record, "for " + clique + " a second time");
      }
    }
  }

  // Stored instants have whole seconds.
  private boolean hasLasted(Moment moment, Cause cause) {
    return cause.group().isPresent()
        || history
            .wholeUntil(cause.cliques().getFirst(), moment)
            .filter(until -> moment.at().plusSeconds(1).isBefore(until.plus(cause.delay())))
            .isEmpty();
  }

  // No lock covers a set and a group: both may record in the same moment, and what goes goes once.
  private static boolean isRecorded(Moment moment, String uid) {
    return moment
        .all(HasMetadata.class)
        .flatMap(owner -> TeardownFacts.of(owner).stream())
        .anyMatch(record -> TeardownFacts.uids(record).contains(uid));
  }

  private void checkHistory(HasMetadata owner, ReplicaDeletion record, PodClique clique) {
    if (!history.wasAvailable(clique)) {
      throw broken(CAUSE, owner, record, "for " + clique + ", which never was available");
    }
  }

  private static Broken broken(
      String rule, HasMetadata owner, ReplicaDeletion record, String detail) {
    return new Broken(rule, "%s of %s was opened %s".formatted(record, owner, detail));
  }
}
