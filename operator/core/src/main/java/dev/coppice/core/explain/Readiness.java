package dev.coppice.core.explain;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.stream.Stream;

/**
 * The whole state of a set, a group or a clique in one word: the reason of its condition {@code
 * Ready}. Of several that fit the first is told.
 */
public enum Readiness {
  /** The specification breaks a rule, so nothing is made of it. */
  INVALID(ConditionReasons.INVALID),
  /**
   * It, or something that decisions about it rest on, cannot be read, so everything stays as it is.
   */
  UNREADABLE(ConditionReasons.UNREADABLE),
  /** A training job has failed. */
  FAILED(ConditionReasons.FAILED),
  /** A replica is deleted as a whole because it had too few Ready pods, and is not gone yet. */
  TEARING_DOWN(ConditionReasons.TEARING_DOWN),
  /** The API server refuses something, or an object of somebody else is in the way. */
  BLOCKED(ConditionReasons.BLOCKED),
  /** An update replaces pods. */
  UPDATING(ConditionReasons.UPDATING),
  /** What was available has lost so many pods that it is not any more. */
  DEGRADED(ConditionReasons.DEGRADED),
  /** Something that is asked for is not there yet. */
  CREATING(ConditionReasons.CREATING),
  /** Everything that is asked for is there and available, and old pods hang in Terminating. */
  STUCK_TERMINATING(ConditionReasons.STUCK_TERMINATING),
  /** Everything that is asked for is there and available. */
  READY(ConditionReasons.READY),
  /** No replica is asked for, so that there are no pods. */
  SCALED_TO_ZERO(ConditionReasons.SCALED_TO_ZERO),
  /** The same of a PodClique. */
  IDLE(ConditionReasons.IDLE),
  /** A training job has done its work. */
  SUCCEEDED(ConditionReasons.SUCCEEDED);

  private final String reason;

  Readiness(String reason) {
    this.reason = reason;
  }

  /** The word. */
  public String reason() {
    return reason;
  }

  /** Whether nothing is missing. */
  public boolean isGood() {
    return switch (this) {
      case STUCK_TERMINATING, READY, SCALED_TO_ZERO, IDLE, SUCCEEDED -> true;
      case INVALID, UNREADABLE, FAILED, TEARING_DOWN, BLOCKED, UPDATING, DEGRADED, CREATING ->
          false;
    };
  }

  /** Whether nothing but a changed specification can help. */
  public boolean isStalled() {
    return this == INVALID || this == UNREADABLE || this == FAILED;
  }

  /** The one that is told of several. */
  public static Readiness first(Stream<Readiness> all) {
    return all.min(Readiness::compareTo).orElse(READY);
  }

  /** What an object has said of itself; one that has said nothing is being made. */
  public static Readiness of(List<Condition> conditions) {
    return Conditions.find(conditions, ConditionTypes.READY).stream()
        .flatMap(ready -> Stream.of(values()).filter(one -> one.reason.equals(ready.getReason())))
        .findFirst()
        .orElse(CREATING);
  }

  /** Whether conditions tell of something that goes to a changed template. */
  public static boolean isUpdating(List<Condition> conditions) {
    return Conditions.find(conditions, ConditionTypes.PROGRESSING)
        .filter(progressing -> "True".equals(progressing.getStatus()))
        .filter(progressing -> !ConditionReasons.CREATING.equals(progressing.getReason()))
        .isPresent();
  }

  /**
   * What a part means to the whole: one that nothing is made of, or that cannot be read, blocks it,
   * and when a job fails it is the job that says so.
   *
   * @param part what the part has said of itself
   */
  public static Readiness ofPart(Readiness part) {
    return switch (part) {
      case INVALID, UNREADABLE -> BLOCKED;
      case FAILED -> DEGRADED;
      default -> part;
    };
  }
}
