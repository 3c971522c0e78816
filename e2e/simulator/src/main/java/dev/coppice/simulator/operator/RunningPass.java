package dev.coppice.simulator.operator;

import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Obstacles;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Pass;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;

/**
 * A pass that is under way, one call a step. The calls of a round may be answered in any order.
 *
 * @param <P> the kind that the pass is about
 */
public final class RunningPass<P extends HasMetadata> {

  private final Pass<P> pass;
  private final ObjectKey primary;
  private final Instant seenAsOf;
  private List<Action> round = List.of();
  private Obstacles obstacles = new Obstacles();
  private final IdentityHashMap<Action, Outcome> outcomes = new IdentityHashMap<>();
  private int rounds;

  /**
   * A pass that has yet to begin.
   *
   * @param seenAsOf the instant of which everything in view is at least known
   */
  RunningPass(Pass<P> pass, Instant seenAsOf) {
    this.pass = pass;
    this.primary = ObjectKey.of(pass.snapshot().primary());
    this.seenAsOf = seenAsOf;
  }

  /** The object that the pass is about. */
  public ObjectKey primary() {
    return primary;
  }

  /** What the calls of this round were decided on. */
  public Snapshot<P> snapshot() {
    return pass.snapshot();
  }

  /** The instant of which everything that it decides on is at least known. */
  public Instant seenAsOf() {
    return seenAsOf;
  }

  /** How many rounds have been planned. */
  public int rounds() {
    return rounds;
  }

  /** Plans the next round; false when the pass has ended. */
  boolean plan(Instant now) {
    rounds++;
    round = pass.next(now).map(Plan::actions).orElse(List.of());
    outcomes.clear();
    obstacles = new Obstacles();
    return !round.isEmpty();
  }

  /** The calls of this round that may be made now. */
  public List<Action> open() {
    List<Action> open = unanswered();
    boolean first = open.size() == round.size();
    return pass.isCautious() && first && !open.isEmpty() ? open.subList(0, 1) : open;
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
    pass.take(
        round.stream()
            .map(call -> new Answer(call, Objects.requireNonNull(outcomes.get(call))))
            .toList());
    return true;
  }

  Pass.Result<P> result() {
    return pass.result();
  }
}
