package dev.coppice.kube.cache;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The memory of one informer. An object is trimmed when it is put in, which comes before any
 * handler or reader gets to see it.
 */
public final class TrimmedStore<T extends HasMetadata> extends BasicItemStore<T> {

  private final Consumer<? super T> trim;
  private final WatchLag lag;

  /**
   * An empty store.
   *
   * @param trim takes away what no decision reads
   * @param lag hears what comes and goes
   */
  TrimmedStore(Consumer<? super T> trim, WatchLag lag) {
    super(Cache::metaNamespaceKeyFunc);
    this.trim = trim;
    this.lag = lag;
  }

  @Override
  public @Nullable T put(String key, T fresh) {
    trim.accept(fresh);
    lag.heard(fresh);
    return super.put(key, fresh);
  }

  @Override
  public @Nullable T remove(String key) {
    lag.gone(key);
    return super.remove(key);
  }

  /** The API server has answered with this object. */
  void answered(HasMetadata object) {
    lag.answered(Cache.metaNamespaceKeyFunc(object), object);
  }
}
