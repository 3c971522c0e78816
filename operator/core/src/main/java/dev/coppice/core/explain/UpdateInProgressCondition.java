package dev.coppice.core.explain;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether an update runs, as clients of Grove read it: the condition {@code UpdateInProgress}.
 *
 * @param status True, False, or Unknown for one that has come no further for too long
 * @param reason why, in Grove's words
 * @param message what comes no further, with its numbers
 */
public record UpdateInProgressCondition(String status, String reason, String message) {

  private static final UpdateInProgressCondition RUNS =
      new UpdateInProgressCondition(
          "True", ConditionReasons.PROGRESSING, "Rolling update is in progress");
  private static final UpdateInProgressCondition NONE =
      new UpdateInProgressCondition(
          "False", ConditionReasons.NO_ACTIVE_UPDATE, "No rolling update is in progress");

  /** Of an update that runs, or of none. */
  public static UpdateInProgressCondition of(boolean runs) {
    return runs ? RUNS : NONE;
  }

  /** Of an update of a set: its own, or one of a PodClique or of a group. */
  public static UpdateInProgressCondition of(
      boolean runs, Stream<List<Condition>> cliques, Stream<List<Condition>> groups) {
    List<List<Condition>> rollingCliques =
        cliques.filter(UpdateInProgressCondition::isRunning).toList();
    List<List<Condition>> rollingGroups =
        groups.filter(UpdateInProgressCondition::isRunning).toList();
    String stuck =
        Stream.of(
                stuck(rollingCliques, "PodCliques"), stuck(rollingGroups, "PodCliqueScalingGroups"))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(", "));
    return stuck.isEmpty()
        ? of(runs || !rollingCliques.isEmpty() || !rollingGroups.isEmpty())
        : stuck(stuck);
  }

  private static Optional<String> stuck(List<List<Condition>> rolling, String kind) {
    long stuck = rolling.stream().filter(UpdateInProgressCondition::isStuck).count();
    return stuck == 0
        ? Optional.empty()
        : Optional.of("%d/%d %s stuck".formatted(stuck, rolling.size(), kind));
  }

  /** Of an update that has come no further for too long. */
  public static UpdateInProgressCondition stuck(String message) {
    return new UpdateInProgressCondition(
        "Unknown", ConditionReasons.PROGRESS_DEADLINE_EXCEEDED, message);
  }

  /** Whether conditions tell of an update that has come no further for too long. */
  public static boolean isStuck(List<Condition> conditions) {
    return find(conditions).filter(told -> told.getStatus().equals("Unknown")).isPresent();
  }

  /** Whether conditions tell of an update, be it stuck or not. */
  public static boolean isRunning(List<Condition> conditions) {
    return find(conditions).filter(told -> !told.getStatus().equals("False")).isPresent();
  }

  /** Whether an update begins, ends or gets stuck between two lists; one that is absent is none. */
  public static boolean isNews(List<Condition> before, List<Condition> after) {
    return isRunning(before) != isRunning(after) || isStuck(before) != isStuck(after);
  }

  private static Optional<Condition> find(List<Condition> conditions) {
    return Conditions.find(conditions, ConditionTypes.UPDATE_IN_PROGRESS);
  }

  /** The conditions with this one set. */
  public List<Condition> setIn(List<Condition> before, long generation, Instant now) {
    return Conditions.set(
        before,
        new ConditionBuilder()
            .withType(ConditionTypes.UPDATE_IN_PROGRESS)
            .withStatus(status)
            .withReason(reason)
            .withMessage(message)
            .withObservedGeneration(generation)
            .build(),
        now);
  }

  /** The event with which an update gets stuck. */
  public static Optional<PlannedEvent> event(List<Condition> before, List<Condition> after) {
    return find(after)
        .filter(_ -> isStuck(after) && !isStuck(before))
        .map(told ->
            new PlannedEvent(true, EventReasons.PROGRESS_DEADLINE_EXCEEDED, told.getMessage()));
  }
}
