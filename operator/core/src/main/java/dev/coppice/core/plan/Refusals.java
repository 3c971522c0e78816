package dev.coppice.core.plan;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the API server refused in this pass: such an action is planned no more until the next pass,
 * and its reason goes to {@code status.lastErrors}.
 *
 * @param failures one entry for each code and description, in the order they came
 * @param actions verb and target of each refused or skipped action
 * @param blockedKinds kinds of which no further create is started (403 or 422 came back)
 */
public record Refusals(
    List<Failure> failures,
    Set<RefusedAction> actions,
    Set<Class<? extends HasMetadata>> blockedKinds) {

  /**
   * A refusal in words that stay the same from try to try.
   *
   * @param code error code of the purpose
   * @param description the API server's reason, without names and amounts of single tries
   */
  public record Failure(String code, String description) {}

  /**
   * Names an action across rounds.
   *
   * @param verb the sort of action
   * @param target its object
   */
  public record RefusedAction(Class<? extends Action> verb, ObjectKey target) {
    static RefusedAction of(Action action) {
      return new RefusedAction(action.getClass(), action.target());
    }
  }

  public Refusals {
    failures = List.copyOf(failures);
    actions = Set.copyOf(actions);
    blockedKinds = Set.copyOf(blockedKinds);
  }

  /** Nothing was refused. */
  public static Refusals none() {
    return new Refusals(List.of(), Set.of(), Set.of());
  }

  /** Whether nothing was refused. */
  public boolean isEmpty() {
    return actions.isEmpty();
  }

  /** Whether this action, or any create of its kind, was refused in this pass. */
  public boolean covers(Action action) {
    return actions.contains(RefusedAction.of(action))
        || (action instanceof Action.Create create
            && blockedKinds.contains(create.target().type()));
  }

  /**
   * With one more action that will not be tried again in this pass, without a failure of its own.
   */
  Refusals withSkipped(Action action) {
    Set<RefusedAction> more = new HashSet<>(actions);
    more.add(RefusedAction.of(action));
    return new Refusals(failures, more, blockedKinds);
  }

  /** With one more refused action and the reason. */
  Refusals with(Action action, Failure failure, boolean blocksKind) {
    Refusals skipped = withSkipped(action);
    List<Failure> said = new ArrayList<>(failures);
    if (!said.contains(failure)) {
      said.add(failure);
    }
    Set<Class<? extends HasMetadata>> blocked = new HashSet<>(blockedKinds);
    if (blocksKind) {
      blocked.add(action.target().type());
    }
    return new Refusals(said, skipped.actions, blocked);
  }
}
