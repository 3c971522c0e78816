package dev.coppice.core.reconcile;

import dev.coppice.api.ErrorCodes;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Failures.Failure;
import dev.coppice.core.time.BackOff;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Repeats plan and apply until nothing is left to do, and says when to begin again. Does no I/O of
 * its own: whoever runs a reconcile executes its plans, so that production, the cluster model and
 * the simulator run the same loop.
 *
 * @param <P> the kind of the primary
 */
public final class Reconcile<P extends HasMetadata> {

  /**
   * A planner that needs more rounds than this has a bug. A reconcile that ends one teardown while
   * it carries out another takes nine.
   */
  public static final int MAX_ROUNDS = 24;

  /** Between reconciles in a row that all have to be repeated; they are never given up. */
  public static final BackOff BACK_OFF = new BackOff(Duration.ofMillis(50), Duration.ofSeconds(30));

  private static final Purpose READ = Purpose.unannounced("ERR_READ", "read", "object");

  private final Planner<P> planner;
  private final Memory before;
  private Action.@Nullable Read recheck;
  private Snapshot<P> snapshot;
  private Plan plan = Plan.empty();
  private boolean begun;
  private Instant planned = Instant.MIN;
  private final Looks looks = new Looks();
  private int rounds;
  private boolean leftCreateOpen;
  private @Nullable End end;

  /**
   * A reconcile that has yet to begin.
   *
   * @param recheck what is read live before anything is planned if the last reconcile ended without
   *     knowing whether one of its creates had been obeyed; empty where the names alone make a
   *     second create harmless
   */
  public Reconcile(Planner<P> planner, Snapshot<P> first, List<LiveRead> recheck) {
    this.planner = planner;
    before = first.memory();
    snapshot = first;
    this.recheck =
        before.openCreate() && !recheck.isEmpty() ? new Action.Read(recheck, READ) : null;
  }

  /** How a reconcile ended. */
  public enum End {
    /** The last plan was empty. */
    SETTLED,
    /** An answer showed that the view was stale; the reconcile is to be repeated. */
    INTERRUPTED,
    /** The planner did not come to rest. */
    UNSETTLED,
    /** What was left to tell waits; it is to be repeated when its turn to tell has come. */
    PUT_OFF,
    /** What has to be read before anything is planned could not be read. */
    BLIND
  }

  /**
   * The result of a reconcile.
   *
   * @param end how it ended
   * @param last the snapshot at its end
   * @param requeueAt when time alone makes the next decision; null when only an event can
   * @param memory what the next reconcile is to know
   * @param rounds number of plans that were executed
   */
  public record Result<P extends HasMetadata>(
      End end, Snapshot<P> last, @Nullable Instant requeueAt, Memory memory, int rounds) {

    /** Whether the reconcile is to be repeated with back-off. */
    public boolean mustRetry() {
      return memory.tries() > 0;
    }

    /** When the next reconcile begins; empty when only an event can bring it. */
    public Optional<Instant> requeueAt(Instant now) {
      return Stream.concat(
              Stream.ofNullable(requeueAt),
              mustRetry() ? Stream.of(now.plus(BACK_OFF.after(memory.tries()))) : Stream.empty())
          .min(Comparator.naturalOrder());
    }
  }

  /** Whether the next plan only reads what the last reconcile has left open. */
  public boolean isRechecking() {
    return recheck != null;
  }

  /** Whether the first call of each round goes alone: what forbade one of the last still may. */
  public boolean isCautious() {
    return before.tries() > 0;
  }

  /** The plan of the next round; empty when the reconcile has come to its end. */
  public Optional<Plan> next(Instant now) {
    if (end != null) {
      return Optional.empty();
    }
    planned = now;
    if (recheck != null) {
      return Optional.of(new Plan(List.of(recheck), List.of(), null, null, false));
    }
    if (!begun) {
      begin();
    }
    boolean isLate = looks.dropOld(now);
    if (isLate) {
      snapshot = snapshot.withRecent(looks.recent());
    }
    plan = lookedFirst(planner.plan(snapshot, now), now);
    if (isLate && asksAgain(plan)) {
      // An API server that takes so long answers no sooner when it is asked at once.
      end = End.INTERRUPTED;
    } else if (rounds > MAX_ROUNDS) {
      end = End.UNSETTLED;
    } else if (plan.isEmpty()) {
      end = End.SETTLED;
    } else if (rounds == MAX_ROUNDS) {
      plan = lastWord(now);
      end = plan.isEmpty() ? End.UNSETTLED : null;
    }
    return end == null ? Optional.of(plan) : Optional.empty();
  }

  private boolean asksAgain(Plan next) {
    return next.actions().stream()
        .anyMatch(action ->
            action instanceof Action.Read read && snapshot.readLive().containsAll(read.queries()));
  }

  // The caches of two kinds are of two moments, and of a restored cluster even of two histories. So
  // nothing is deleted for what one of them does not show of the primary, or shows of an earlier
  // one of its name.
  private Plan lookedFirst(Plan wanted, Instant now) {
    if (looks.showPrimary(now) || wanted.actions().stream().noneMatch(Reconcile::deletes)) {
      return wanted;
    }
    Action.Read look =
        new Action.Read(List.of(new LiveRead.Get(ObjectKey.of(snapshot.primary()))), READ);
    if (snapshot.failures().covers(look)) {
      return withoutDeletes(wanted, now);
    }
    return new Plan(
        List.of(look), List.of(), wanted.requeueAt(), wanted.pending(), wanted.refuted());
  }

  private Plan withoutDeletes(Plan wanted, Instant now) {
    Plan left = wanted;
    while (left.actions().stream().anyMatch(Reconcile::deletes)) {
      Failures failures = snapshot.failures();
      for (Action action : left.actions()) {
        failures = deletes(action) ? failures.withSkipped(action) : failures;
      }
      snapshot = snapshot.withFailures(failures);
      left = planner.plan(snapshot, now);
    }
    return left;
  }

  private static boolean deletes(Action action) {
    return action instanceof Action.Delete;
  }

  private void begin() {
    begun = true;
    snapshot =
        snapshot.withFailures(
            snapshot.failures().withUnkept(snapshot.memory().unkept().standing(snapshot)));
  }

  // What goes on for ever is left out, so that the status, which comes last, can say so.
  private Plan lastWord(Instant now) {
    Failures failures = snapshot.failures().with(restless(plan));
    for (int left = MAX_ROUNDS; left > 0; left--) {
      for (Action action : plan.actions()) {
        failures = action instanceof Action.PutStatus ? failures : failures.withSkipped(action);
      }
      snapshot = snapshot.withFailures(failures);
      plan = planner.plan(snapshot, now);
      if (plan.actions().stream().allMatch(Action.PutStatus.class::isInstance)) {
        return plan;
      }
    }
    return Plan.empty();
  }

  private static Failures.Failure restless(Plan plan) {
    return new Failures.Failure(
        ErrorCodes.NOT_SETTLED,
        "no rest after %d rounds; still planned: %s"
            .formatted(
                MAX_ROUNDS,
                plan.actions().stream()
                    .map(action -> action.getClass().getSimpleName() + " " + action.target().kind())
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(", "))));
  }

  /**
   * Whether a plan may as well be made by another reconcile that sees more. Nothing that was done
   * depends on what it tells, and no failure is forgotten.
   */
  public boolean canPutOff(Plan next) {
    return next.onlyTells() && snapshot.failures().reasons().isEmpty() && !isRechecking();
  }

  /** Ends the reconcile before the plan of this round is executed. */
  public void putOff() {
    end = End.PUT_OFF;
  }

  /** Takes what came of the plan of this round. */
  public void take(List<Answer> answers) {
    looks.take(answers, ObjectKey.of(snapshot.primary()), planned);
    snapshot = snapshot.with(answers);
    if (recheck != null) {
      recheck = null;
      boolean isBlind = !(answers.getFirst().outcome() instanceof Outcome.Found);
      end = isBlind ? End.BLIND : null;
      return;
    }
    rounds++;
    leftCreateOpen |= answers.stream().anyMatch(Reconcile::leavesCreateOpen);
    if (snapshot.primaryIsStale()) {
      end = End.INTERRUPTED;
    }
  }

  private static boolean leavesCreateOpen(Answer answer) {
    return answer.action() instanceof Action.Create && answer.outcome() instanceof Outcome.Unknown;
  }

  /** Whether there may be an object of ours that no cache and no answer has shown. */
  public boolean leftCreateOpen() {
    return leftCreateOpen;
  }

  /** What the next round decides on. */
  public Snapshot<P> snapshot() {
    return snapshot;
  }

  /** The result, once there is no next round. */
  public Result<P> result() {
    End known = Objects.requireNonNull(end, "the reconcile has not ended");
    Instant requeueAt = known == End.SETTLED ? plan.requeueAt() : null;
    Memory memory = known == End.BLIND ? before.afterNothing(false) : memory(known);
    return new Result<>(known, snapshot, requeueAt, memory, rounds);
  }

  private Memory memory(End known) {
    Memory now = snapshot.memory();
    Failures failures = snapshot.failures();
    boolean again = known != End.PUT_OFF && (known != End.SETTLED || failures.isWorthAnotherTry());
    Pending pending = known == End.PUT_OFF ? left(now) : plan.pending();
    Set<Failure> inEvents = new HashSet<>(failures.reasons());
    // A reconcile that was cut short says nothing about failures that it did not come to.
    if (known != End.SETTLED) {
      inEvents.addAll(before.inEvents());
    }
    return new Memory(
        pending,
        pending == null ? null : since(pending.since(now)),
        plan.refuted() ? since(now.refutedSince()) : null,
        Unkept.of(snapshot),
        failures.lasting(),
        inEvents,
        leftCreateOpen,
        again ? before.tries() + 1 : 0);
  }

  // What was due when it was put off stays due.
  private static Pending left(Memory now) {
    return now.pending() == null ? Pending.STATUS : now.pending();
  }

  private Instant since(@Nullable Instant known) {
    return known == null ? planned : known;
  }

  /** Runs a whole reconcile. */
  public static <P extends HasMetadata> Result<P> run(
      Planner<P> planner,
      Snapshot<P> first,
      InstantSource clock,
      Function<Plan, List<Answer>> executor) {
    Reconcile<P> reconcile = new Reconcile<>(planner, first, List.of());
    for (Optional<Plan> plan = reconcile.next(clock.instant());
        plan.isPresent();
        plan = reconcile.next(clock.instant())) {
      reconcile.take(executor.apply(plan.get()));
    }
    return reconcile.result();
  }
}
