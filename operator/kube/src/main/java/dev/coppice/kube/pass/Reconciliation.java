package dev.coppice.kube.pass;

import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Answer;
import dev.coppice.core.plan.Outcome;
import dev.coppice.core.plan.Pass;
import dev.coppice.core.plan.Plan;
import dev.coppice.core.plan.Planner;
import dev.coppice.core.plan.Purpose;
import dev.coppice.core.plan.Refusals;
import dev.coppice.core.plan.Refusals.Failure;
import dev.coppice.core.plan.Snapshot;
import dev.coppice.kube.event.EventDigest;
import dev.coppice.kube.event.EventRecorder;
import dev.coppice.kube.execute.Executor;
import dev.coppice.kube.pass.PassMeters.Phase;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The way of a reconcile, the same for every level: look, plan and execute in rounds, tell, and say
 * when to look again. Never throws: whatever goes wrong is logged once and tried again with
 * back-off. Safe for use by many threads, as long as one object is passed over by one at a time.
 *
 * @param <P> the kind that the passes are about
 */
public final class Reconciliation<P extends HasMetadata> {

  private static final Purpose RECHECK = Purpose.unannounced("ERR_READ", "read", "object");

  private final Planner<P> planner;
  private final Function<P, Set<Failure>> standingFailures;
  private final Executor executor;
  private final EventRecorder events;
  private final InstantSource clock;
  private final PassMemory memory = new PassMemory();
  private final PassLog log = new PassLog();
  private final PassMeters meters;
  private final Semaphore permits;
  private final Set<String> underWay = ConcurrentHashMap.newKeySet();

  /**
   * The passes of one controller.
   *
   * @param planner decides
   * @param standingFailures what the object's {@code status.lastErrors} says already
   * @param executor makes the calls
   * @param events tells what was done
   * @param clock gives the instant of each round
   * @param meters measures
   * @param concurrentPasses how many passes run at once
   */
  public Reconciliation(
      Planner<P> planner,
      Function<P, Set<Failure>> standingFailures,
      Executor executor,
      EventRecorder events,
      InstantSource clock,
      PassMeters meters,
      int concurrentPasses) {
    this.planner = planner;
    this.standingFailures = standingFailures;
    this.executor = executor;
    this.events = events;
    this.clock = clock;
    this.meters = meters;
    permits = new Semaphore(concurrentPasses, true);
  }

  /**
   * Runs one pass when its turn has come.
   *
   * @param look reads the caches; called only then, so that a wait does not age what is seen. Empty
   *     if the object is gone.
   * @return how long to wait for the next pass; empty if only an event can bring it
   */
  public Optional<Duration> run(Supplier<Optional<View<P>>> look) {
    try {
      permits.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
    try {
      PassMeters.Measured measured = meters.begin();
      return measured.in(Phase.OBSERVE, look).flatMap(view -> passAlone(view, measured));
    } finally {
      permits.release();
    }
  }

  /** Forgets an object that was deleted. */
  public void forget(HasMetadata deleted) {
    memory.forget(deleted);
  }

  // The framework loses count when a pass over an object outlives it and its name is taken: the end
  // of that pass lets a second one begin over the new object. Its view may be older than a write of
  // the first one.
  private Optional<Duration> passAlone(View<P> view, PassMeters.Measured measured) {
    String uid = view.primary().getMetadata().getUid();
    if (!underWay.add(uid)) {
      return Optional.of(Pass.BACK_OFF.after(1));
    }
    try {
      measured.waited(view.primary());
      Optional<Duration> next = pass(view, measured);
      if (view.isThere().getAsBoolean()) {
        return next;
      }
      // What the pass has kept came after the deletion was heard: nobody else would forget it.
      forget(view.primary());
      return Optional.empty();
    } finally {
      underWay.remove(uid);
    }
  }

  private Optional<Duration> pass(View<P> view, PassMeters.Measured measured) {
    P primary = view.primary();
    PassMemory.Entry before = memory.of(primary);
    Transcript transcript = new Transcript();
    try {
      Snapshot<P> first = Snapshot.of(primary, view.observed(), before.memory());
      if (memory.hasOpenCreate(primary) && !view.recheck().isEmpty()) {
        Answer answer = measured.in(Phase.OBSERVE, () -> recheck(view));
        if (!(answer.outcome() instanceof Outcome.Found)) {
          measured.end(PassResult.ofFailedRead(answer.outcome()));
          return tryAgain(primary, before, true, "a live read failed: " + answer.outcome());
        }
        first = first.with(List.of(answer));
      }
      Pass.Result<P> result =
          Pass.run(
              measured.timed(planner),
              first,
              clock,
              plan -> {
                log.plan(primary, plan);
                return transcript.add(
                    plan, measured.in(Phase.APPLY, () -> apply(plan, view, before.tries() > 0)));
              });
      Optional<Duration> next = finish(primary, before, transcript, result);
      measured.end(PassResult.of(result, transcript.lost().isPresent()));
      return next;
    } catch (RuntimeException e) {
      measured.end(PassResult.FAILED);
      log.bug(primary, before.trouble(), e);
      boolean openCreate = memory.hasOpenCreate(primary) || transcript.leftCreateOpen();
      return tryAgain(primary, before, openCreate, PassLog.describe(e));
    }
  }

  private List<Answer> apply(Plan plan, View<P> view, boolean cautiously) {
    return cautiously
        ? executor.applyCautiously(plan, view.recent())
        : executor.apply(plan, view.recent());
  }

  private Answer recheck(View<P> view) {
    Plan read =
        new Plan(List.of(new Action.Read(view.recheck(), RECHECK)), List.of(), null, false, false);
    return executor.apply(read, view.recent()).getFirst();
  }

  private Optional<Duration> tryAgain(
      P primary, PassMemory.Entry before, boolean openCreate, String trouble) {
    log.trouble(primary, before.trouble(), trouble);
    int tries = before.tries() + 1;
    memory.keep(
        primary, new PassMemory.Entry(before.memory(), openCreate, tries, before.told(), trouble));
    return Optional.of(Pass.BACK_OFF.after(tries));
  }

  private Optional<Duration> finish(
      P primary, PassMemory.Entry before, Transcript transcript, Pass.Result<P> result) {
    List<Failure> failures = result.last().refusals().failures();
    Set<Failure> told = new HashSet<>(before.told());
    told.addAll(standingFailures.apply(primary));
    EventDigest news =
        EventDigest.of(primary, transcript.answers(), transcript.planned(), failures, told);
    // Where nothing can be created, no event can.
    if (result.last().refusals().lasting().isEmpty()) {
      events.record(primary, news.events());
    }
    log.changes(primary, news.changes());

    String trouble = trouble(before, transcript, result);
    if (result.end() == Pass.End.UNSETTLED) {
      log.unsettled(primary, before.trouble(), trouble, transcript.lastPlan());
    } else {
      log.trouble(primary, before.trouble(), trouble);
    }
    // A pass that was cut short says nothing about failures that it did not come to.
    Set<Failure> toldNow = new HashSet<>(failures);
    if (result.end() != Pass.End.SETTLED) {
      toldNow.addAll(before.told());
    }
    int tries = result.mustRetry() ? before.tries() + 1 : 0;
    memory.keep(
        primary,
        new PassMemory.Entry(
            result.memory(), transcript.leftCreateOpen(), tries, toldNow, trouble));
    return earliest(
        result.nextLook() == null ? null : untilAfter(result.nextLook()),
        tries == 0 ? null : Pass.BACK_OFF.after(tries));
  }

  private static String trouble(
      PassMemory.Entry before, Transcript transcript, Pass.Result<?> result) {
    if (result.end() == Pass.End.UNSETTLED) {
      return PassLog.UNSETTLED;
    }
    Refusals refusals = result.last().refusals();
    String failures =
        refusals.failures().stream()
            .filter(failure -> !refusals.lasting().contains(failure))
            .map(failure -> failure.code() + ": " + failure.description())
            .collect(Collectors.joining("; "));
    if (!failures.isEmpty()) {
      return failures;
    }
    return transcript
        .lost()
        .map(why -> "the API server did not answer: " + why)
        .orElse(result.end() == Pass.End.SETTLED ? "" : before.trouble());
  }

  // A timer counts whole milliseconds and must not ring before the instant.
  private Duration untilAfter(Instant instant) {
    Duration wait = Duration.between(clock.instant(), instant);
    return wait.isNegative() ? Duration.ZERO : Duration.ofMillis(wait.toMillis() + 1);
  }

  private static Optional<Duration> earliest(@Nullable Duration a, @Nullable Duration b) {
    if (a == null || b == null) {
      return Optional.ofNullable(a == null ? b : a);
    }
    return Optional.of(a.compareTo(b) < 0 ? a : b);
  }
}
