package dev.coppice.kube.reconcile;

import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.PlannedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What was planned and answered in one reconcile, for events and logs. Used by one thread. */
final class Transcript {

  private final List<Answer> answers = new ArrayList<>();
  private final List<PlannedEvent> planned = new ArrayList<>();
  private Plan lastPlan = Plan.empty();
  private Outcome recheck = new Outcome.Skipped();

  /** Notes down what came of reading what the last reconcile had left open. */
  List<Answer> addRecheck(List<Answer> read) {
    recheck = read.getFirst().outcome();
    return read;
  }

  Outcome recheck() {
    return recheck;
  }

  /** Notes down a round that has run. */
  List<Answer> add(Plan plan, List<Answer> round) {
    answers.addAll(round);
    // The status with which a restless reconcile ends says nothing about what it would go on with.
    if (lastPlan.isEmpty()
        || !plan.actions().stream().allMatch(Action.PutStatus.class::isInstance)) {
      lastPlan = plan;
    }
    // The events of a round whose record was not accepted come again with the next try.
    if (round.stream().noneMatch(Transcript::isUnrecorded)) {
      planned.addAll(plan.events());
    }
    return round;
  }

  private static boolean isUnrecorded(Answer answer) {
    return switch (answer.outcome()) {
      case Outcome.Conflict _, Outcome.NotFound _, Outcome.Unknown _ -> true;
      case Outcome.Refused _ -> answer.action() instanceof Action.PutStatus;
      default -> false;
    };
  }

  List<Answer> answers() {
    return answers;
  }

  List<PlannedEvent> planned() {
    return planned;
  }

  Plan lastPlan() {
    return lastPlan;
  }

  /** Why the API server could not be asked, if it could not. */
  Optional<String> lost() {
    return answers.stream()
        .map(Answer::outcome)
        .filter(Outcome.Unknown.class::isInstance)
        .map(outcome -> ((Outcome.Unknown) outcome).message())
        .findFirst();
  }
}
