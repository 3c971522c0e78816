package dev.coppice.simulator.operator;

import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Answer;
import dev.coppice.core.plan.ObjectKey;
import dev.coppice.core.plan.Outcome;
import dev.coppice.core.plan.Pass;
import dev.coppice.core.plan.Plan;
import dev.coppice.core.plan.Planner;
import dev.coppice.core.plan.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pass that is under way, one call a step. The calls of a round may be answered in any order.
 *
 * @param <P> the kind that the pass is about
 */
public final class RunningPass<P extends HasMetadata> {

  private final ObjectKey primary;
  private final Planner<P> planner;
  private final boolean cautious;
  private final Instant seenAsOf;
  private final Set<Class<? extends HasMetadata>> blockedKinds = new HashSet<>();
  private Pass<P> pass;
  private Action.@Nullable Read recheck;
  private List<Action> round = List.of();
  private final IdentityHashMap<Action, Outcome> outcomes = new IdentityHashMap<>();
  private boolean namespaceEnds;
  private boolean leftCreateOpen;
  private boolean blind;
  private int rounds;

  /**
   * A pass that has yet to begin.
   *
   * @param recheck what is read first, past the caches
   * @param cautious whether the first call of each round goes alone
   * @param seenAsOf the instant of which everything in view is at least known
   */
  RunningPass(
      Planner<P> planner,
      Snapshot<P> first,
      Action.@Nullable Read recheck,
      boolean cautious,
      Instant seenAsOf) {
    this.primary = ObjectKey.of(first.primary());
    this.planner = planner;
    this.recheck = recheck;
    this.cautious = cautious;
    this.seenAsOf = seenAsOf;
    pass = new Pass<>(planner, first);
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
    List<Action> next =
        recheck == null ? pass.next(now).map(Plan::actions).orElse(List.of()) : List.of(recheck);
    round = blind ? List.of() : next;
    outcomes.clear();
    blockedKinds.clear();
    namespaceEnds = false;
    return !round.isEmpty();
  }

  /** The calls of this round that may be made now. */
  public List<Action> open() {
    List<Action> open = unanswered();
    boolean first = open.size() == round.size();
    return cautious && first && !open.isEmpty() ? open.subList(0, 1) : open;
  }

  /** The calls of this round that have not been made. */
  public List<Action> unanswered() {
    return round.stream().filter(action -> !outcomes.containsKey(action)).toList();
  }

  /** Whether what forbids an object of this kind was met in this round. */
  boolean isBlocked(Action action) {
    return action instanceof Action.Create
        && (namespaceEnds || blockedKinds.contains(action.target().type()));
  }

  /** Takes the answer to one call of this round; true when the round is complete. */
  boolean take(Action action, Outcome outcome) {
    if (action.equals(recheck)) {
      takeRecheck(action, outcome);
      return true;
    }
    outcomes.put(action, outcome);
    if (action instanceof Action.Create) {
      leftCreateOpen |= outcome instanceof Outcome.Unknown;
      namespaceEnds |= outcome instanceof Outcome.NamespaceTerminating;
      if (outcome instanceof Outcome.Refused refused
          && (refused.status() == 403 || refused.status() == 422)) {
        blockedKinds.add(action.target().type());
      }
    }
    if (!unanswered().isEmpty()) {
      return false;
    }
    pass.take(
        round.stream()
            .map(call -> new Answer(call, Objects.requireNonNull(outcomes.get(call))))
            .toList());
    return true;
  }

  private void takeRecheck(Action action, Outcome outcome) {
    recheck = null;
    blind = !(outcome instanceof Outcome.Found);
    pass = new Pass<>(planner, pass.snapshot().with(List.of(new Answer(action, outcome))));
  }

  /** Whether the read at its beginning failed, so that nothing was decided. */
  boolean blind() {
    return blind;
  }

  Pass.Result<P> result() {
    return pass.result();
  }

  /** Whether there may be an object of ours that no cache and no answer has shown. */
  boolean leftCreateOpen() {
    return leftCreateOpen;
  }
}
