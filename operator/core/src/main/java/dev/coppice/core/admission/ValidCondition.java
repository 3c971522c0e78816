package dev.coppice.core.admission;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** How an object tells that something is wrong with it, and nothing while nothing is. */
public final class ValidCondition {

  private ValidCondition() {}

  /**
   * The conditions of an object with what is wrong, in the words of a refusal.
   *
   * @param findings what is wrong with it now
   */
  public static List<Condition> set(
      List<Condition> before, Findings findings, HasMetadata about, Instant now) {
    return findings.isAllowed()
        ? Conditions.remove(before, ConditionTypes.VALID)
        : Conditions.set(
            before,
            Conditions.of(
                ConditionTypes.VALID,
                false,
                ConditionReasons.INVALID,
                Words.shortened(findings.message(), Conditions.LONGEST_MESSAGE),
                about.getMetadata().getGeneration()),
            now);
  }

  /** Whether somebody has to be told at once, because there was nothing wrong before, or is now. */
  public static boolean isNews(List<Condition> before, List<Condition> after) {
    return Conditions.flips(before, after, ConditionTypes.VALID);
  }

  /** The event with which an object becomes invalid. */
  public static Optional<PlannedEvent> event(List<Condition> before, List<Condition> after) {
    return Conditions.find(after, ConditionTypes.VALID)
        .filter(_ -> isNews(before, after))
        .filter(condition -> ConditionReasons.INVALID.equals(condition.getReason()))
        .map(condition ->
            new PlannedEvent(
                true, EventReasons.INVALID, "no pods are created: " + condition.getMessage()));
  }
}
