package dev.coppice.kube.cache;

import dev.coppice.core.state.ObjectState;
import dev.coppice.kube.metrics.Durations;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the informers of one controller remember, one store for each kind. Measures the sizes as
 * {@code coppice_cache_objects}, and as {@code coppice_watch_lag_seconds} how far the watches are
 * behind. Safe for use by many threads.
 */
public final class Stores {

  private final MeterRegistry registry;
  private final String level;
  private final Timer lag;
  private final Map<Class<?>, TrimmedStore<?>> stores = new ConcurrentHashMap<>();

  /** No stores yet, of a controller that is about this kind. */
  public Stores(MeterRegistry registry, Class<? extends HasMetadata> primaryType) {
    this.registry = registry;
    level = HasMetadata.getSingular(primaryType);
    lag =
        Durations.timer(
            registry,
            "coppice.watch.lag",
            "Time between an answer that shows an object and the watch event that does",
            "level",
            level);
  }

  /** A store for the kind that the controller is about. */
  public <T extends HasMetadata> TrimmedStore<T> primary(Class<T> type) {
    return store(type, Trims::metadata);
  }

  /** A store for another kind. */
  public <T extends HasMetadata> TrimmedStore<T> secondary(Class<T> type) {
    return store(type, Trims::secondary);
  }

  private <T extends HasMetadata> TrimmedStore<T> store(Class<T> type, Consumer<? super T> trim) {
    TrimmedStore<T> store = new TrimmedStore<>(trim, new WatchLag(registry.config().clock(), lag));
    stores.put(type, store);
    Gauge.builder("coppice.cache.objects", store::size)
        .description("Objects that the caches hold")
        .tags("level", level, "kind", HasMetadata.getSingular(type))
        .register(registry);
    return store;
  }

  /**
   * Counts the objects of a kind by their state, as {@code coppice_objects}.
   *
   * @param state the state of an object
   * @param states all that there are
   */
  public <T extends HasMetadata> void count(
      Class<T> type, Function<T, ObjectState> state, Set<ObjectState> states) {
    ObjectCounts<T> counts = new ObjectCounts<>(registry.config().clock(), () -> all(type), state);
    for (ObjectState counted : states) {
      Gauge.builder("coppice.objects", () -> counts.count(counted))
          .description("Objects by state, as the caches show them")
          .tags("kind", HasMetadata.getSingular(type))
          .tags("state", counted.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }

  private <T extends HasMetadata> Stream<T> all(Class<T> type) {
    TrimmedStore<?> store = stores.get(type);
    return store == null ? Stream.empty() : store.values().map(type::cast);
  }

  /** The API server has answered with this object, whose event is on its way. */
  void answered(HasMetadata fresh) {
    TrimmedStore<?> store = stores.get(fresh.getClass());
    if (store != null) {
      store.answered(fresh);
    }
  }
}
