package dev.coppice.core.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.coppice.api.ErrorCodes;
import dev.coppice.core.object.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the API server refused in this reconcile: such an action is planned no more until the next
 * reconcile, and its reason goes to {@code status.lastErrors}.
 *
 * @param reasons one entry for each code and description, in the order they came, those of
 *     rewritten values last
 * @param actions verb and target of each refused or skipped action
 * @param blockedKinds kinds of which no further create is started (403 or 422 came back)
 * @param rewrites values that are not written again for now
 * @param blocking those failures that will not pass by themselves: refusals of what was asked for,
 *     and foreign objects in the way
 * @param lasting those failures that stand as long as the namespace, which is being deleted: while
 *     there are any, no create is started, and none is worth another try
 */
public record Failures(
    List<Failure> reasons,
    Set<FailedAction> actions,
    Set<Class<? extends HasMetadata>> blockedKinds,
    List<Rewrite> rewrites,
    Set<Failure> blocking,
    List<Failure> lasting) {

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
  public record FailedAction(Class<? extends Action> verb, ObjectKey target) {
    static FailedAction of(Action action) {
      return new FailedAction(action.getClass(), action.target());
    }

    private boolean creates() {
      return verb == Action.Create.class || verb == Action.Try.class;
    }
  }

  public Failures {
    reasons = List.copyOf(reasons);
    actions = Set.copyOf(actions);
    blockedKinds = Set.copyOf(blockedKinds);
    rewrites = List.copyOf(rewrites);
    blocking = Set.copyOf(blocking);
    lasting = List.copyOf(lasting);
  }

  /** Nothing was refused. */
  public static Failures none() {
    return lasting(List.of());
  }

  /** Nothing was refused in this reconcile yet, but these failures of earlier ones last. */
  static Failures lasting(List<Failure> lasting) {
    return new Failures(lasting, Set.of(), Set.of(), List.of(), Set.copyOf(lasting), lasting);
  }

  /** The first failure that will not pass by itself. */
  public Optional<Failure> firstBlocking() {
    return reasons.stream().filter(blocking::contains).findFirst();
  }

  /** Whether no action was refused; a value that was rewritten has a time of its own. */
  public boolean isEmpty() {
    return actions.isEmpty();
  }

  /** Whether an action that was refused may be granted another time. */
  boolean isWorthAnotherTry() {
    return actions.stream().anyMatch(action -> lasting.isEmpty() || !action.creates());
  }

  /** Whether this action, or any create of its kind or namespace, was refused. */
  public boolean covers(Action action) {
    return actions.contains(FailedAction.of(action))
        || (action instanceof Action.Create create
            && (!lasting.isEmpty() || blockedKinds.contains(create.target().type())))
        || (action instanceof Action.Try && !lasting.isEmpty());
  }

  /**
   * What of an action may be done in this reconcile; empty when nothing of it may.
   *
   * @param seen the object that it is about, if that is in view
   */
  Optional<Action> allowed(Action action, Optional<HasMetadata> seen) {
    if (covers(action)) {
      return Optional.empty();
    }
    List<Rewrite> known = rewritesOf(action.target());
    if (known.isEmpty() || seen.isEmpty()) {
      return Optional.of(action);
    }
    return switch (action) {
      case Action.Patch patch -> withoutUnkept(patch, known, seen.get());
      case Action.PutStatus put when Rewrite.repeats(known, put, seen.get()) -> Optional.empty();
      default -> Optional.of(action);
    };
  }

  /** The fields of which something is not written again for now, each with its kind in front. */
  public List<String> unkeptFields() {
    return rewrites.stream()
        .map(rewrite -> rewrite.target().kind() + " " + rewrite.field())
        .distinct()
        .sorted()
        .toList();
  }

  /** What of an object is not written again for now. */
  List<Rewrite> rewritesOf(ObjectKey target) {
    return rewrites.stream().filter(rewrite -> rewrite.target().equals(target)).toList();
  }

  private static Optional<Action> withoutUnkept(
      Action.Patch patch, List<Rewrite> known, HasMetadata seen) {
    ArrayNode left = JsonNodeFactory.instance.arrayNode();
    boolean changes = false;
    for (JsonNode operation : patch.operations()) {
      boolean isTest = Rewrite.isTest(operation);
      if (isTest || !Rewrite.repeats(known, operation, seen)) {
        left.add(operation);
        changes |= !isTest && !Rewrite.isDone(operation, seen);
      }
    }
    return changes
        ? Optional.of(
            new Action.Patch(
                patch.target(), patch.uid(), left, patch.subresource(), patch.purpose()))
        : Optional.empty();
  }

  /**
   * With one more action that will not be tried again in this reconcile, without a failure of its
   * own.
   */
  Failures withSkipped(Action action) {
    Set<FailedAction> more = new HashSet<>(actions);
    more.add(FailedAction.of(action));
    return new Failures(reasons, more, blockedKinds, rewrites, blocking, lasting);
  }

  /**
   * With one more refused action and the reason.
   *
   * @param passes whether another try may be granted
   * @param blocksKind whether no further create of the kind is worth a try
   */
  Failures with(Action action, Failure failure, boolean passes, boolean blocksKind) {
    Failures skipped = (passes ? with(failure) : withBlocking(failure)).withSkipped(action);
    Set<Class<? extends HasMetadata>> blocked = new HashSet<>(blockedKinds);
    if (blocksKind) {
      blocked.add(action.target().type());
    }
    return new Failures(
        skipped.reasons, skipped.actions, blocked, rewrites, skipped.blocking, lasting);
  }

  /** With one more refused create, which shows that the namespace is being deleted. */
  Failures withLasting(Action action, Failure failure) {
    Failures skipped = withBlocking(failure).withSkipped(action);
    List<Failure> all = new ArrayList<>(lasting);
    if (!all.contains(failure)) {
      all.add(failure);
    }
    return new Failures(
        skipped.reasons, skipped.actions, blockedKinds, rewrites, skipped.blocking, all);
  }

  /** With one more failure that will not pass by itself. */
  public Failures withBlocking(Failure failure) {
    Failures more = with(failure);
    Set<Failure> all = new HashSet<>(blocking);
    all.add(failure);
    return new Failures(
        more.reasons, more.actions, more.blockedKinds, more.rewrites, all, more.lasting);
  }

  /** With one more failure. */
  public Failures with(Failure failure) {
    List<Failure> said = new ArrayList<>(plainFailures());
    if (!said.contains(failure)) {
      said.add(failure);
    }
    return with(said, rewrites);
  }

  /** With what earlier reconciles wrote and the API server did not keep. */
  Failures withUnkept(List<Rewrite> earlier) {
    return earlier.isEmpty() ? this : with(plainFailures(), earlier);
  }

  /** With what of an accepted write was not kept, in place of what was known of that before. */
  Failures withAnswer(Action action, HasMetadata answered) {
    List<Rewrite> all =
        Stream.concat(
                rewrites.stream().flatMap(one -> one.after(action, answered).stream()),
                Rewrite.of(action, answered).stream())
            .toList();
    return all.equals(rewrites) ? this : with(plainFailures(), all);
  }

  private List<Failure> plainFailures() {
    return reasons.stream().filter(one -> !one.code().equals(ErrorCodes.VALUE_REWRITTEN)).toList();
  }

  // Of what becomes of one field in many objects one is named, always the same.
  private Failures with(List<Failure> plain, List<Rewrite> rewritten) {
    Map<String, Failure> byField = new TreeMap<>();
    for (Rewrite rewrite : rewritten) {
      byField.merge(
          rewrite.target().kind() + rewrite.field(),
          rewrite.failure(),
          (one, other) -> one.description().compareTo(other.description()) <= 0 ? one : other);
    }
    List<Failure> said = new ArrayList<>(plain);
    said.addAll(byField.values());
    return new Failures(said, actions, blockedKinds, rewritten, blocking, lasting);
  }
}
