package dev.coppice.kube.reconcile;

import dev.coppice.api.ErrorCodes;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Failures;
import dev.coppice.core.reconcile.Failures.Failure;
import dev.coppice.core.reconcile.Memories;
import dev.coppice.core.reconcile.Memory;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.reconcile.Reconcile;
import dev.coppice.core.reconcile.Rewrite;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.reconcile.Unkept;
import dev.coppice.core.schema.SchemaGaps;
import dev.coppice.kube.client.Turns;
import dev.coppice.kube.event.EventDigest;
import dev.coppice.kube.event.EventRecorder;
import dev.coppice.kube.execute.Executor;
import dev.coppice.kube.reconcile.ReconcileMeters.Phase;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The way of a reconcile, the same for every level: look, plan and execute in rounds, tell, and say
 * when to look again. Never throws: whatever goes wrong is logged once and tried again with
 * back-off. Safe for use by many threads, as long as one object is reconciled by one at a time.
 *
 * @param <P> the kind that the reconciles are about
 */
public final class Reconciliation<P extends HasMetadata> {

  private final Planner<P> planner;
  private final Function<P, Set<Failure>> standingFailures;
  private final Executor executor;
  private final EventRecorder events;
  private final InstantSource clock;
  private final Memories memories = new Memories();
  private final ReconcileLog log = new ReconcileLog();
  private final ReconcileMeters meters;
  private final ReconcileRate rate;
  private final Turns turns;
  private final Supplier<SchemaGaps> schemas;
  private final Set<String> underWay = ConcurrentHashMap.newKeySet();

  /**
   * The reconciles of one controller.
   *
   * @param planner decides
   * @param standingFailures what the object's {@code status.lastErrors} says already
   * @param executor makes the calls
   * @param events tells what was done
   * @param clock gives the instant of each round
   * @param meters measures
   * @param concurrent how many reconciles run at once
   * @param schemas what the served schemas lack
   */
  public Reconciliation(
      Planner<P> planner,
      Function<P, Set<Failure>> standingFailures,
      Executor executor,
      EventRecorder events,
      InstantSource clock,
      ReconcileMeters meters,
      int concurrent,
      Supplier<SchemaGaps> schemas) {
    this.planner = planner;
    this.standingFailures = standingFailures;
    this.executor = executor;
    this.events = events;
    this.clock = clock;
    this.meters = meters;
    this.schemas = schemas;
    rate = new ReconcileRate(clock);
    turns = Turns.ofLongWork(concurrent);
  }

  /** How long a reconcile over this object has to wait; empty if it may run. */
  public Optional<Duration> wait(P woken) {
    return rate.wait(woken);
  }

  /**
   * Runs one reconcile when its turn has come. If it has nothing left to do but to tell, while
   * others wait who may have more to do, it goes behind them, and then tells what is seen by then.
   *
   * @param namespace that of the object; empty for one that belongs to none
   * @param look reads the caches; called only then, so that a wait does not age what is seen. Empty
   *     if the object is gone.
   * @return how long to wait for the next reconcile; empty if only an event can bring it
   */
  public Optional<Duration> run(String namespace, Supplier<Optional<View<P>>> look) {
    Attempt first = inTurn(namespace, false, look);
    return first.isPutOff() ? inTurn(namespace, true, look).next() : first.next();
  }

  /** What came of a turn; nothing comes next of one that was put off. */
  private record Attempt(Optional<Duration> next, boolean isPutOff) {
    static final Attempt NONE = new Attempt(Optional.empty(), false);
    static final Attempt PUT_OFF = new Attempt(Optional.empty(), true);
  }

  private Attempt inTurn(String namespace, boolean tells, Supplier<Optional<View<P>>> look) {
    try {
      turns.acquire(namespace, tells);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Attempt.NONE;
    }
    try {
      ReconcileMeters.Measured measured = meters.begin();
      return measured
          .in(Phase.OBSERVE, look)
          .map(view -> reconcileAlone(view, tells, measured))
          .orElse(Attempt.NONE);
    } finally {
      turns.release(namespace);
    }
  }

  /** Forgets an object that was deleted. */
  public void forget(HasMetadata deleted) {
    memories.forget(deleted);
    log.forget(deleted);
    rate.forget(deleted);
  }

  // The framework loses count when a reconcile over an object outlives it and its name is taken:
  // the end of that reconcile lets a second one begin over the new object. Its view may be older
  // than a write of the first one.
  private Attempt reconcileAlone(View<P> view, boolean tells, ReconcileMeters.Measured measured) {
    String uid = view.primary().getMetadata().getUid();
    if (!underWay.add(uid)) {
      return new Attempt(Optional.of(Reconcile.BACK_OFF.after(1)), false);
    }
    try {
      measured.waited(view.primary());
      Attempt attempt = reconcile(view, tells, measured);
      if (!attempt.isPutOff()) {
        rate.ran(view.primary(), measured.decided());
      }
      if (view.isThere().getAsBoolean()) {
        return attempt;
      }
      // What the reconcile has kept came after the deletion was heard: nobody else would forget it.
      forget(view.primary());
      return Attempt.NONE;
    } finally {
      underWay.remove(uid);
    }
  }

  private Attempt reconcile(View<P> view, boolean tells, ReconcileMeters.Measured measured) {
    P primary = view.primary();
    Memory before = memories.of(primary);
    Transcript transcript = new Transcript();
    Reconcile<P> reconcile =
        new Reconcile<>(
            measured.timed(planner),
            Snapshot.of(primary, view.observed(), before, schemas.get()),
            view.recheck());
    try {
      for (Optional<Plan> plan = reconcile.next(clock.instant());
          plan.isPresent();
          plan = reconcile.next(clock.instant())) {
        if (!tells && reconcile.canPutOff(plan.get()) && turns.isAwaited()) {
          reconcile.putOff();
        } else {
          reconcile.take(execute(reconcile, plan.get(), view, transcript, measured));
        }
      }
      Reconcile.Result<P> result = reconcile.result();
      if (result.end() == Reconcile.End.BLIND) {
        log.trouble(primary, "a live read failed: " + transcript.recheck());
      } else {
        recordEvents(primary, before, transcript, result);
      }
      measured.end(ReconcileResult.of(result, transcript));
      tellOfUnkept(before.unkept(), result.memory().unkept());
      memories.keep(primary, result.memory());
      Instant now = clock.instant();
      return result.end() == Reconcile.End.PUT_OFF
          ? Attempt.PUT_OFF
          : new Attempt(
              result.requeueAt(now).map(at -> until(now, at, at.equals(result.requeueAt()))),
              false);
    } catch (RuntimeException e) {
      measured.end(ReconcileResult.FAILED);
      log.bug(primary, e);
      Memory after = before.afterNothing(reconcile.leftCreateOpen());
      memories.keep(primary, after);
      return new Attempt(Optional.of(Reconcile.BACK_OFF.after(after.tries())), false);
    }
  }

  private List<Answer> execute(
      Reconcile<P> reconcile,
      Plan plan,
      View<P> view,
      Transcript transcript,
      ReconcileMeters.Measured measured) {
    if (reconcile.isRechecking()) {
      return transcript.addRecheck(
          measured.in(Phase.OBSERVE, () -> executor.apply(plan, view.recent())));
    }
    log.plan(view.primary(), plan);
    return transcript.add(
        plan,
        measured.in(
            Phase.APPLY,
            () ->
                reconcile.isCautious()
                    ? executor.applyCautiously(plan, view.recent())
                    : executor.apply(plan, view.recent())));
  }

  private void recordEvents(
      P primary, Memory before, Transcript transcript, Reconcile.Result<P> result) {
    Set<Failure> inEvents = new HashSet<>(before.inEvents());
    inEvents.addAll(standingFailures.apply(primary));
    Failures failures = result.last().failures();
    EventDigest news =
        EventDigest.of(
            primary, transcript.answers(), transcript.planned(), failures.reasons(), inEvents);
    // Where nothing can be created, no event can.
    if (failures.lasting().isEmpty()) {
      events.record(primary, news.events());
    }
    log.changes(primary, news.changes());
    if (result.end() == Reconcile.End.UNSETTLED) {
      log.unsettled(primary, transcript.lastPlan());
    } else {
      trouble(transcript, result).ifPresent(trouble -> log.trouble(primary, trouble));
    }
  }

  private void tellOfUnkept(Unkept before, Unkept after) {
    List<Rewrite> fresh =
        after.values().stream().filter(value -> !before.values().contains(value)).toList();
    meters.unkept(fresh.size());
    log.unkept(fresh, after.schemas());
  }

  // Empty where the reconcile, cut short by a stale view, has neither found trouble nor its end.
  private static Optional<String> trouble(Transcript transcript, Reconcile.Result<?> result) {
    Failures failures = result.last().failures();
    String reasons =
        failures.reasons().stream()
            .filter(failure -> !failures.lasting().contains(failure))
            .filter(failure -> !failure.code().equals(ErrorCodes.VALUE_REWRITTEN))
            .map(failure -> failure.code() + ": " + failure.description())
            .collect(Collectors.joining("; "));
    if (!reasons.isEmpty()) {
      return Optional.of(reasons);
    }
    return transcript
        .lost()
        .map(why -> "the API server did not answer: " + why)
        .or(() -> result.end() == Reconcile.End.SETTLED ? Optional.of("") : Optional.empty());
  }

  // A timer counts whole milliseconds and must not ring before an instant that was asked for.
  private static Duration until(Instant now, Instant at, boolean isAskedFor) {
    Duration wait = Duration.between(now, at);
    return wait.isNegative()
        ? Duration.ZERO
        : Duration.ofMillis(wait.toMillis() + (isAskedFor ? 1 : 0));
  }
}
