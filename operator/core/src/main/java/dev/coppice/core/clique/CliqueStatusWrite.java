package dev.coppice.core.clique;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.clique.PodFailure;
import dev.coppice.api.clique.SubGroupStatus;
import dev.coppice.core.admission.ValidCondition;
import dev.coppice.core.availability.AvailabilityHistory;
import dev.coppice.core.availability.LostSchedule;
import dev.coppice.core.availability.Units;
import dev.coppice.core.exclusive.ExclusiveGroup;
import dev.coppice.core.explain.UpdateInProgressCondition;
import dev.coppice.core.pod.PodPurposes;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.FirstFew;
import dev.coppice.core.status.StatusWrite;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** When the status of a PodClique is written, and what is told with it. */
final class CliqueStatusWrite {

  private CliqueStatusWrite() {}

  /** Plans the write of what is reported, if it is time for it. */
  static void plan(CliqueView view, PodCliqueStatus next, Plan.Builder plan) {
    PodCliqueStatus stored = stored(view, next);
    StatusWrite.decide(
            !withRunningOf(stored, next).equals(stored),
            isUrgent(
                stored,
                next,
                view.minimum(),
                view.queued() || Gates.areOpenedBy(view),
                view.isSetUpdating()),
            words(stored, next),
            view.snapshot().memory(),
            view.now())
        .plan(plan, () -> put(view, next, false, Optional.empty(), plan));
  }

  private static @Nullable PodCliqueStatus stored(CliqueView view, PodCliqueStatus next) {
    PodCliqueStatus stored = view.clique().getStatus();
    return stored == null ? null : view.snapshot().asKept(stored, next);
  }

  // Of pods that serve only whether any runs is read.
  private static PodCliqueStatus withRunningOf(
      @Nullable PodCliqueStatus stored, PodCliqueStatus next) {
    return stored == null
            || next.attempt() != null
            || (stored.runningReplicas() > 0) != (next.runningReplicas() > 0)
        ? next
        : PodCliqueStatusBuilder.builder(next).runningReplicas(stored.runningReplicas()).build();
  }

  // How long words may wait, if nothing else has changed.
  private static @Nullable Duration words(@Nullable PodCliqueStatus stored, PodCliqueStatus next) {
    if (stored == null || !withoutWords(stored).equals(withoutWords(next))) {
      return null;
    }
    return Conditions.find(next.conditions(), ConditionTypes.WAITING)
            .filter(waiting -> ConditionReasons.UNSCHEDULABLE.equals(waiting.getReason()))
            .isPresent()
        ? StatusWrite.SCHEDULER_INTERVAL
        : StatusWrite.WORDS_INTERVAL;
  }

  private static PodCliqueStatus withoutWords(PodCliqueStatus status) {
    return PodCliqueStatusBuilder.builder(status)
        .conditions(Conditions.withoutWords(status.conditions()))
        .build();
  }

  /**
   * Plans a write that something else waits for that this reconcile is about to do.
   *
   * @param why the event that tells why
   */
  static void planIntent(
      CliqueView view, PodCliqueStatus next, Optional<PlannedEvent> why, Plan.Builder plan) {
    put(view, next, true, why, plan);
  }

  /**
   * Plans the write of where the pods' group is, if that is for this clique to write and has
   * changed. Pods are let go by what is written.
   *
   * @param status what is reported otherwise
   */
  static void planGroup(CliqueView view, Supplier<PodCliqueStatus> status, Plan.Builder plan) {
    view.exclusive()
        .flatMap(ExclusiveGroup::due)
        .ifPresent(due ->
            planIntent(
                view,
                PodCliqueStatusBuilder.builder(status.get()).group(due).build(),
                Optional.empty(),
                plan));
  }

  private static void put(
      CliqueView view,
      PodCliqueStatus next,
      boolean intent,
      Optional<PlannedEvent> why,
      Plan.Builder plan) {
    plan.add(
        new Action.PutStatus(view.clique().withStatus(next), intent, PodPurposes.UPDATE_STATUS),
        Stream.concat(
                why.stream(),
                events(view, view.snapshot().asKept(view.clique().statusOrEmpty(), next), next)
                    .stream())
            .toList());
  }

  private static List<PlannedEvent> events(
      CliqueView view, PodCliqueStatus stored, PodCliqueStatus next) {
    return Stream.of(
            view.isBeingReplaced() || view.isTraining()
                ? Optional.<PlannedEvent>empty()
                : LostSchedule.event(
                    "pod", stored.scheduledReplicas(), next.scheduledReplicas(), view.replicas()),
            ValidCondition.event(stored.conditions(), next.conditions()),
            UpdateInProgressCondition.event(stored.conditions(), next.conditions()),
            mixed(view, stored, next),
            missingLabel(stored, next))
        .flatMap(Optional::stream)
        .toList();
  }

  // An update by itself brings all of them to one template.
  private static Optional<PlannedEvent> mixed(
      CliqueView view, PodCliqueStatus stored, PodCliqueStatus next) {
    Set<Integer> mixed = new TreeSet<>(mixed(next));
    mixed.removeAll(mixed(stored));
    return mixed.isEmpty() || !new CliqueUpdate(view).isOnDelete()
        ? Optional.empty()
        : Optional.of(
            new PlannedEvent(
                true,
                EventReasons.SUB_GROUP_MIXED_REVISION,
                "pods of more than one template are in %s %s"
                    .formatted(
                        mixed.size() == 1 ? "subgroup" : "subgroups",
                        FirstFew.of(mixed.stream().map(String::valueOf).toList()))));
  }

  private static List<Integer> mixed(PodCliqueStatus status) {
    SubGroupStatus divided = status.subGroups();
    return divided == null ? List.of() : divided.mixedRevision();
  }

  private static Optional<PlannedEvent> missingLabel(PodCliqueStatus stored, PodCliqueStatus next) {
    return missingLabel(stored).isPresent()
        ? Optional.empty()
        : missingLabel(next)
            .map(waiting ->
                new PlannedEvent(true, EventReasons.TOPOLOGY_LABEL_MISSING, waiting.getMessage()));
  }

  private static Optional<Condition> missingLabel(PodCliqueStatus status) {
    return Conditions.find(status.conditions(), ConditionTypes.WAITING)
        .filter(waiting -> ConditionReasons.TOPOLOGY_LABEL_MISSING.equals(waiting.getReason()));
  }

  /**
   * Whether the status must be written in this reconcile.
   *
   * @param stored what is stored; null when nothing has been reported yet
   * @param next what would be written
   * @param minimum the clique's minimum
   * @param opensGates whether pods of scaled gangs wait until this clique's are scheduled, or a
   *     queue counts them
   * @param updating whether the set updates: its slot goes only to a replica with a Ready pod
   */
  static boolean isUrgent(
      @Nullable PodCliqueStatus stored,
      PodCliqueStatus next,
      int minimum,
      boolean opensGates,
      boolean updating) {
    return stored == null
        || Conditions.flips(stored.conditions(), next.conditions(), ConditionTypes.AVAILABLE)
        || ValidCondition.isNews(stored.conditions(), next.conditions())
        || isNewsOfAttempt(stored, next)
        || forgetsFailures(stored, next)
        || (stored.assignedSince() != null && next.assignedSince() == null)
        || isDrifted(stored) != isDrifted(next)
        || Conditions.flips(
            stored.conditions(), next.conditions(), ConditionTypes.MIN_AVAILABLE_BREACHED)
        || UpdateInProgressCondition.isNews(stored.conditions(), next.conditions())
        || !AvailabilityHistory.of(stored).equals(AvailabilityHistory.of(next))
        || crosses(Units.ready(stored), Units.ready(next), minimum)
        || (updating && crosses(stored.readyReplicas(), next.readyReplicas(), 1))
        || (opensGates && crosses(Units.scheduled(stored), Units.scheduled(next), minimum))
        || !Objects.equals(stored.boundOutside(), next.boundOutside())
        || !Objects.equals(stored.currentPodTemplateHash(), next.currentPodTemplateHash())
        || !CliqueUpdate.isSame(stored.updateProgress(), next.updateProgress())
        || (outdated(stored) > 0 && outdated(next) == 0);
  }

  // The barrier waits for every PodClique of a replica, and the end of a job for all of them.
  private static boolean isNewsOfAttempt(PodCliqueStatus stored, PodCliqueStatus next) {
    return !Objects.equals(stored.attempt(), next.attempt())
        || !Objects.equals(stored.attemptRun(), next.attemptRun())
        || !Objects.equals(stored.startTime(), next.startTime())
        || (next.attempt() != null
            && ((stored.activePods() > stored.stuckPods()) != (next.activePods() > next.stuckPods())
                || (stored.activePods() == 0) != (next.activePods() == 0)))
        || Conditions.isTrue(stored.conditions(), ConditionTypes.SUCCEEDED)
            != Conditions.isTrue(next.conditions(), ConditionTypes.SUCCEEDED);
  }

  // An index that is scaled away may be wanted again before long, and then nobody would know.
  private static boolean forgetsFailures(PodCliqueStatus stored, PodCliqueStatus next) {
    return !indices(next).containsAll(indices(stored));
  }

  private static Set<Integer> indices(PodCliqueStatus status) {
    return status.podFailures().stream().map(PodFailure::index).collect(Collectors.toSet());
  }

  // The owner waits for this word to write the podSpec again.
  private static boolean isDrifted(PodCliqueStatus status) {
    return Conditions.find(status.conditions(), ConditionTypes.WAITING)
        .filter(waiting -> ConditionReasons.TEMPLATE_DRIFT.equals(waiting.getReason()))
        .isPresent();
  }

  private static boolean crosses(int before, int after, int minimum) {
    return (before >= minimum) != (after >= minimum);
  }

  private static int outdated(PodCliqueStatus status) {
    return status.replicas() - status.updatedReplicas();
  }
}
