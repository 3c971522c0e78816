package dev.coppice.core.clique;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.core.explain.ProgressingCondition;
import dev.coppice.core.explain.UpdateInProgressCondition;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Failures;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.time.WholeSecond;
import dev.coppice.core.training.AttemptMark.Run;
import dev.coppice.core.training.IndexAccount;
import dev.coppice.core.training.Indexes;
import dev.coppice.core.training.JudgedPod;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is reported about a PodClique of a training job. */
final class AttemptStatus {

  private AttemptStatus() {}

  /** The status that describes what is seen at the end of a reconcile. */
  static PodCliqueStatus of(AttemptView attempt, Failures failures) {
    return CliqueStatus.told(
        attempt.view(), counted(attempt), failures, AttemptWait.of(attempt, failures), 0);
  }

  /** The same while the reconcile goes on. */
  static PodCliqueStatus counted(AttemptView attempt) {
    CliqueView view = attempt.view();
    IndexAccount account = attempt.account();
    PodCliqueStatus status =
        CliqueStatus.withUpdate(
            view,
            CliqueStatus.of(
                view,
                attempt.before(),
                PodCounts.of(attempt),
                progressing(attempt),
                attempt.before().updateProgress()),
            UpdateInProgressCondition.of(false));
    List<PodState> active = attempt.active();
    return PodCliqueStatusBuilder.builder(status)
        .attempt(attempt.mark().attempt())
        .attemptRun(attempt.mark().run().text())
        .completedIndexes(Indexes.text(account.completed()))
        .failedIndexes(List.copyOf(account.failed().values()))
        .activePods(active.size())
        .stuckPods(Math.toIntExact(active.stream().filter(attempt::isStuck).count()))
        .availableInAttempt(
            attempt.mayRun()
                ? attempt.count().availableInAttempt()
                : attempt.before().availableInAttempt())
        .startTime(startTime(attempt))
        .boundOutside(MisplacedPods.boundOutside(view, standing(attempt)).orElse(null))
        .conditions(Conditions.set(status.conditions(), succeeded(attempt), view.now()))
        .build();
  }

  // What is done leaves no room for a member either.
  private static Stream<PodState> standing(AttemptView attempt) {
    return attempt.pods().stream()
        .map(JudgedPod::pod)
        .filter(pod -> pod.live() || attempt.account().completed().contains(pod.index()));
  }

  private static Condition succeeded(AttemptView attempt) {
    boolean done = attempt.isDone();
    return Conditions.of(
        ConditionTypes.SUCCEEDED,
        done,
        done ? ConditionReasons.ALL_PODS_SUCCEEDED : ConditionReasons.PODS_UNFINISHED,
        attempt.isMadeForNothing()
            ? "the replica has succeeded in attempt %d".formatted(attempt.mark().attempt())
            : "%d of %d pods have exited with 0 in attempt %d"
                .formatted(
                    attempt.account().completed().size(),
                    attempt.view().replicas(),
                    attempt.mark().attempt()),
        attempt.view().clique().getMetadata().getGeneration());
  }

  // Nothing goes from one template to another: what is there began with the one that there is.
  private static ProgressingCondition progressing(AttemptView attempt) {
    int available = attempt.count().available();
    return new ProgressingCondition(
        false,
        false,
        attempt.mark().run() == Run.ENDED
            || attempt.isDone()
            || (attempt.mayRun() && available >= attempt.minimum()),
        Optional.empty(),
        "%d of %d pods are".formatted(available, attempt.view().replicas()),
        0);
  }

  // The operator may have been away when they started.
  private static @Nullable Instant startTime(AttemptView attempt) {
    Instant known = attempt.before().startTime();
    return known != null && !WholeSecond.isToCome(known, attempt.view().now())
        ? known
        : attempt.view().pods().stream()
            .flatMap(pod -> started(pod, attempt.view().now()))
            .min(Comparator.naturalOrder())
            .orElse(null);
  }

  private static Stream<Instant> started(PodState pod, Instant now) {
    boolean ran = pod.phase() == PodState.Phase.RUNNING || pod.ended();
    if (!ran) {
      return Stream.empty();
    }
    List<Instant> told =
        pod.pod().getStatus().getContainerStatuses().stream()
            .flatMap(AttemptStatus::started)
            .toList();
    // What has yet to come counts as now: a job may run for as long as it was promised, no less.
    return (told.isEmpty() ? Stream.of(now) : told.stream())
        .map(start -> pod.nodeClock().latest(start, now).truncatedTo(ChronoUnit.SECONDS));
  }

  private static Stream<Instant> started(ContainerStatus container) {
    return Stream.of(container.getState(), container.getLastState())
        .filter(Objects::nonNull)
        .flatMap(AttemptStatus::started)
        .map(Instant::parse);
  }

  private static Stream<String> started(ContainerState state) {
    return Stream.concat(
        Stream.ofNullable(state.getRunning()).flatMap(run -> Stream.ofNullable(run.getStartedAt())),
        Stream.ofNullable(state.getTerminated())
            .flatMap(end -> Stream.ofNullable(end.getStartedAt())));
  }
}
