package dev.coppice.core.status;

import dev.coppice.api.ConditionTypes;
import dev.coppice.core.time.WholeSecond;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Conditions by the rule of Kubernetes: the transition time changes only when the status does. One
 * that is still to come is of somebody else, and counts as now.
 */
public final class Conditions {

  /** What Kubernetes takes as the message of a condition. */
  public static final int LONGEST_MESSAGE = 32_768;

  private static final Set<String> WORDY =
      Set.of(
          ConditionTypes.READY,
          ConditionTypes.STALLED,
          ConditionTypes.PROGRESSING,
          ConditionTypes.SCHEDULED,
          ConditionTypes.WAITING,
          ConditionTypes.STUCK_TERMINATING);

  private Conditions() {}

  /** A condition that is True or False, still without its transition time. */
  public static Condition of(
      String type, boolean status, String reason, String message, long observedGeneration) {
    return new ConditionBuilder(of(type, status, reason, message))
        .withObservedGeneration(observedGeneration)
        .build();
  }

  /** The same for an object whose generation changes by more than the condition reads. */
  public static Condition of(String type, boolean status, String reason, String message) {
    return new ConditionBuilder()
        .withType(type)
        .withStatus(status ? "True" : "False")
        .withReason(reason)
        .withMessage(Words.shortened(message, LONGEST_MESSAGE))
        .build();
  }

  /** The condition of that type. */
  public static Optional<Condition> find(List<Condition> conditions, String type) {
    return conditions.stream().filter(condition -> condition.getType().equals(type)).findFirst();
  }

  /** Whether the condition of that type is True. */
  public static boolean isTrue(List<Condition> conditions, String type) {
    return find(conditions, type).filter(c -> "True".equals(c.getStatus())).isPresent();
  }

  /**
   * Whether the status of that condition differs between two lists; absent is a status of its own.
   */
  public static boolean flips(List<Condition> before, List<Condition> after, String type) {
    return !find(before, type)
        .map(Condition::getStatus)
        .equals(find(after, type).map(Condition::getStatus));
  }

  /**
   * The list with one condition set; conditions of other types, foreign ones included, stay as and
   * where they are.
   */
  public static List<Condition> set(List<Condition> current, Condition wanted, Instant now) {
    Optional<Condition> before = find(current, wanted.getType());
    Optional<Condition> believed = before.filter(condition -> !isToCome(condition, now));
    if (believed.filter(condition -> says(condition, wanted)).isPresent()) {
      return current;
    }
    String transition =
        believed
            .filter(condition -> condition.getStatus().equals(wanted.getStatus()))
            .map(Condition::getLastTransitionTime)
            .orElse(now.truncatedTo(ChronoUnit.SECONDS).toString());
    Condition timed = new ConditionBuilder(wanted).withLastTransitionTime(transition).build();
    if (before.isPresent()) {
      return current.stream()
          .map(condition -> condition.getType().equals(wanted.getType()) ? timed : condition)
          .toList();
    }
    List<Condition> longer = new ArrayList<>(current);
    longer.add(timed);
    return List.copyOf(longer);
  }

  private static boolean isToCome(Condition condition, Instant now) {
    String time = condition.getLastTransitionTime();
    return time != null && WholeSecond.isToCome(Instant.parse(time), now);
  }

  private static boolean says(Condition condition, Condition wanted) {
    return condition.getStatus().equals(wanted.getStatus())
        && Objects.equals(condition.getReason(), wanted.getReason())
        && Objects.equals(condition.getMessage(), wanted.getMessage())
        && Objects.equals(condition.getObservedGeneration(), wanted.getObservedGeneration())
        && condition.getLastTransitionTime() != null;
  }

  /** The list without the words in which people are told what is so, and which change most. */
  public static List<Condition> withoutWords(List<Condition> conditions) {
    return conditions.stream()
        .map(condition ->
            WORDY.contains(condition.getType())
                ? new ConditionBuilder(condition).withMessage("").build()
                : condition)
        .toList();
  }

  /** The list without the condition of that type. */
  public static List<Condition> remove(List<Condition> current, String type) {
    return current.stream().filter(c -> !Objects.equals(c.getType(), type)).toList();
  }
}
