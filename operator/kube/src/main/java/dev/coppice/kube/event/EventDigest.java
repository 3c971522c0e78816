package dev.coppice.kube.event;

import dev.coppice.api.ErrorCodes;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Failures.Failure;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Rewrite;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Joins what one reconcile did and what it failed at into one event for each reason. A pure
 * function: a reconcile that changed nothing has no events, and a failure that stands in an event
 * is not recorded again.
 *
 * @param changes what was done or has become so, warnings among it
 * @param failures what was refused
 */
public record EventDigest(List<PlannedEvent> changes, List<PlannedEvent> failures) {

  private static final int NAMES_SHOWN = 3;

  public EventDigest {
    changes = List.copyOf(changes);
    failures = List.copyOf(failures);
  }

  /** All events. */
  public List<PlannedEvent> events() {
    return Stream.concat(changes.stream(), failures.stream()).toList();
  }

  /**
   * The events of a reconcile, in the order in which their reasons first came up.
   *
   * @param primary what the reconcile was about
   * @param answers all answers of the reconcile
   * @param planned events that do not depend on a single answer
   * @param failures what was refused, in stable words
   * @param inEvents failures that stand in events already
   */
  public static EventDigest of(
      HasMetadata primary,
      List<Answer> answers,
      List<PlannedEvent> planned,
      List<Failure> failures,
      Set<Failure> inEvents) {
    Map<String, Successes> successes = new LinkedHashMap<>();
    Map<String, Failures> failed = new LinkedHashMap<>();
    for (Answer answer : answers) {
      Purpose purpose = answer.action().purpose();
      String code = failureCode(answer, primary);
      if (code != null && purpose.failureReason() != null) {
        failed
            .computeIfAbsent(purpose.failureReason(), reason -> new Failures(purpose.verb()))
            .add(purpose, code);
      } else if (isDone(answer.outcome()) && purpose.successReason() != null) {
        successes.computeIfAbsent(purpose.successReason(), reason -> new Successes()).add(answer);
      }
    }
    List<PlannedEvent> events = new ArrayList<>();
    successes.forEach(
        (reason, all) -> events.add(new PlannedEvent(all.remarkable, reason, all.message())));
    List<PlannedEvent> refused = new ArrayList<>();
    failed.forEach((reason, all) -> {
      String message = all.message(failures, inEvents);
      if (message != null) {
        refused.add(new PlannedEvent(true, reason, message));
      }
    });
    return new EventDigest(joined(events, planned), refused);
  }

  private static boolean isDone(Outcome outcome) {
    return outcome instanceof Outcome.Done || outcome instanceof Outcome.Deleted;
  }

  private static @Nullable String failureCode(Answer answer, HasMetadata primary) {
    return switch (answer.outcome()) {
      case Outcome.Refused _, Outcome.NamespaceTerminating _, Outcome.Skipped _ ->
          answer.action().purpose().errorCode();
      // An object that was made stands, whatever became of one of its values.
      case Outcome.Done(HasMetadata object)
          when answer.action() instanceof Action.Patch
              && !Rewrite.of(answer.action(), object).isEmpty() ->
          ErrorCodes.VALUE_REWRITTEN;
      case Outcome.AlreadyExists(HasMetadata object)
          when answer.action() instanceof Action.Create create
              && Ownership.claim(object, create.object(), primary) == Ownership.Claim.FOREIGN ->
          Snapshot.FOREIGN_OBJECT;
      default -> null;
    };
  }

  // A planner that tells in every round what is so tells it once.
  private static List<PlannedEvent> joined(List<PlannedEvent> events, List<PlannedEvent> planned) {
    Map<String, PlannedEvent> byReason = new LinkedHashMap<>();
    Set<PlannedEvent> all = new LinkedHashSet<>(events);
    all.addAll(planned);
    for (PlannedEvent event : all) {
      byReason.merge(
          event.reason(),
          event,
          (first, next) ->
              new PlannedEvent(
                  first.warning() || next.warning(),
                  first.reason(),
                  first.message() + "; " + next.message()));
    }
    return List.copyOf(byReason.values());
  }

  private static String text(Map<String, Integer> amounts) {
    return amounts.entrySet().stream()
        .map(count -> count.getValue() + " " + plural(count.getKey(), count.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String plural(String noun, int amount) {
    return amount == 1 ? noun : noun + "s";
  }

  private static void count(Map<String, Integer> amounts, Purpose purpose) {
    amounts.merge(purpose.noun(), 1, Integer::sum);
  }

  /** What was done for one reason, by verb. */
  private static final class Successes {
    private final Map<String, Map<String, Integer>> amounts = new LinkedHashMap<>();
    private final Map<String, List<String>> names = new LinkedHashMap<>();
    private final Set<Change> seen = new HashSet<>();
    private boolean remarkable;

    private record Change(String verb, ObjectKey target) {}

    void add(Answer answer) {
      Purpose purpose = answer.action().purpose();
      remarkable |= purpose.remarkable();
      // A reconcile may come back to an object in a later round.
      if (!seen.add(new Change(purpose.verb(), answer.action().target()))) {
        return;
      }
      count(amounts.computeIfAbsent(purpose.verb(), verb -> new LinkedHashMap<>()), purpose);
      names
          .computeIfAbsent(purpose.verb(), verb -> new ArrayList<>())
          .add(answer.action().target().name());
    }

    String message() {
      return amounts.entrySet().stream()
          .map(done -> done.getKey() + " " + text(done.getValue()) + ": " + shown(done.getKey()))
          .collect(Collectors.joining("; "));
    }

    private String shown(String verb) {
      List<String> all = names.getOrDefault(verb, List.of());
      String first = all.stream().limit(NAMES_SHOWN).collect(Collectors.joining(", "));
      return all.size() > NAMES_SHOWN ? first + ", …" : first;
    }
  }

  /** What was not done for one reason. */
  private static final class Failures {
    private final String verb;
    private final Map<String, Integer> amounts = new LinkedHashMap<>();
    private final Set<String> codes = new LinkedHashSet<>();

    Failures(String verb) {
      this.verb = verb;
    }

    void add(Purpose purpose, String code) {
      count(amounts, purpose);
      codes.add(code);
    }

    /** Null when events have been recorded of all of it. */
    @Nullable String message(List<Failure> failures, Set<Failure> inEvents) {
      List<Failure> ours =
          failures.stream().filter(failure -> codes.contains(failure.code())).toList();
      if (inEvents.containsAll(ours)) {
        return null;
      }
      return text(amounts)
          + " not "
          + verb
          + ": "
          + ours.stream().map(Failure::description).collect(Collectors.joining("; "));
    }
  }
}
