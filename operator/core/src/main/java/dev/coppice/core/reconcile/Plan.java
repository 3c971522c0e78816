package dev.coppice.core.reconcile;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one round wants done. A plan without actions is empty, even if it holds an instant.
 *
 * @param actions calls that may run in parallel and in any order
 * @param events recorded when the round has run
 * @param requeueAt when time alone makes the next decision; null when only an event can
 * @param pending what status change waits for the end of its coalescing interval; null when none
 *     does
 * @param refuted true when what is stored would be acted upon, but for the pods that were read
 */
public record Plan(
    List<Action> actions,
    List<PlannedEvent> events,
    @Nullable Instant requeueAt,
    @Nullable Pending pending,
    boolean refuted) {

  public Plan {
    actions = List.copyOf(actions);
    events = List.copyOf(events);
  }

  /** Nothing to do. */
  public static Plan empty() {
    return new Plan(List.of(), List.of(), null, null, false);
  }

  /** Whether there is nothing to execute. */
  public boolean isEmpty() {
    return actions.isEmpty();
  }

  /** Whether all that is to be done is to tell of what there is. */
  public boolean onlyTells() {
    return !actions.isEmpty() && actions.stream().allMatch(Action::tells);
  }

  /** Starts a plan that leaves out what was refused in this reconcile, or would not be kept. */
  public static Builder builder(Snapshot<?> snapshot) {
    return new Builder(
        action -> snapshot.failures().allowed(action, snapshot.seen(action.target())));
  }

  /** The same where nothing is in view with which it could be compared. */
  public static Builder builder(Failures failures) {
    return new Builder(action -> failures.allowed(action, Optional.empty()));
  }

  /** Collects a plan; for use within one call of a planner. */
  public static final class Builder {
    private final Function<Action, Optional<Action>> allowed;
    private final List<Action> actions = new ArrayList<>();
    private final List<PlannedEvent> events = new ArrayList<>();
    private @Nullable Instant requeueAt;
    private @Nullable Pending pending;
    private boolean refuted;
    private boolean ended;

    private Builder(Function<Action, Optional<Action>> allowed) {
      this.allowed = allowed;
    }

    /** Adds what of an action was not refused in this reconcile. */
    public Builder add(Action action) {
      return add(action, List.of());
    }

    /**
     * Adds what of an action was not refused in this reconcile, and with it the events that tell
     * why.
     */
    public Builder add(Action action, List<PlannedEvent> recorded) {
      allowed
          .apply(action)
          .ifPresent(granted -> {
            actions.add(granted);
            events.addAll(recorded);
          });
      return this;
    }

    /** Adds what of these actions was not refused in this reconcile. */
    public Builder addAll(Iterable<? extends Action> more) {
      more.forEach(this::add);
      return this;
    }

    /** Asks to be woken at an instant; the earliest one asked for counts. */
    public Builder requeueAt(Instant instant) {
      Instant known = requeueAt;
      requeueAt = known == null || instant.isBefore(known) ? instant : known;
      return this;
    }

    /** Notes that a status change waits to be written. */
    public Builder pending(Pending what) {
      pending = what;
      return this;
    }

    /** Notes that pods speak against what is stored. */
    public Builder refuted() {
      refuted = true;
      return this;
    }

    /** Leaves what is left to plan to the next reconcile, although there may be no action. */
    public Builder endRound() {
      ended = true;
      return this;
    }

    /** Whether the round is left as it is: it has actions, or was ended. */
    public boolean isRoundPlanned() {
      return ended || !actions.isEmpty();
    }

    /** The plan. What has to be read is read at once, when there is nothing else left to do. */
    public Plan build() {
      List<Action.Read> reads =
          actions.stream()
              .filter(Action.Read.class::isInstance)
              .map(Action.Read.class::cast)
              .toList();
      List<Action> rest =
          actions.stream().filter(action -> !(action instanceof Action.Read)).toList();
      return new Plan(
          rest.isEmpty() && !reads.isEmpty() ? List.of(together(reads)) : rest,
          events,
          requeueAt,
          pending,
          refuted);
    }

    private static Action.Read together(List<Action.Read> reads) {
      return new Action.Read(
          reads.stream().flatMap(read -> read.queries().stream()).distinct().toList(),
          reads.getFirst().purpose());
    }
  }
}
