package dev.coppice.core.plan;

import dev.coppice.api.ErrorCodes;
import dev.coppice.core.time.BackOff;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Repeats plan and apply until nothing is left to do. Does no I/O of its own: whoever runs a pass
 * executes its plans, so that production, the cluster model and the simulator run the same loop.
 *
 * @param <P> the kind of the primary
 */
public final class Pass<P extends HasMetadata> {

  /**
   * A planner that needs more rounds than this has a bug. A pass that ends one teardown while it
   * carries out another takes nine.
   */
  public static final int MAX_ROUNDS = 16;

  /** Between passes in a row that all have to be repeated; they are never given up. */
  public static final BackOff BACK_OFF = new BackOff(Duration.ofMillis(50), Duration.ofSeconds(30));

  private final Planner<P> planner;
  private Snapshot<P> snapshot;
  private Plan plan = Plan.empty();
  private @Nullable Instant began;
  private Instant planned = Instant.MIN;
  private int rounds;
  private @Nullable End end;

  /** A pass that has yet to begin. */
  public Pass(Planner<P> planner, Snapshot<P> first) {
    this.planner = planner;
    snapshot = first;
  }

  /** How a pass ended. */
  public enum End {
    /** The last plan was empty. */
    SETTLED,
    /** An answer showed that the view was stale; the pass is to be repeated. */
    INTERRUPTED,
    /** The planner did not come to rest. */
    UNSETTLED
  }

  /**
   * The result of a pass.
   *
   * @param end how it ended
   * @param last the snapshot at its end
   * @param nextLook when time alone makes the next decision; null when only an event can
   * @param memory what the next pass is to know
   * @param rounds number of plans that were executed
   */
  public record Result<P extends HasMetadata>(
      End end, Snapshot<P> last, @Nullable Instant nextLook, Memory memory, int rounds) {

    /** Whether the pass is to be repeated with back-off. */
    public boolean mustRetry() {
      return end != End.SETTLED || last.refusals().isWorthAnotherTry();
    }
  }

  /** The plan of the next round; empty when the pass has come to its end. */
  public Optional<Plan> next(Instant now) {
    if (end != null) {
      return Optional.empty();
    }
    if (began == null) {
      begin(now);
    }
    plan = planner.plan(snapshot, now);
    planned = now;
    if (rounds > MAX_ROUNDS) {
      end = End.UNSETTLED;
    } else if (plan.isEmpty()) {
      end = End.SETTLED;
    } else if (rounds == MAX_ROUNDS) {
      plan = lastWord(now);
      end = plan.isEmpty() ? End.UNSETTLED : null;
    }
    return end == null ? Optional.of(plan) : Optional.empty();
  }

  private void begin(Instant now) {
    began = now;
    snapshot =
        snapshot.withRefusals(
            snapshot
                .refusals()
                .with(
                    snapshot.memory().heldBack().stream()
                        .filter(value -> !value.isDue(now))
                        .map(HeldBack::rewrite)
                        .toList()));
  }

  // What goes on for ever is left out, so that the status, which comes last, can say so.
  private Plan lastWord(Instant now) {
    Refusals refusals = snapshot.refusals().with(restless(plan));
    for (int left = MAX_ROUNDS; left > 0; left--) {
      for (Action action : plan.actions()) {
        refusals = action instanceof Action.PutStatus ? refusals : refusals.withSkipped(action);
      }
      snapshot = snapshot.withRefusals(refusals);
      plan = planner.plan(snapshot, now);
      if (plan.actions().stream().allMatch(Action.PutStatus.class::isInstance)) {
        return plan;
      }
    }
    return Plan.empty();
  }

  private static Refusals.Failure restless(Plan plan) {
    return new Refusals.Failure(
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

  /** Takes what came of the plan of this round. */
  public void take(List<Answer> answers) {
    rounds++;
    snapshot = snapshot.with(answers);
    if (snapshot.over()) {
      end = End.INTERRUPTED;
    }
  }

  /** What the next round decides on. */
  public Snapshot<P> snapshot() {
    return snapshot;
  }

  /** The result, once there is no next round. */
  public Result<P> result() {
    return switch (Objects.requireNonNull(end, "the pass has not ended")) {
      case SETTLED -> new Result<>(End.SETTLED, snapshot, nextLook(), memory(), rounds);
      case INTERRUPTED -> new Result<>(End.INTERRUPTED, snapshot, null, memory(), rounds);
      case UNSETTLED -> new Result<>(End.UNSETTLED, snapshot, null, memory(), rounds);
    };
  }

  private Memory memory() {
    Memory before = snapshot.memory();
    return before
        .withUnwrittenSince(plan.statusUnwritten() ? since(before.unwrittenSince()) : null)
        .withRefutedSince(plan.refuted() ? since(before.refutedSince()) : null)
        .withHeldBack(heldBack())
        .withLasting(snapshot.refusals().lasting());
  }

  private List<HeldBack> heldBack() {
    return HeldBack.after(
        snapshot.memory().heldBack(),
        snapshot.refusals().rewrites(),
        end == End.SETTLED,
        Objects.requireNonNull(began),
        planned);
  }

  private @Nullable Instant nextLook() {
    return Stream.concat(
            Stream.ofNullable(plan.nextLook()), heldBack().stream().map(HeldBack::until))
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  private Instant since(@Nullable Instant known) {
    return known == null ? planned : known;
  }

  /** Runs a whole pass. */
  public static <P extends HasMetadata> Result<P> run(
      Planner<P> planner,
      Snapshot<P> first,
      InstantSource clock,
      Function<Plan, List<Answer>> executor) {
    Pass<P> pass = new Pass<>(planner, first);
    for (Optional<Plan> plan = pass.next(clock.instant());
        plan.isPresent();
        plan = pass.next(clock.instant())) {
      pass.take(executor.apply(plan.get()));
    }
    return pass.result();
  }
}
