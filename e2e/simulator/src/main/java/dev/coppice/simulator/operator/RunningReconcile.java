package dev.coppice.simulator.operator;

import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Obstacles;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Reconcile;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;

/**
 * A reconcile that is under way, one call a step. The calls of a round may be answered in any
 * order.
 *
 * @param <P> the kind that the reconcile is about
 */
public final class RunningReconcile<P extends HasMetadata> {

  private final Reconcile<P> reconcile;
  private final ObjectKey primary;
  private final Instant seenAsOf;
  private List<Action> round = List.of();
  private Obstacles obstacles = new Obstacles();
  private final IdentityHashMap<Action, Outcome> outcomes = new IdentityHashMap<>();
  private int rounds;

  /**
   * A reconcile that has yet to begin.
   *
   * @param seenAsOf the instant of which everything in view is at least known
   */
  RunningReconcile(Reconcile<P> reconcile, Instant seenAsOf) {
    this.reconcile = reconcile;
    this.primary = ObjectKey.of(reconcile.snapshot().primary());
    this.seenAsOf = seenAsOf;
  }

  /** The object that the reconcile is about. */
  public ObjectKey primary() {
    return primary;
  }

  /** What the calls of this round were decided on. */
  public Snapshot<P> snapshot() {
    return reconcile.snapshot();
  }

  /** The instant of which everything that it decides on is at least known. */
  public Instant seenAsOf() {
    return seenAsOf;
  }

  /** How many rounds have been planned. */
  public int rounds() {
    return rounds;
  }

  /** Plans the next round; false when the reconcile has ended. */
  boolean plan(Instant now) {
    rounds++;
    round = reconcile.next(now).map(Plan::actions).orElse(List.of());
    outcomes.clear();
    obstacles = new Obstacles();
    return !round.isEmpty();
  }

  /** The calls of this round that may be made now. */
  public List<Action> open() {
    List<Action> open = unanswered();
    boolean first = open.size() == round.size();
    return reconcile.isCautious() && first && !open.isEmpty() ? open.subList(0, 1) : open;
  }

  /** The calls of this round that have not been made. */
  public List<Action> unanswered() {
    return round.stream().filter(action -> !outcomes.containsKey(action)).toList();
  }

  /** Whether a call is not worth making any more. */
  boolean isStopped(Action action) {
    return obstacles.stop(action);
  }

  /** Takes the answer to one call of this round; true when the round is complete. */
  boolean take(Action action, Outcome outcome) {
    outcomes.put(action, outcome);
    obstacles.take(action, outcome);
    if (!unanswered().isEmpty()) {
      return false;
    }
    reconcile.take(
        round.stream()
            .map(call -> new Answer(call, Objects.requireNonNull(outcomes.get(call))))
            .toList());
    return true;
  }

  Reconcile.Result<P> result() {
    return reconcile.result();
  }
}
