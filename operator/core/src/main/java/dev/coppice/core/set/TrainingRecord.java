package dev.coppice.core.set;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.AttemptFailure;
import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.set.ReplicaAttempt;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.time.WholeSecond;
import dev.coppice.core.training.AttemptFacts;
import dev.coppice.core.training.Reconstruction;
import dev.coppice.core.training.ReplicaRecord;
import dev.coppice.core.tree.SetCliques;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is recorded about a training job in one write, with the events that tell why. For use within
 * one call of a planner.
 */
final class TrainingRecord {

  private static final int MOST_FAILURES = 10;
  private static final Purpose READING =
      Purpose.unannounced(ErrorCodes.UPDATE_SET_STATUS, "read", "PodCliqueSet");

  private final SetView view;
  private final PodCliqueSetStatus stored;
  private final Map<Integer, ReplicaAttempt> attempts = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();
  private final List<String> restarted = new ArrayList<>();
  private final List<PlannedEvent> ends = new ArrayList<>();
  private PodCliqueSetStatus next;

  /**
   * Puts a status right that somebody has emptied or written. What looks wrong is looked at past
   * the caches first, and the set last: it is written before PodCliques are told. Nothing else is
   * done before the status is right.
   */
  static void reconstruct(SetView view, Plan.Builder plan) {
    List<LiveRead> reads = reads(view);
    boolean isLive = view.seen().readLive().containsAll(reads);
    Reconstruction right = reconstruction(view, isLive);
    if (right.isNeeded()) {
      if (isLive) {
        plan.add(
            new Action.PutStatus(
                view.set().withStatus(right.status()), true, SetStatusWrite.PURPOSE),
            List.of(new PlannedEvent(true, EventReasons.STATE_RECONSTRUCTED, right.message())));
      } else {
        plan.add(new Action.Read(reads, READING));
      }
      plan.endRound();
    }
  }

  private static List<LiveRead> reads(SetView view) {
    String namespace = view.set().getMetadata().getNamespace();
    return List.of(
        new LiveRead.ListOf(PodClique.class, namespace, ChildLabels.common(view.name())),
        new LiveRead.ListOf(Pod.class, namespace, ChildLabels.common(view.name())),
        new LiveRead.Get(ObjectKey.of(view.set())));
  }

  private static Reconstruction reconstruction(SetView view, boolean isLive) {
    Optional<Collection<Pod>> pods =
        isLive ? Optional.of(view.seen().observed().all(Pod.class).toList()) : Optional.empty();
    SetCliques cliques = new SetCliques(view.seen());
    Map<Integer, List<PodClique>> replicas =
        cliques
            .stayingOrOfNobody()
            .collect(
                Collectors.groupingBy(
                    clique -> ReplicaIndex.of(clique, Labels.SET_REPLICA_INDEX).orElse(-1)));
    return Reconstruction.of(
        view.set(),
        IntStream.range(0, view.counted())
            .mapToObj(replica ->
                new ReplicaRecord(
                    replica,
                    view.status().replicaAttempts().stream()
                        .filter(attempt -> attempt.replicaIndex() == replica)
                        .findFirst(),
                    view.wantedNames(replica),
                    replicas.getOrDefault(replica, List.of()).stream()
                        .flatMap(clique ->
                            AttemptFacts.of(clique, cliques.isOwned(clique), pods).stream())
                        .toList()))
            .toList(),
        view.now());
  }

  TrainingRecord(SetView view) {
    this.view = view;
    this.stored = view.status();
    this.next = stored;
    stored.replicaAttempts().forEach(attempt -> attempts.put(attempt.replicaIndex(), attempt));
  }

  int restarts() {
    return next.restartCount();
  }

  boolean hasRestarted() {
    return !restarted.isEmpty();
  }

  boolean isChanged() {
    return !next.equals(stored);
  }

  private void put(ReplicaAttempt attempt) {
    attempts.put(attempt.replicaIndex(), attempt);
    next =
        PodCliqueSetStatusBuilder.builder(next)
            .replicaAttempts(List.copyOf(attempts.values()))
            .build();
  }

  /** A replica has done its work. */
  void succeed(TrainingReplica replica) {
    if (!replica.attempt().succeeded()) {
      put(
          new ReplicaAttempt(
              replica.index(), replica.attempt().attempt(), replica.attempt().podCliques(), true));
    }
  }

  /** Whether every replica has done its work. */
  boolean isWorkDone(List<TrainingReplica> replicas) {
    return !replicas.isEmpty()
        && replicas.stream()
            .allMatch(
                replica -> attempts.getOrDefault(replica.index(), replica.attempt()).succeeded());
  }

  /** The PodCliques of a replica may run. */
  void release(TrainingReplica replica) {
    ReplicaAttempt attempt = attempts.getOrDefault(replica.index(), replica.attempt());
    if (attempt.attempt() == replica.attempt().attempt() && !isFailing()) {
      put(
          new ReplicaAttempt(
              replica.index(), attempt.attempt(), replica.toRelease(), attempt.succeeded()));
    }
  }

  private boolean isFailing() {
    return Conditions.isTrue(next.conditions(), ConditionTypes.FAILURE_TARGET);
  }

  /** A replica begins once more. */
  void restart(
      TrainingReplica replica, TrainingFailure failure, List<AttemptFailure> traces, int allowed) {
    failed(failure, traces);
    put(new ReplicaAttempt(replica.index(), replica.attempt().attempt() + 1, List.of(), false));
    next = PodCliqueSetStatusBuilder.builder(next).restartCount(next.restartCount() + 1).build();
    restarted.add(
        "replica %d: restart %d of %d".formatted(replica.index(), next.restartCount(), allowed));
  }

  /** A failure is told of, and what is left to read of its pods is kept. */
  void failed(TrainingFailure failure, List<AttemptFailure> traces) {
    failures.add(failure.cause());
    next = PodCliqueSetStatusBuilder.builder(next).lastFailures(with(traces.stream())).build();
  }

  // The same pod may be told of when its replica is restarted and once more when the job fails.
  private List<AttemptFailure> with(Stream<AttemptFailure> more) {
    List<AttemptFailure> all =
        Stream.concat(next.lastFailures().stream(), more)
            .distinct()
            .sorted(
                Comparator.comparing(
                    AttemptFailure::finishedAt, Comparator.nullsFirst(Comparator.naturalOrder())))
            .toList();
    return all.subList(Math.max(0, all.size() - MOST_FAILURES), all.size());
  }

  /** It is decided that the job fails. */
  void failFor(String reason, String eventReason, String why, List<TrainingReplica> replicas) {
    next =
        PodCliqueSetStatusBuilder.builder(next)
            .lastFailures(with(replicas.stream().flatMap(TrainingFailure::traces)))
            .build();
    set(ConditionTypes.FAILURE_TARGET, reason, why);
    ends.add(new PlannedEvent(true, eventReason, why + "; all pods are being terminated"));
  }

  /** The job has failed, and no pod is left. */
  void fail() {
    Condition target =
        Conditions.find(stored.conditions(), ConditionTypes.FAILURE_TARGET).orElseThrow();
    end(PodCliqueSetPhase.FAILED, ConditionTypes.FAILED, target.getReason(), target.getMessage());
  }

  /** The job has done its work. */
  void complete() {
    String message = "every pod has exited with 0";
    end(
        PodCliqueSetPhase.SUCCEEDED,
        ConditionTypes.COMPLETE,
        ConditionReasons.WORKLOAD_SUCCEEDED,
        message);
    ends.add(new PlannedEvent(false, EventReasons.WORKLOAD_SUCCEEDED, message));
  }

  // Whoever waits for the phase reads Ready beside it.
  private void end(PodCliqueSetPhase phase, String type, String reason, String message) {
    next =
        PodCliqueSetStatusBuilder.builder(next)
            .phase(phase)
            .completionTime(WholeSecond.notBefore(view.now()))
            .build();
    set(type, reason, message);
    next =
        PodCliqueSetStatusBuilder.builder(next)
            .conditions(
                TrainingEnd.reached(next)
                    .orElseThrow()
                    .setIn(next.conditions(), view.set().getMetadata().getGeneration(), view.now()))
            .build();
  }

  private void set(String type, String reason, String message) {
    next =
        PodCliqueSetStatusBuilder.builder(next)
            .conditions(
                Conditions.set(
                    next.conditions(),
                    Conditions.of(
                        type, true, reason, message, view.set().getMetadata().getGeneration()),
                    view.now()))
            .build();
  }

  Action.PutStatus put() {
    return new Action.PutStatus(
        view.set().withStatus(SetPhase.in(view, next)), true, SetStatusWrite.PURPOSE);
  }

  List<PlannedEvent> events() {
    List<PlannedEvent> events = new ArrayList<>();
    if (!failures.isEmpty()) {
      events.add(
          new PlannedEvent(true, EventReasons.POD_CLIQUE_FAILED, String.join("; ", failures)));
    }
    if (!restarted.isEmpty()) {
      events.add(
          new PlannedEvent(false, EventReasons.REPLICA_RESTARTING, String.join("; ", restarted)));
    }
    events.addAll(ends);
    return events;
  }
}
