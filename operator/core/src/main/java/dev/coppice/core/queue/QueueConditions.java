package dev.coppice.core.queue;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.queue.QueueCondition;
import dev.coppice.api.queue.QueueSpec;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Violation;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.status.Words;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is wrong with a queue as it is stored. Each condition is there while something is: {@code
 * Valid} False if it cannot be read at all, and the others True.
 */
public final class QueueConditions {

  private QueueConditions() {}

  /** The conditions of a queue; those of others stay as and where they are. */
  public static List<QueueCondition> of(Queue queue, QueueTree tree, Instant now) {
    String name = queue.getMetadata().getName();
    List<QueueCondition> conditions = new ArrayList<>(queue.statusOrEmpty().conditions());
    Optional<Unreadable> unreadable = Unreadable.of(queue);
    set(
        conditions,
        ConditionTypes.VALID,
        "False",
        ConditionReasons.UNREADABLE,
        unreadable.map(why ->
            "cannot be read, so no gang in it is evicted: %s: %s"
                .formatted(Words.quote(why.path()), Words.quote(why.cause()))),
        now);
    if (unreadable.isPresent()) {
      return List.copyOf(conditions);
    }
    set(
        conditions,
        ConditionTypes.ORPHAN,
        ConditionReasons.PARENT_NOT_FOUND,
        tree.missingParent(name)
            .map(parent ->
                Words.sentence("there is no Queue %s; this one counts as one at the top", parent)),
        now);
    set(
        conditions,
        ConditionTypes.CYCLE,
        ConditionReasons.PARENTS_IN_A_CIRCLE,
        circle(tree.cycle(name)).map(circle -> "each is the parent of the one before: " + circle),
        now);
    set(
        conditions,
        ConditionTypes.INVALID_MIN_RUNTIME,
        ConditionReasons.UNREADABLE,
        unreadable(queue.specOrEmpty()),
        now);
    return List.copyOf(conditions);
  }

  /** A cycle for people, such as {@code a -> b -> a}; empty if there is none. */
  static Optional<String> circle(List<String> cycle) {
    return cycle.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Stream.concat(cycle.stream(), Stream.of(cycle.getFirst()))
                .collect(Collectors.joining(" -> ")));
  }

  private static Optional<String> unreadable(QueueSpec spec) {
    String texts =
        Arrays.stream(Eviction.values())
            .flatMap(eviction ->
                eviction.text(spec) instanceof MinRuntimeText.Refused(String text, String why)
                    ? Stream.of(violation(eviction, text, why).toString())
                    : Stream.empty())
            .collect(Collectors.joining("; "));
    return texts.isEmpty() ? Optional.empty() : Optional.of(texts);
  }

  private static Violation violation(Eviction eviction, String text, String why) {
    return new Violation(
        FieldPath.of("spec", eviction.field()), Violation.Type.INVALID, Words.quote(text), why);
  }

  private static void set(
      List<QueueCondition> conditions,
      String type,
      String reason,
      Optional<String> message,
      Instant now) {
    set(conditions, type, "True", reason, message, now);
  }

  private static void set(
      List<QueueCondition> conditions,
      String type,
      String status,
      String reason,
      Optional<String> message,
      Instant now) {
    Optional<QueueCondition> before =
        conditions.stream().filter(condition -> condition.type().equals(type)).findFirst();
    Instant since =
        before
            .filter(condition -> condition.status().equals(status))
            .map(QueueCondition::lastTransitionTime)
            .orElse(now.truncatedTo(ChronoUnit.SECONDS));
    Optional<QueueCondition> wanted =
        message.map(text -> new QueueCondition(type, status, null, since, reason, text));
    if (before.isPresent() && wanted.isPresent()) {
      conditions.replaceAll(condition -> condition.type().equals(type) ? wanted.get() : condition);
    } else {
      conditions.removeIf(condition -> condition.type().equals(type));
      wanted.ifPresent(conditions::add);
    }
  }
}
