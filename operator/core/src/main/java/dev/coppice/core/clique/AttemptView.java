package dev.coppice.core.clique;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.FailedIndex;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.clique.SubGroupStatus;
import dev.coppice.core.availability.Breaches;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.availability.SubGroupReport;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.recreation.TerminationDelays;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.training.AttemptCount;
import dev.coppice.core.training.AttemptMark;
import dev.coppice.core.training.AttemptMark.Run;
import dev.coppice.core.training.IndexAccount;
import dev.coppice.core.training.JudgedPod;
import dev.coppice.core.training.Nodes;
import dev.coppice.core.training.TrackedPods;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the decisions about a PodClique of a training job read beside what those about any PodClique
 * do.
 *
 * @param view what those read
 * @param mark the attempt
 * @param nodes which nodes are lost
 * @param every all pods that name the clique, of every attempt and whoever owns them
 * @param own the clique's own pods of every attempt, with those that it may take back
 * @param pods the clique's own pods of the attempt, judged
 * @param before the stored status, without what it says about an earlier attempt
 * @param recorded what is stored about the indices
 * @param account the same with what the pods tell
 */
record AttemptView(
    CliqueView view,
    AttemptMark mark,
    Nodes nodes,
    List<PodState> every,
    List<PodState> own,
    List<JudgedPod> pods,
    PodCliqueStatus before,
    IndexAccount recorded,
    IndexAccount account) {

  /**
   * Empty for a PodClique that is not of a training job, and for one whose mark is lost or says
   * what the set has not recorded: the mark is put right, or the record has yet to come into view.
   */
  static Optional<AttemptView> of(CliqueView view) {
    return view.isTraining()
        ? AttemptMark.of(view.clique())
            .filter(
                mark -> view.set().filter(set -> !mark.isRecordedIn(set, view.clique())).isEmpty())
            .map(mark -> of(view, mark, Nodes.of(view.snapshot().observed())))
        : Optional.empty();
  }

  /** The same for those who see no nodes. */
  static Optional<AttemptView> withoutNodes(CliqueView view) {
    return AttemptMark.of(view.clique()).map(mark -> of(view, mark, Nodes.UNSEEN));
  }

  private static AttemptView of(CliqueView view, AttemptMark mark, Nodes nodes) {
    PodCliqueStatus before = before(view, mark);
    JudgedPod.By by = new JudgedPod.By(before.availableInAttempt(), nodes, view.now());
    List<PodState> own = Stream.concat(view.pods().stream(), view.orphans().stream()).toList();
    List<JudgedPod> pods =
        own.stream()
            .filter(pod -> isOf(mark, pod, view))
            .map(pod -> JudgedPod.of(pod, by))
            .toList();
    IndexAccount recorded = IndexAccount.of(before, view.replicas(), view.now());
    return new AttemptView(
        view,
        mark,
        nodes,
        view.snapshot()
            .observed()
            .all(Pod.class)
            .filter(pod -> Relatives.names(pod, Labels.POD_CLIQUE, view.clique()))
            .map(PodState::of)
            .toList(),
        own,
        pods,
        before,
        recorded,
        // What ends while none may run ends by us.
        mark.run() == Run.HELD ? recorded : recorded.with(pods, view.now()));
  }

  // An old failure must not count in a new attempt.
  private static PodCliqueStatus before(CliqueView view, AttemptMark mark) {
    PodCliqueStatus stored = view.clique().statusOrEmpty();
    return mark.isOf(stored)
        ? stored
        : PodCliqueStatusBuilder.builder(stored)
            .completedIndexes(null)
            .failedIndexes(List.of())
            .availableInAttempt(false)
            .conditions(
                stored.attempt() == null ? stored.conditions() : conditionsAtStart(view, stored))
            .build();
  }

  // Where no attempt is told, since the API server does not keep it, time must not begin anew.
  private static List<Condition> conditionsAtStart(CliqueView view, PodCliqueStatus stored) {
    return Conditions.remove(
        Breaches.set(stored.conditions(), AttemptCount.unreleased(view.clique()), view.now()),
        ConditionTypes.SUCCEEDED);
  }

  boolean mayRun() {
    return mark.run() == Run.RELEASED;
  }

  AttemptCount count() {
    return AttemptCount.of(view.clique(), account, pods, before.availableInAttempt());
  }

  /**
   * The condition MinAvailableBreached, still without its transition time. What is decided about an
   * attempt that may not run, or may no more, was decided before.
   */
  Condition breach() {
    return switch (mark.run()) {
      case HELD -> AttemptCount.unreleased(view.clique());
      case RELEASED -> count().breach();
      case ENDED ->
          Conditions.find(before.conditions(), ConditionTypes.MIN_AVAILABLE_BREACHED)
              .orElseGet(() -> AttemptCount.unreleased(view.clique()));
    };
  }

  /** Pods that have not ended. */
  List<PodState> active() {
    return every.stream().filter(pod -> !pod.ended()).toList();
  }

  /** Its own pods of the attempt whose end is not known yet. */
  List<PodState> open() {
    return pods.stream()
        .filter(judged -> !judged.standing().isFinal())
        .map(JudgedPod::pod)
        .toList();
  }

  /** How its pods stand in their subgroups, with what is done; null if it is not divided. */
  @Nullable SubGroupStatus subGroups() {
    if (!view.isDivided()) {
      return null;
    }
    Set<Integer> updated = AttemptCount.existing(account, pods);
    updated.removeAll(
        PodState.indices(
            open(), pod -> !view.isCurrent(pod) && !account.completed().contains(pod.index())));
    return SubGroupReport.of(
        view.clique(),
        open(),
        AttemptCount.available(account, pods),
        AttemptCount.scheduled(account, pods),
        updated);
  }

  boolean isStuck(PodState pod) {
    return JudgedPod.isStuck(pod, nodes, view.now());
  }

  boolean isDone() {
    return account.completed().size() >= view.replicas() || isMadeForNothing();
  }

  /** Whether it was made anew in a replica that has succeeded: nothing is left to do for it. */
  boolean isMadeForNothing() {
    return mark.run() == Run.HELD
        && view.set().filter(set -> mark.isOfSucceeded(set, view.clique())).isPresent();
  }

  /**
   * Pods that the clique may delete: its own, those of a dead PodClique of its name, and those of
   * nobody.
   */
  Stream<PodState> deletable() {
    return every.stream()
        .filter(pod -> !pod.terminating())
        .filter(pod ->
            Ownership.controller(pod.pod())
                .filter(owner -> !owner.getKind().equals(view.clique().getKind()))
                .isEmpty());
  }

  /** Pods of this attempt that nobody controls any more, and that stay. */
  Stream<PodState> lost() {
    return mayRun()
        ? view.orphans().stream().filter(pod -> !pod.terminating() && !isSurplus(pod))
        : Stream.empty();
  }

  /**
   * Whether a pod has no place in this attempt: it belongs to another one, to none, or to an index
   * that nobody asked for.
   */
  boolean isSurplus(PodState pod) {
    return !isOf(mark, pod, view);
  }

  private static boolean isOf(AttemptMark mark, PodState pod, CliqueView view) {
    return pod.index() < view.replicas()
        && TrackedPods.attempt(pod.pod()).filter(own -> own == mark.attempt()).isPresent();
  }

  /**
   * The indices that failed and are filled again in this attempt. None is while the set is about to
   * restart the replica, or to fail.
   */
  List<FailedIndex> replaceable() {
    return isToBeGivenUp() ? List.of() : account.broken();
  }

  /** Whether the set is about to restart the replica, or to fail: a pod would be made in vain. */
  boolean isToBeGivenUp() {
    return count().breach().getStatus().equals("True")
        && delay().filter(Duration::isZero).isPresent();
  }

  private Optional<Duration> delay() {
    return view.completeSet()
        .flatMap(set -> TerminationDelays.ofTraining(set.set()).ofClique(view.clique()));
  }

  /** When time alone changes what pods count as; empty if only an event does. */
  Optional<Instant> nextJudgement() {
    Stream<Instant> decided = pods.stream().flatMap(pod -> Stream.ofNullable(pod.decidedAt()));
    Stream<Instant> stuck =
        every.stream()
            .filter(pod -> pod.terminating() && !pod.ended() && nodes.haveLost(pod.pod()))
            .map(JudgedPod::overdue)
            .filter(view.now()::isBefore);
    return Stream.concat(decided, stuck).min(Comparator.naturalOrder());
  }

  int minimum() {
    return MinAvailable.of(view.clique());
  }
}
