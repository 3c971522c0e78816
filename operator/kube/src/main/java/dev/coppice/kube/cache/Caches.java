package dev.coppice.kube.cache;

import dev.coppice.core.state.ObjectState;
import dev.coppice.kube.client.ResourcePath;
import dev.coppice.kube.history.ClusterHistory;
import dev.coppice.kube.history.UnheardWrites;
import dev.coppice.kube.metrics.Durations;
import dev.coppice.kube.metrics.UnreadableObjects;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The caches of the process, one store for each kind, which all controllers read. Measures the
 * sizes as {@code coppice_cache_objects} and {@code coppice_cache_bytes}, as {@code
 * coppice_unreadable_objects} what of that cannot be read, and as {@code coppice_watch_lag_seconds}
 * how far the watches are behind. Safe for use by many threads.
 */
public final class Caches {

  private final MeterRegistry registry;
  private final Timer lag;
  private final Set<Class<? extends HasMetadata>> whole;
  private final boolean queued;
  private final SharedPodSpecs podSpecs = new SharedPodSpecs();
  private final Map<Class<? extends HasMetadata>, ObjectStore<?>> stores =
      new ConcurrentHashMap<>();
  private final CacheSizes sizes;
  private final CompletableFuture<@Nullable Void> filled = new CompletableFuture<>();
  private BiConsumer<Class<? extends HasMetadata>, WatchLag> follow = (_, _) -> {};

  /**
   * Caches that hold nothing, for who does not ask when containers began.
   *
   * @param whole the kinds of which all objects are watched; of others those that the operator made
   */
  public Caches(MeterRegistry registry, Set<Class<? extends HasMetadata>> whole) {
    this(registry, whole, false);
  }

  /**
   * Caches that hold nothing.
   *
   * @param whole the kinds of which all objects are watched; of others those that the operator made
   * @param queued whether it counts when containers of pods began, and what pods request
   */
  public Caches(MeterRegistry registry, Set<Class<? extends HasMetadata>> whole, boolean queued) {
    this.registry = registry;
    this.whole = Set.copyOf(whole);
    this.queued = queued;
    sizes =
        new CacheSizes(
            registry.config().clock(),
            () ->
                stores.entrySet().stream()
                    .map(store ->
                        new CacheSizes.Kind(kind(store.getKey()), store.getValue().all())));
    measure(CacheCensus.POD_SPEC);
    lag =
        Durations.timer(
            registry,
            "coppice.watch.lag",
            "Time between an answer that shows an object and the watch event that does");
  }

  /**
   * Tells the history of the cluster which own writes the watches do not bring back. Called before
   * anything is put in.
   *
   * @param alarms rings for it
   */
  public Caches tellingUnheard(ClusterHistory history, ScheduledExecutorService alarms) {
    follow =
        (type, watch) ->
            watch.whenFollowing(
                new UnheardWrites(
                        history, alarms, ResourcePath.collection(type, "").path(), watch::waiting)
                    ::begin);
    return this;
  }

  /** The store of a kind. */
  public <T extends HasMetadata> ObjectStore<T> of(Class<T> type) {
    @SuppressWarnings("unchecked") // made for this type
    ObjectStore<T> store = (ObjectStore<T>) stores.computeIfAbsent(type, _ -> newStore(type));
    return store;
  }

  /** Whether all objects of a kind are watched. */
  public boolean areWhole(Class<? extends HasMetadata> type) {
    return whole.contains(type);
  }

  private <T extends HasMetadata> ObjectStore<T> newStore(Class<T> type) {
    Predicate<HasMetadata> watched = areWhole(type) ? object -> true : Relation::isOurs;
    WatchLag watch = new WatchLag(registry.config().clock(), lag);
    follow.accept(type, watch);
    ObjectStore<T> store = new ObjectStore<>(watched, queued, podSpecs, watch);
    String kind = kind(type);
    Gauge.builder("coppice.cache.objects", store::size)
        .description("Objects that the caches hold")
        .tags("kind", kind)
        .register(registry);
    UnreadableObjects.showCount(registry, kind, store::unreadable);
    measure(kind);
    return store;
  }

  private void measure(String kind) {
    Gauge.builder("coppice.cache.bytes", () -> sizes.bytes(kind))
        .description("Memory that the cached objects take, as an estimate")
        .baseUnit("bytes")
        .tags("kind", kind)
        .register(registry);
  }

  /** The largest kinds, namespaces and objects that the caches hold, for people. */
  public String largest() {
    return sizes.census().text();
  }

  /**
   * Counts the objects of a kind by their state, as {@code coppice_objects}.
   *
   * @param state the state of an object
   * @param states all that there are
   */
  public <T extends HasMetadata> void count(
      Class<T> type, Function<T, ObjectState> state, Set<ObjectState> states) {
    ObjectCounts<T> counts =
        new ObjectCounts<>(registry.config().clock(), () -> of(type).all().stream(), state);
    for (ObjectState counted : states) {
      Gauge.builder("coppice.objects", () -> counts.count(counted))
          .description("Objects by state, as the caches show them")
          .tags("kind", kind(type))
          .tags("state", counted.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }

  // The PodGroups of two schedulers are kinds of one name.
  private static String kind(Class<? extends HasMetadata> type) {
    String singular = HasMetadata.getSingular(type);
    String group = HasMetadata.getGroup(type);
    return group.startsWith("scheduling.") ? singular + "." + group : singular;
  }

  /** Every informer has listed its kind. */
  public void filled() {
    filled.complete(null);
  }

  /** Whether every informer has listed its kind. */
  public boolean areFilled() {
    return filled.isDone();
  }

  /** Does something once every informer has listed its kind. */
  public void whenFilled(Runnable action) {
    var _ = filled.thenRun(action);
  }
}
