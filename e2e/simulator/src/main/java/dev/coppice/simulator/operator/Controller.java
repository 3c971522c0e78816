package dev.coppice.simulator.operator;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Memories;
import dev.coppice.core.reconcile.Memory;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Pending;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.reconcile.Reconcile;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.watch.Changes;
import dev.coppice.core.watch.Watches;
import dev.coppice.simulator.model.CachedMetadata;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One controller of the operator: its caches, what wakes it, and its reconciles. It keeps the rules
 * of the production shell: events of own writes wake nobody, an object is passed over by one
 * reconcile at a time, a refusal is tried again with back-off.
 *
 * @param <P> the kind that it is about
 */
public final class Controller<P extends HasMetadata> {

  private static final PodSpec NO_POD_SPEC = new PodSpec();

  private final Class<P> type;
  private final Planner<P> planner;
  private final Watches<P> watches;
  private final Function<P, List<LiveRead>> recheck;
  private final boolean readsOwnWrites;
  private final InstantSource clock;
  private final Map<Class<? extends HasMetadata>, KindCache> caches = new LinkedHashMap<>();
  private final Set<ObjectKey> woken = new LinkedHashSet<>();
  private final Map<ObjectKey, Instant> timers = new LinkedHashMap<>();
  private final Memories memories = new Memories();
  private final Map<ObjectKey, RunningReconcile<P>> running = new LinkedHashMap<>();

  Controller(Level<P> level, boolean readsOwnWrites, InstantSource clock) {
    this.type = level.type();
    this.planner = level.planner();
    this.watches = level.watches();
    this.recheck = level.recheck();
    this.readsOwnWrites = readsOwnWrites;
    this.clock = clock;
    caches.put(type, new KindCache());
    watches.kinds().stream()
        .sorted((one, other) -> one.getSimpleName().compareTo(other.getSimpleName()))
        .forEach(kind -> caches.computeIfAbsent(kind, key -> new KindCache()));
  }

  /** The kind that it is about. */
  public Class<P> type() {
    return type;
  }

  /** The kinds that it watches, always in the same order. */
  List<Class<? extends HasMetadata>> kinds() {
    return List.copyOf(caches.keySet());
  }

  KindCache cache(Class<? extends HasMetadata> kind) {
    return Objects.requireNonNull(caches.get(kind), () -> "not watched: " + kind);
  }

  /** Fills the caches and wakes everything. */
  void start(Function<Class<? extends HasMetadata>, Stream<? extends HasMetadata>> list) {
    caches.forEach((kind, cache) -> cache.fill(list.apply(kind).map(this::kept)));
    cache(type).all().map(ObjectKey::of).forEach(woken::add);
  }

  /**
   * What the controller keeps of an object: of its metadata what decisions read, and of PodCliques
   * of other levels no pod specification.
   */
  HasMetadata kept(HasMetadata whole) {
    HasMetadata object = CachedMetadata.of(whole);
    if (!(object instanceof PodClique clique) || type == PodClique.class) {
      return object;
    }
    return clique.withSpec(
        PodCliqueSpecBuilder.builder(clique.getSpec()).podSpec(NO_POD_SPEC).build());
  }

  /** Takes note that a watch will bring a change. */
  void expect(Change change) {
    KindCache cache = caches.get(change.key().type());
    if (cache != null) {
      HasMetadata now = change.now();
      cache.expect(
          new Change(change.key(), now == null ? null : kept(now), change.before()),
          clock.instant());
    }
  }

  /** Takes the next change of one watch. */
  void hear(Class<? extends HasMetadata> kind) {
    cache(kind).hear().ifPresent(this::heard);
  }

  /** Lists one kind anew after its watch broke. */
  void relist(Class<? extends HasMetadata> kind, Stream<? extends HasMetadata> objects) {
    cache(kind).relist(objects.map(this::kept)).forEach(this::heard);
  }

  private void heard(KindCache.Notice notice) {
    Change change = notice.change();
    if (change.key().type() == type) {
      primaryChanged(change, notice.ownWrite());
    }
    if (watches.kinds().contains(change.key().type())
        && (change.key().type() == type || !notice.ownWrite() || isOfOthers(change))) {
      othersChanged(change);
    }
  }

  private boolean isOfOthers(Change change) {
    HasMetadata now = change.now();
    return now != null && watches.isOfOthers(now, change.before());
  }

  private void primaryChanged(Change change, boolean ownWrite) {
    HasMetadata now = change.now();
    HasMetadata before = change.before();
    if (now == null) {
      woken.remove(change.key());
      timers.remove(change.key());
      if (before != null) {
        memories.forget(before);
      }
    } else if (before == null || Changes.ofPrimary(now, before, ownWrite)) {
      woken.add(change.key());
    }
  }

  private void othersChanged(Change change) {
    HasMetadata now = change.now();
    HasMetadata before = change.before();
    if (now != null && before != null && !watches.differ(now, before)) {
      return;
    }
    // Whoever has lost it by its labels is woken as well.
    primaries()
        .filter(primary ->
            Stream.of(before, now)
                .filter(Objects::nonNull)
                .anyMatch(version -> watches.relates(primary, version)))
        .map(ObjectKey::of)
        .forEach(woken::add);
  }

  private Stream<P> primaries() {
    return cache(type).all().map(type::cast);
  }

  /** The objects over which a reconcile may begin. */
  public List<ObjectKey> startable() {
    return woken.stream().filter(key -> !running.containsKey(key)).toList();
  }

  /** The reconciles that are under way. */
  public List<RunningReconcile<P>> running() {
    return List.copyOf(running.values());
  }

  /** Begins a reconcile; it ends at once if there is nothing to do. */
  void look(ObjectKey key) {
    woken.remove(key);
    timers.remove(key);
    Optional<P> primary = cache(type).get(key).map(type::cast);
    // The framework does not reconcile what is being deleted, but for pods, which it is told to.
    if (primary.isEmpty()
        || !watches.concerns(primary.get())
        || (Ownership.isTerminating(primary.get()) && type != Pod.class)) {
      return;
    }
    Snapshot<P> first = Snapshot.of(primary.get(), view(primary.get()), memories.of(primary.get()));
    RunningReconcile<P> next =
        new RunningReconcile<>(
            new Reconcile<>(planner, first, recheck.apply(primary.get())), seenAsOf());
    running.put(key, next);
    proceed(next);
  }

  private Instant seenAsOf() {
    return caches.values().stream()
        .flatMap(cache -> cache.behindSince().stream())
        .min(Instant::compareTo)
        .orElseGet(clock::instant);
  }

  private Observed view(P primary) {
    return Observed.of(
        caches.values().stream()
            .flatMap(KindCache::all)
            .filter(other -> watches.relates(primary, other))
            .toList());
  }

  /** Makes one call of a reconcile. */
  void send(RunningReconcile<P> reconcile, Action action, Calls calls, Delivery delivery) {
    Outcome outcome =
        reconcile.isStopped(action) ? new Outcome.Skipped() : outcome(action, calls, delivery);
    takeOwn(outcome);
    if (reconcile.take(action, outcome)) {
      proceed(reconcile);
    }
  }

  private static Outcome outcome(Action action, Calls calls, Delivery delivery) {
    return switch (delivery) {
      case WHOLE -> calls.make(action).outcome();
      case ANSWER_LOST -> {
        calls.make(action);
        yield new Outcome.Unknown("the connection was lost");
      }
      case CALL_LOST -> new Outcome.Unknown("the connection was lost");
      case REFUSED -> new Outcome.Refused(500, "the server is not well");
      case FORBIDDEN ->
          action instanceof Action.Create
              ? new Outcome.Refused(403, "exceeded quota")
              : new Outcome.Refused(429, "too many requests");
    };
  }

  private void takeOwn(Outcome outcome) {
    switch (outcome) {
      case Outcome.Done done -> takeOwn(done.object());
      case Outcome.AlreadyExists exists -> takeOwn(exists.object());
      case Outcome.Deleted(HasMetadata remaining) when remaining != null -> takeOwn(remaining);
      case Outcome.Found found -> found.objects().forEach(this::takeOwn);
      default -> {}
    }
  }

  private void takeOwn(HasMetadata answered) {
    boolean primary = answered.getClass() == type;
    KindCache cache = caches.get(answered.getClass());
    if (cache != null && readsOwnWrites && (primary || isLabelled(answered))) {
      cache.takeOwn(kept(answered), primary);
    }
  }

  // The shell lays nothing over its caches of other kinds that does not bear the operator's label.
  private static boolean isLabelled(HasMetadata object) {
    return Relatives.label(object, Labels.MANAGED_BY).filter(Labels.MANAGER::equals).isPresent();
  }

  private void proceed(RunningReconcile<P> reconcile) {
    if (!reconcile.plan(clock.instant())) {
      running.remove(reconcile.primary());
      finish(reconcile);
    }
  }

  private void finish(RunningReconcile<P> reconcile) {
    Reconcile.Result<P> result = reconcile.result();
    if (result.end() == Reconcile.End.UNSETTLED) {
      throw new Unsettled(reconcile.primary() + " did not come to rest");
    }
    P primary = result.last().primary();
    memories.keep(primary, result.memory());
    if (isThere(primary)) {
      result.requeueAt(clock.instant()).ifPresent(again -> timers.put(reconcile.primary(), again));
    } else {
      // What the reconcile has kept came after the deletion was heard: nobody else would forget it.
      memories.forget(primary);
    }
  }

  private boolean isThere(P primary) {
    String uid = primary.getMetadata().getUid();
    return cache(type)
        .get(ObjectKey.of(primary))
        .filter(held -> held.getMetadata().getUid().equals(uid))
        .isPresent();
  }

  /** When the next timer rings. */
  Optional<Instant> nextTimer() {
    return timers.values().stream().min(Instant::compareTo);
  }

  /** What an object waits for; empty if no time alone brings a reconcile over it. */
  Optional<Wait> wait(ObjectKey key) {
    boolean again =
        cache(type).get(key).filter(primary -> memories.of(primary).tries() > 0).isPresent();
    return Optional.ofNullable(timers.get(key)).map(until -> new Wait(until, again));
  }

  /** Wakes those whose time has come. */
  void ring(Instant now) {
    List<ObjectKey> due = new ArrayList<>();
    timers.forEach((key, instant) -> {
      if (!instant.isAfter(now)) {
        due.add(key);
      }
    });
    due.forEach(key -> {
      timers.remove(key);
      woken.add(key);
    });
  }

  /** What a reconcile over an object would do if its caches held exactly these objects. */
  Plan planOn(P primary, Stream<HasMetadata> objects, Instant now) {
    // A status change that waits for its interval is left to do as well.
    Memory nothing = Memory.none().withPending(Pending.STATUS, Instant.EPOCH);
    return planner.plan(Snapshot.of(primary, view(primary, objects), nothing), now);
  }

  private Observed view(P primary, Stream<HasMetadata> objects) {
    return Observed.of(
        objects.map(this::kept).filter(other -> watches.relates(primary, other)).toList());
  }

  /** What of an object would be decided by time alone, if nobody waits for it. */
  Optional<String> missingTimer(P primary, Stream<HasMetadata> objects, Instant now) {
    Reconcile<P> reconcile =
        new Reconcile<>(
            planner, Snapshot.of(primary, view(primary, objects), memories.of(primary)), List.of());
    Optional<Plan> plan = reconcile.next(now);
    Instant next = plan.isPresent() ? plan.get().requeueAt() : reconcile.result().requeueAt();
    Instant timer = timers.get(ObjectKey.of(primary));
    // Whoever was refused something comes again, and does then what is due besides.
    boolean comesAgain = memories.of(primary).tries() > 0;
    return next == null || (timer != null && (comesAgain || !timer.isAfter(next)))
        ? Optional.empty()
        : Optional.of("%s is due at %s and waits for %s".formatted(primary, next, timer));
  }
}
