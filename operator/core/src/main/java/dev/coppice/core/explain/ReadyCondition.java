package dev.coppice.core.explain;

import dev.coppice.api.ConditionTypes;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.FirstFew;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The condition {@code Ready}, with {@code Stalled} beside it while nothing but a changed
 * specification can help.
 *
 * @param state the word
 * @param message the first obstacle down to its cause, with numbers
 */
public record ReadyCondition(Readiness state, String message) {

  public ReadyCondition {
    message = Messages.shortened(message);
  }

  /** The same with what the API server does not keep of what is written. */
  public ReadyCondition noting(Snapshot<?> snapshot) {
    return unkept(snapshot)
        .map(what -> new ReadyCondition(state, message + "; " + what))
        .orElse(this);
  }

  private static Optional<String> unkept(Snapshot<?> snapshot) {
    List<String> missing = snapshot.schemas().fields();
    if (!missing.isEmpty()) {
      return Optional.of("SchemaTooOld: the served schemas lack " + FirstFew.of(missing));
    }
    List<String> fields = snapshot.failures().unkeptFields();
    return fields.isEmpty()
        ? Optional.empty()
        : Optional.of("the API server does not keep " + FirstFew.of(fields));
  }

  /** The conditions with this one set. */
  public List<Condition> setIn(List<Condition> before, long generation, Instant now) {
    boolean ready = state.isGood();
    List<Condition> conditions =
        Conditions.set(
            before,
            Conditions.of(ConditionTypes.READY, ready, state.reason(), message, generation),
            now);
    return state.isStalled()
        ? Conditions.set(
            conditions,
            Conditions.of(ConditionTypes.STALLED, true, state.reason(), message, generation),
            now)
        : Conditions.remove(conditions, ConditionTypes.STALLED);
  }
}
