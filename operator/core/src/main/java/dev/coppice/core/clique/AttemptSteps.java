package dev.coppice.core.clique;

import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.FailedIndex;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.core.pod.PodPurposes;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.pod.PodTrouble;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.status.FirstFew;
import dev.coppice.core.status.Words;
import dev.coppice.core.training.AttemptMark;
import dev.coppice.core.training.IndexAccount;
import dev.coppice.core.training.JudgedPod;
import dev.coppice.core.training.TrackedPods;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The pods of a training job: how each ended is written down before it may go, none runs before the
 * barrier has let the attempt begin, and an index that is done is never filled again in it.
 */
final class AttemptSteps {

  private AttemptSteps() {}

  /** Those of other attempts stay what they are: they hold the barrier, and go. */
  static void adoptOrphans(AttemptView attempt, Plan.Builder plan) {
    OrphanPods.adopted(attempt.view(), attempt.lost()).forEach(plan::add);
  }

  static void recordEnds(AttemptView attempt, Plan.Builder plan) {
    if (attempt.account().tellsMoreThan(attempt.recorded())) {
      CliqueStatusWrite.planIntent(
          attempt.view(), AttemptStatus.counted(attempt), failed(attempt), plan);
    }
  }

  // When the job has failed its pods are ended by us.
  private static Optional<PlannedEvent> failed(AttemptView attempt) {
    Set<FailedIndex> known = new HashSet<>(attempt.recorded().failed().values());
    List<FailedIndex> news =
        attempt.account().broken().stream().filter(index -> !known.contains(index)).toList();
    return news.isEmpty() || !attempt.mayRun()
        ? Optional.empty()
        : Optional.of(
            new PlannedEvent(
                true,
                EventReasons.POD_FAILED,
                "%s failed: %s"
                    .formatted(
                        Words.count(news.size(), "pod"),
                        FirstFew.of(news.stream().map(AttemptSteps::describe).toList()))));
  }

  private static String describe(FailedIndex index) {
    return "%s (index %d)%s"
        .formatted(
            index.pod(),
            index.index(),
            PodTrouble.ended(index.exitCode(), index.reason()).map(": "::concat).orElse(""));
  }

  static void letGo(AttemptView attempt, Plan.Builder plan) {
    Set<String> recorded = new HashSet<>();
    attempt.pods().stream()
        .filter(attempt.recorded()::records)
        .forEach(judged -> recorded.add(judged.pod().uid()));
    attempt.own().stream()
        .filter(pod -> recorded.contains(pod.uid()) || isOfNoAccount(attempt, pod))
        .forEach(pod -> TrackedPods.release(pod.pod()).ifPresent(plan::add));
  }

  private static boolean isOfNoAccount(AttemptView attempt, PodState pod) {
    return attempt.isSurplus(pod) || attempt.mark().run() == AttemptMark.Run.HELD;
  }

  /** What has ended in this attempt stays for its logs. */
  static void drain(AttemptView attempt, Plan.Builder plan) {
    attempt
        .deletable()
        .filter(pod -> isDrained(attempt, pod))
        .forEach(pod -> plan.add(Action.Delete.of(pod.pod(), PodPurposes.DELETE_POD)));
  }

  private static boolean isDrained(AttemptView attempt, PodState pod) {
    return switch (attempt.mark().run()) {
      case HELD -> !pod.ended() || attempt.isSurplus(pod);
      // A create whose answer was lost may land when the attempt is long over.
      case RELEASED -> !pod.ended() && attempt.isSurplus(pod);
      case ENDED -> !pod.ended();
    };
  }

  static void deleteFailed(AttemptView attempt, Plan.Builder plan) {
    if (attempt.mayRun()) {
      Set<String> failed = new HashSet<>();
      due(attempt).forEach(index -> failed.add(index.podUID()));
      attempt.own().stream()
          .filter(pod -> failed.contains(pod.uid()) && !pod.terminating())
          .forEach(pod -> plan.add(Action.Delete.of(pod.pod(), PodPurposes.DELETE_POD)));
    }
  }

  private static Stream<FailedIndex> due(AttemptView attempt) {
    return attempt.replaceable().stream()
        .filter(index -> !attempt.view().now().isBefore(IndexAccount.refillAt(index)));
  }

  // Between two looks the next pod could have a node, and nobody would know that there was none.
  static void recordLostPlaces(AttemptView attempt, Plan.Builder plan) {
    if (attempt.view().hasLostPlaces() && !toFill(attempt, plan).isEmpty()) {
      CliqueStatusWrite.planIntent(
          attempt.view(), AttemptStatus.counted(attempt), Optional.empty(), plan);
    }
  }

  /** The indices to be filled now. Two pods of an index would share a host name. */
  static List<Integer> toFill(AttemptView attempt, Plan.Builder plan) {
    // A rank that came back alone would wait for others that have long begun.
    // And a number that is not allowed is not counted up to.
    if (!attempt.mayRun() || attempt.isToBeGivenUp() || !attempt.view().isValid()) {
      return List.of();
    }
    attempt.replaceable().stream()
        .map(IndexAccount::refillAt)
        .filter(attempt.view().now()::isBefore)
        .forEach(plan::requeueAt);
    Set<Integer> taken = new HashSet<>(attempt.account().completed());
    attempt.account().broken().forEach(index -> taken.add(index.index()));
    due(attempt).forEach(index -> taken.remove(index.index()));
    attempt.pods().stream()
        .filter(judged -> !isOutOfTheWay(attempt, judged))
        .forEach(judged -> taken.add(judged.pod().index()));
    List<Integer> free = new ArrayList<>();
    IntStream.range(0, attempt.view().replicas())
        .filter(index -> !taken.contains(index))
        .forEach(free::add);
    return free;
  }

  private static boolean isOutOfTheWay(AttemptView attempt, JudgedPod judged) {
    PodState pod = judged.pod();
    return judged.standing().isFinal()
        && !TrackedPods.isTracked(pod.pod())
        && ((pod.ended() && pod.terminating()) || attempt.isStuck(pod));
  }

  static void writeStatus(AttemptView attempt, PodCliqueStatus next, Plan.Builder plan) {
    CliqueStatusWrite.plan(attempt.view(), next, plan);
    attempt.nextJudgement().ifPresent(plan::requeueAt);
  }
}
