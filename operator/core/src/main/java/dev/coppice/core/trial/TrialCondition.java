package dev.coppice.core.trial;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.reconcile.Trial;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** How a set tells that the API server does not take its templates: in the condition Valid. */
public final class TrialCondition {

  private TrialCondition() {}

  /**
   * The conditions with the one of a set that breaks no rule. Where the API server could not be
   * asked, what it said last stands.
   */
  public static List<Condition> setIn(
      List<Condition> before, TemplateTrial trial, PodCliqueSet set, Instant now) {
    Optional<String> refusal = trial.refusal();
    if (refusal.isPresent()) {
      return Conditions.set(
          before,
          Conditions.of(
              ConditionTypes.VALID,
              false,
              ConditionReasons.TEMPLATE_REFUSED,
              refusal.get(),
              set.getMetadata().getGeneration()),
          now);
    }
    return !trial.isTaken() && refused(before).isPresent()
        ? before
        : Conditions.remove(before, ConditionTypes.VALID);
  }

  /** The event of a template that is refused, or in other words than before. */
  public static Optional<PlannedEvent> event(List<Condition> before, List<Condition> after) {
    return refused(after)
        .filter(now ->
            refused(before).filter(was -> was.getMessage().equals(now.getMessage())).isEmpty())
        .map(now ->
            new PlannedEvent(
                true,
                EventReasons.TEMPLATE_REFUSED,
                "nothing is created or deleted for the template: " + now.getMessage()));
  }

  /** The event of templates that are recorded though they could not be tried. */
  public static Optional<PlannedEvent> notTried(Snapshot<PodCliqueSet> snapshot) {
    return snapshot.tried().values().stream()
        .filter(Trial.Unasked.class::isInstance)
        .map(trial -> ((Trial.Unasked) trial).message())
        .min(Comparator.naturalOrder())
        .map(why ->
            new PlannedEvent(
                true,
                EventReasons.TEMPLATE_NOT_TRIED,
                Words.sentence("the template is used without a trial: %s", why)));
  }

  private static Optional<Condition> refused(List<Condition> conditions) {
    return Conditions.find(conditions, ConditionTypes.VALID)
        .filter(valid -> ConditionReasons.TEMPLATE_REFUSED.equals(valid.getReason()));
  }
}
