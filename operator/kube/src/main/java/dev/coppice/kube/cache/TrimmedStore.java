package dev.coppice.kube.cache;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.function.Consumer;

/**
 * The memory of one informer. An object is trimmed when it is put in, which comes before any
 * handler or reader gets to see it.
 */
public final class TrimmedStore<T extends HasMetadata> extends BasicItemStore<T> {

  private final Consumer<? super T> trim;

  /** A store that trims with the given function. */
  public TrimmedStore(Consumer<? super T> trim) {
    super(Cache::metaNamespaceKeyFunc);
    this.trim = trim;
  }

  @Override
  public T put(String key, T fresh) {
    trim.accept(fresh);
    return super.put(key, fresh);
  }
}
