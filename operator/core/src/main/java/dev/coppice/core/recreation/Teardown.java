package dev.coppice.core.recreation;

import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.status.DeletedPodClique;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.api.status.ReplicaDeletionBuilder;
import dev.coppice.core.explain.Teardowns;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.reconcile.Step;
import dev.coppice.core.trial.Trials;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Deletes replicas as a whole: the record first, then exactly the PodCliques in it, then, when all
 * of them are gone, a word that the replica may be made again. A crash at any point is followed by
 * the step that was due; what recovers before anything of it is deleted stays.
 */
public final class Teardown {

  private static final List<Step<Teardown>> STEPS =
      List.of(
          Teardown::withdraw,
          Teardown::followScales,
          Teardown::deletePodCliques,
          Teardown::openAndRelease,
          Teardown::awaitDeletions);

  private final TeardownLevel level;
  private final Snapshot<?> snapshot;
  private final Instant now;

  private Teardown(TeardownLevel level, Snapshot<?> snapshot, Instant now) {
    this.level = level;
    this.snapshot = snapshot;
    this.now = now;
  }

  /** Plans the next step of all teardowns of a level, if there is one to take now. */
  public static void plan(
      TeardownLevel level, Snapshot<?> snapshot, Plan.Builder plan, Instant now) {
    Teardown teardown = new Teardown(level, snapshot, now);
    Set<LiveRead> unread = teardown.unread();
    if (unread.isEmpty()) {
      Step.planFirst(STEPS, teardown, plan);
    } else {
      plan.add(new Action.Read(List.copyOf(unread), level.reading()));
    }
  }

  // What follows is for the reconcile that the last of it brings when it goes, so that of many
  // replicas
  // that are due together none waits until another is made again.
  private void awaitDeletions(Plan.Builder plan) {
    if (level.records().stream().anyMatch(record -> record.deleting() && isDeleted(record))) {
      plan.endRound();
    }
  }

  private boolean isDeleted(ReplicaDeletion record) {
    return record.podCliques().stream().anyMatch(c -> snapshot.deleted().contains(c.uid()));
  }

  // The record that a cache shows may be older than the last one written, by a process that died or
  // never heard the answer; and what it lists may have gone or been scaled since.
  private Set<LiveRead> unread() {
    List<ReplicaDeletion> deleting =
        level.records().stream().filter(ReplicaDeletion::deleting).toList();
    boolean anyStanding =
        deleting.stream()
            .flatMap(record -> record.podCliques().stream())
            .anyMatch(this::isStanding);
    Set<LiveRead> unread = new LinkedHashSet<>();
    if (!snapshot.primaryIsLive() && anyStanding) {
      // Of all at once: one after the other they would cost the reconcile its rounds.
      deleting.forEach(record -> unread.addAll(readsOfAll(record)));
    }
    deleting.stream()
        .filter(this::isRevocable)
        .map(DueDeletion::of)
        .filter(deletion -> !snapshot.recent().contains(level.pods(deletion)))
        .forEach(deletion -> unread.addAll(needed(level, deletion)));
    return unread;
  }

  // Whoever recorded it may have stood still or died since, and pods may have become Ready.
  private boolean isRevocable(ReplicaDeletion record) {
    return record.deleting()
        && record.cause().equals(ReplicaDeletion.MIN_AVAILABLE_BREACHED)
        && !level.isOverruled()
        && !record.podCliques().isEmpty()
        && record.podCliques().stream().allMatch(this::isStanding);
  }

  private boolean isConfirmed(ReplicaDeletion record) {
    return !isRevocable(record)
        || level
            .recounted(now)
            .deletions()
            .filter(deletion -> deletion.replica() == record.replicaIndex())
            .anyMatch(deletion -> !now.isBefore(deletion.due()));
  }

  private void withdraw(Plan.Builder plan) {
    List<ReplicaDeletion> refuted =
        level.records().stream().filter(record -> !isConfirmed(record)).toList();
    if (!refuted.isEmpty()) {
      plan.add(
          level.put(
              level.records().stream()
                  .map(r -> refuted.contains(r) ? ReplicaDeletions.complete(r, now) : r)
                  .toList()),
          refuted.stream().map(Teardown::withdrawn).toList());
    }
  }

  private static PlannedEvent withdrawn(ReplicaDeletion record) {
    return new PlannedEvent(
        false,
        EventReasons.REPLICA_KEPT,
        "replica %d is kept: %s has what it needs again, and nothing was deleted"
            .formatted(record.replicaIndex(), record.clique()));
  }

  private boolean isStanding(DeletedPodClique listed) {
    return standing(listed).isPresent();
  }

  private Optional<PodClique> standing(DeletedPodClique listed) {
    return find(listed).filter(clique -> !Ownership.isTerminating(clique));
  }

  // A PodClique may be scaled until the very moment in which it is deleted.
  private void followScales(Plan.Builder plan) {
    List<ReplicaDeletion> followed =
        level.records().stream().map(r -> r.deleting() ? followScales(r) : r).toList();
    if (!followed.equals(level.records())) {
      plan.add(level.put(followed));
    }
  }

  private ReplicaDeletion followScales(ReplicaDeletion record) {
    return ReplicaDeletionBuilder.builder(record)
        .podCliques(
            record.podCliques().stream()
                .map(listed ->
                    find(listed)
                        .map(clique ->
                            new DeletedPodClique(
                                listed.name(), listed.uid(), clique.getSpec().replicas()))
                        .orElse(listed))
                .toList())
        .build();
  }

  private void deletePodCliques(Plan.Builder plan) {
    level.records().stream()
        .filter(ReplicaDeletion::deleting)
        .filter(this::isConfirmed)
        .flatMap(record -> record.podCliques().stream())
        .forEach(listed ->
            standing(listed)
                .filter(clique -> clique.getSpec().replicas() == listed.replicas())
                .ifPresent(clique -> plan.add(Action.Delete.asSeen(clique, level.deletion()))));
  }

  private void openAndRelease(Plan.Builder plan) {
    // What cannot be recorded in this reconcile is not looked up either.
    boolean refused = snapshot.failures().covers(level.put(level.records()));
    Set<LiveRead> reads = new LinkedHashSet<>();
    List<PlannedEvent> events = new ArrayList<>();
    List<ReplicaDeletion> next = new ArrayList<>();
    List<Action.Try> trials = new ArrayList<>();
    for (ReplicaDeletion record : level.records()) {
      boolean gone =
          record.deleting()
              && !isDeleted(record)
              && record.podCliques().stream().noneMatch(this::isInView);
      List<LiveRead> toSee = gone ? readsOfAll(record) : List.of();
      if (gone && snapshot.live().containsAll(toSee)) {
        next.add(
            ReplicaDeletionBuilder.builder(record)
                .goneAt(now.truncatedTo(ChronoUnit.SECONDS))
                .build());
        events.add(new PlannedEvent(false, level.deletedReason(), describe(record)));
      } else {
        next.add(record);
        reads.addAll(toSee);
      }
    }
    TeardownLevel recounted = snapshot.readLive().isEmpty() ? level : level.recounted(now);
    Map<Integer, DueDeletion> counted =
        snapshot.readLive().isEmpty() ? Map.of() : firstDue(recounted);
    for (DueDeletion deletion : firstDue(level).values()) {
      // What falls due while this reconcile takes something down is for the next one, which comes
      // at
      // once: a reconcile has to come to its end.
      if (now.isBefore(deletion.due()) || !snapshot.deleted().isEmpty()) {
        plan.requeueAt(deletion.due());
      } else if (!wouldComeBack(deletion)) {
        trials.addAll(Trials.due(snapshot, level.trials()));
      } else if (!snapshot.readLive().contains(level.pods(deletion))) {
        reads.addAll(needed(level, deletion));
      } else {
        Optional<DueDeletion> due = Optional.ofNullable(counted.get(deletion.replica()));
        judge(due, recounted, next, events, reads, plan);
      }
    }
    if (!next.equals(level.records())) {
      plan.add(level.put(next), events);
    } else if (!trials.isEmpty()) {
      plan.addAll(trials.stream().distinct().toList());
    } else if (!reads.isEmpty() && !refused) {
      plan.add(new Action.Read(List.copyOf(reads), level.reading()));
    }
  }

  // A cache that has not shown a PodClique yet looks like one that shows it no more, and a list
  // leaves out what has lost its labels.
  private List<LiveRead> readsOfAll(ReplicaDeletion record) {
    String namespace = snapshot.primary().getMetadata().getNamespace();
    return Stream.concat(
            level.reads(record.replicaIndex()).stream(),
            record.podCliques().stream()
                .map(listed ->
                    new LiveRead.Get(new ObjectKey(PodClique.class, namespace, listed.name()))))
        .toList();
  }

  // What runs is not given up for pods that the API server does not take.
  private boolean wouldComeBack(DueDeletion deletion) {
    // A changed template was tried when it changed, once for all replicas.
    return level.isTemplateTaken()
        && (deletion.cause().equals(ReplicaDeletion.TEMPLATE_CHANGED)
            || Trials.areTaken(snapshot, level.trials()));
  }

  // What is stored was due: the pods decide whether it is, and on which others it depends.
  private void judge(
      Optional<DueDeletion> counted,
      TeardownLevel recounted,
      List<ReplicaDeletion> next,
      List<PlannedEvent> events,
      Set<LiveRead> reads,
      Plan.Builder plan) {
    if (counted.isEmpty()) {
      Doubt.lookAgain(snapshot, plan, now);
    } else if (now.isBefore(counted.get().due())) {
      plan.requeueAt(counted.get().due());
    } else if (snapshot.live().containsAll(needed(recounted, counted.get()))) {
      ReplicaDeletion opened = open(counted.get());
      next.add(opened);
      warning(opened).ifPresent(events::add);
    } else {
      reads.addAll(needed(recounted, counted.get()));
    }
  }

  private static List<LiveRead> needed(TeardownLevel level, DueDeletion deletion) {
    List<LiveRead> needed = new ArrayList<>(level.reads(deletion.replica()));
    needed.add(level.pods(deletion));
    return needed;
  }

  private static Map<Integer, DueDeletion> firstDue(TeardownLevel level) {
    Map<Integer, DueDeletion> byReplica = new TreeMap<>();
    level
        .deletions()
        .filter(deletion -> !ReplicaDeletions.isOpen(level.records(), deletion.replica()))
        .forEach(deletion ->
            byReplica.merge(
                deletion.replica(),
                deletion,
                (one, other) -> DueDeletion.FIRST_DUE.compare(one, other) <= 0 ? one : other));
    return byReplica;
  }

  private ReplicaDeletion open(DueDeletion deletion) {
    return deletion
        .record(now)
        .podCliques(
            level
                .cliques(deletion.replica())
                .map(clique ->
                    new DeletedPodClique(
                        clique.getMetadata().getName(),
                        clique.getMetadata().getUid(),
                        clique.getSpec().replicas()))
                .sorted(Comparator.comparing(DeletedPodClique::name))
                .toList())
        .build();
  }

  private Optional<PodClique> find(DeletedPodClique listed) {
    return snapshot
        .observed()
        .get(PodClique.class, snapshot.primary().getMetadata().getNamespace(), listed.name())
        .filter(clique -> clique.getMetadata().getUid().equals(listed.uid()));
  }

  private boolean isInView(DeletedPodClique listed) {
    return find(listed).isPresent();
  }

  private static String describe(ReplicaDeletion record) {
    int count = record.podCliques().size();
    String what =
        "deleted replica %d with %d %s: "
            .formatted(record.replicaIndex(), count, count == 1 ? "PodClique" : "PodCliques");
    return what + Teardowns.cause(record);
  }

  // What an update takes goes as it should.
  private static Optional<PlannedEvent> warning(ReplicaDeletion record) {
    return record.cause().equals(ReplicaDeletion.TEMPLATE_CHANGED)
        ? Optional.empty()
        : Optional.of(
            new PlannedEvent(
                true,
                EventReasons.REPLICA_TORN_DOWN,
                "replica %d is deleted, to be made again: %s"
                    .formatted(record.replicaIndex(), Teardowns.cause(record))));
  }
}
