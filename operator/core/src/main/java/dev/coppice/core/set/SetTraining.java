package dev.coppice.core.set;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.AttemptFailure;
import dev.coppice.core.clique.Recount;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.recreation.Doubt;
import dev.coppice.core.recreation.TerminationDelays;
import dev.coppice.core.set.TrainingFailure.Evidence;
import dev.coppice.core.status.Words;
import dev.coppice.core.training.AttemptMark;
import dev.coppice.core.training.AttemptReports;
import dev.coppice.core.training.LostPods;
import dev.coppice.core.trial.Trials;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Leads a training job from attempt to attempt to its end. Every step is written to the status of
 * the set before anything is done for it, so that whoever comes after a crash goes on with what was
 * due, and nothing is counted twice.
 */
final class SetTraining {

  private static final Purpose READING =
      Purpose.unannounced(ErrorCodes.COMPUTE_SET_REPLICA_DELETION, "read", "replica");
  private static final Purpose DELETION =
      Purpose.announcedOnFailure(
          ErrorCodes.DELETE_FINISHED_SET,
          "deleted",
          "PodCliqueSet",
          EventReasons.TTL_DELETE_FAILED);
  private static final Purpose TELLING =
      Purpose.unannounced(ErrorCodes.CREATE_OR_UPDATE_POD_CLIQUE, "told", "PodClique");

  private final SetView view;
  private final List<TrainingReplica> replicas;
  private final TrainingDeadline deadline;
  private final TerminationDelays delays;

  SetTraining(SetView view) {
    this.view = view;
    this.replicas =
        IntStream.range(0, view.counted())
            .mapToObj(replica -> TrainingReplica.of(view, replica))
            .toList();
    this.deadline = new TrainingDeadline(view);
    this.delays = TerminationDelays.ofTraining(view.set());
  }

  /**
   * Deletes a job whose time after its end has passed, if nobody has changed it since it was seen.
   */
  static void deleteFinished(SetView view, Plan.Builder plan) {
    Integer seconds = view.set().getSpec().trainingOrDefaults().ttlSecondsAfterFinished();
    Instant completed = view.status().completionTime();
    if (seconds == null || completed == null || !TrainingEnd.isReached(view.status())) {
      return;
    }
    Instant due = completed.plusSeconds(seconds);
    if (view.now().isBefore(due)) {
      plan.requeueAt(due);
    } else {
      plan.add(Action.Delete.asSeen(view.set(), DELETION));
    }
  }

  /** Records the next step of the job, if there is one to take now. */
  static void advance(SetView view, Plan.Builder plan) {
    new SetTraining(view).advance(plan);
  }

  private void advance(Plan.Builder plan) {
    if (isOver()) {
      return;
    }
    TrainingRecord record = new TrainingRecord(view);
    List<LiveRead> reads = new ArrayList<>();
    List<Action.Try> trials = new ArrayList<>();
    if (AttemptReports.isFailing(view.status())) {
      if (replicas.stream().allMatch(TrainingReplica::hasEnded)) {
        record.fail();
      }
    } else {
      replicas.stream().filter(TrainingReplica::hasSucceeded).forEach(record::succeed);
      if (record.isWorkDone(replicas)) {
        record.complete();
      } else if (deadline.isPassed()) {
        reads.addAll(endOfTime(record));
      } else {
        deadline.instant().ifPresent(plan::requeueAt);
        reads.addAll(restart(record, trials, plan));
        replicas.stream().filter(TrainingReplica::isAtBarrier).forEach(record::release);
      }
    }
    if (record.isChanged()) {
      plan.add(record.put(), record.events());
    } else if (!trials.isEmpty()) {
      plan.addAll(trials);
    } else if (!reads.isEmpty()) {
      plan.add(new Action.Read(reads, READING));
    }
  }

  private boolean isOver() {
    return TrainingEnd.isReached(view.status());
  }

  // What was done in time, and is only not counted yet, has not run for too long.
  private List<LiveRead> endOfTime(TrainingRecord record) {
    if (!view.snapshot().live().containsAll(deadline.reads())) {
      return deadline.reads();
    }
    if (!deadline.isWorkDone(replicas)) {
      record.failFor(
          ConditionReasons.MAX_RUNTIME_EXCEEDED,
          EventReasons.MAX_RUNTIME_EXCEEDED,
          "the job has run since %s, longer than its maxRuntime of %s"
              .formatted(
                  view.status().startTime(),
                  view.set().getSpec().trainingOrDefaults().maxRuntime()),
          replicas);
    }
    return List.of();
  }

  private Set<LiveRead> restart(TrainingRecord record, List<Action.Try> trials, Plan.Builder plan) {
    Set<LiveRead> reads = new LinkedHashSet<>();
    if (mayRestart(record) && replicas.stream().anyMatch(replica -> hasFailed(replica, plan))) {
      List<Action.Try> needed = view.trial().all();
      trials.addAll(Trials.due(view.snapshot(), needed));
      if (!Trials.areTaken(view.snapshot(), needed)) {
        return reads; // what runs is not given up for pods that the API server does not take
      }
    }
    Map<Integer, Believed> believed = new TreeMap<>();
    for (TrainingReplica replica : replicas) {
      firstDue(replica)
          .filter(failure -> isDue(failure, plan))
          .flatMap(failure -> believed(failure, replica, reads, plan))
          .ifPresent(failure -> believed.put(replica.index(), failure));
    }
    for (TrainingReplica replica : replicas) {
      Believed failed = believed.get(replica.index());
      if (failed != null) {
        int restarts = record.restarts();
        int allowed = allowedRestarts();
        if (restarts < allowed) {
          record.restart(failed.replica(), failed.failure(), failed.traces(), allowed);
        } else {
          // What was restarted in this very write is not undone by it.
          exhausted(record, failed, allowed);
          break;
        }
      }
    }
    return reads;
  }

  private boolean mayRestart(TrainingRecord record) {
    return record.restarts() < allowedRestarts();
  }

  private int allowedRestarts() {
    return view.set().getSpec().trainingOrDefaults().maxRestarts();
  }

  private boolean hasFailed(TrainingReplica replica, Plan.Builder plan) {
    return firstDue(replica).filter(failure -> isDue(failure, plan)).isPresent();
  }

  private void exhausted(TrainingRecord record, Believed failed, int allowed) {
    if (!record.hasRestarted()) {
      TrainingFailure failure = failed.failure();
      record.failed(failure, failed.traces());
      record.failFor(
          ConditionReasons.MAX_RESTARTS_EXCEEDED,
          EventReasons.MAX_RESTARTS_EXCEEDED,
          "replica %d failed after %d of %s: %s"
              .formatted(
                  failure.replica(),
                  record.restarts(),
                  Words.count(allowed, "restart"),
                  failure.cause()),
          replicas);
    }
  }

  /**
   * A failure, and the replica as it was seen to have failed.
   *
   * @param traces what is left to read of its pods
   */
  private record Believed(
      TrainingFailure failure, TrainingReplica replica, List<AttemptFailure> traces) {

    Believed(TrainingFailure failure, TrainingReplica replica) {
      this(failure, replica, TrainingFailure.traces(replica).toList());
    }
  }

  private Optional<TrainingFailure> firstDue(TrainingReplica replica) {
    return TrainingFailure.of(replica, delays).min(TrainingFailure.FIRST_DUE);
  }

  private boolean isDue(TrainingFailure failure, Plan.Builder plan) {
    if (view.now().isBefore(failure.due())) {
      plan.requeueAt(failure.due());
      return false;
    }
    return true;
  }

  private Optional<Believed> believed(
      TrainingFailure failure, TrainingReplica replica, Set<LiveRead> reads, Plan.Builder plan) {
    return switch (failure.evidence()) {
      case RECORDED -> Optional.of(new Believed(failure, replica));
      case ABSENCE ->
          afterReading(failure, missing(replica), reads).map(still -> new Believed(still, replica));
      case OPINION -> {
        if (afterReading(failure, List.of(pods(replica)), reads).isEmpty()) {
          yield Optional.empty();
        }
        Optional<Believed> counted = recounted(failure);
        if (counted.isEmpty()) {
          Doubt.lookAgain(view.snapshot(), plan, view.now());
        }
        yield counted.filter(still -> isDue(still.failure(), plan));
      }
    };
  }

  // The pods decide: what a PodClique says may be older.
  private Optional<Believed> recounted(TrainingFailure failure) {
    SetView counted = view.in(Recount.of(view.snapshot(), view.now()));
    TrainingReplica replica = TrainingReplica.of(counted, failure.replica());
    return TrainingFailure.of(replica, delays)
        .filter(still -> still.evidence() != Evidence.ABSENCE)
        .min(TrainingFailure.FIRST_DUE)
        .map(still ->
            new Believed(
                still,
                replica,
                Stream.concat(
                        TrainingFailure.traces(replica),
                        LostPods.traces(view.snapshot(), replica.attempt(), view.now()))
                    .toList()));
  }

  private Optional<TrainingFailure> afterReading(
      TrainingFailure failure, List<LiveRead> needed, Set<LiveRead> reads) {
    if (view.snapshot().live().containsAll(needed)) {
      return Optional.of(failure);
    }
    reads.addAll(needed);
    return Optional.empty();
  }

  // By name: one that has lost its labels is there.
  private List<LiveRead> missing(TrainingReplica replica) {
    String namespace = view.set().getMetadata().getNamespace();
    return replica.missing().stream()
        .<LiveRead>map(released ->
            new LiveRead.Get(new ObjectKey(PodClique.class, namespace, released.name())))
        .toList();
  }

  private LiveRead pods(TrainingReplica replica) {
    return new LiveRead.ListOf(
        Pod.class,
        view.set().getMetadata().getNamespace(),
        ChildLabels.setReplica(view.name(), replica.index()));
  }

  /** Tells the PodCliques what is recorded about their attempt. */
  static void tellAttempts(SetView view, Plan.Builder plan) {
    SetTraining training = new SetTraining(view);
    boolean failing = AttemptReports.isFailing(view.status());
    boolean doubted = false;
    for (TrainingReplica replica : training.replicas) {
      if (replica.attempt().succeeded() && !failing) {
        continue;
      }
      for (PodClique clique : replica.staying().toList()) {
        AttemptMark wanted = replica.markOf(clique, failing);
        Optional<AttemptMark> there = AttemptMark.of(clique);
        if (there.filter(wanted::equals).isPresent()) {
          continue;
        }
        // The record in view may be older than the mark.
        if (there.filter(wanted::isBehind).isPresent() && !view.snapshot().primaryIsLive()) {
          doubted = true;
        } else {
          plan.add(
              new Action.Patch(
                  ObjectKey.of(clique),
                  clique.getMetadata().getUid(),
                  wanted.patch(clique).operations(),
                  null,
                  TELLING));
        }
      }
    }
    if (doubted) {
      plan.add(new Action.Read(List.of(new LiveRead.Get(ObjectKey.of(view.set()))), READING));
    }
  }
}
