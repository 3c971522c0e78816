package dev.coppice.kube.source;

import dev.coppice.api.Labels;
import dev.coppice.kube.cache.Caches;
import dev.coppice.kube.cache.ObjectStore;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.source.informer.ManagedInformerEventSource;
import java.util.Set;

/**
 * The informer of a kind that no controller is about. One controller starts and stops it; it fills
 * the cache and wakes nobody itself. It watches all objects that the cache may hold.
 *
 * @param <T> the kind
 * @param <P> the kind that the controller is about
 */
public final class SharedInformer<T extends HasMetadata, P extends HasMetadata>
    extends ManagedInformerEventSource<T, P, InformerEventSourceConfiguration<T>> {

  /**
   * Page size of an informer's first list. Set on all of them for a second reason: a list without
   * pages may be answered from a cache of any age, and a new leader must see what the last one did.
   */
  public static final long LIST_LIMIT = 500;

  /** Selects what the operator made. */
  public static final String OURS = Labels.MANAGED_BY + "=" + Labels.MANAGER;

  private final ObjectStore<T> store;

  /** An informer that fills the cache of the kind. */
  public SharedInformer(Class<T> type, EventSourceContext<P> context, Caches caches) {
    super(
        nameOf(type),
        context.getClient().resources(type),
        InformerEventSourceConfiguration.from(type, context.getPrimaryResourceClass())
            .withName(nameOf(type))
            .withWatchAllNamespaces()
            .withLabelSelector(caches.areWhole(type) ? null : OURS)
            .withInformerListLimit(LIST_LIMIT)
            .withItemStore(caches.of(type))
            .build(),
        true);
    store = caches.of(type);
  }

  // Two schedulers may each have a kind of the same plural.
  private static String nameOf(Class<? extends HasMetadata> type) {
    return HasMetadata.getFullResourceName(type);
  }

  @Override
  public void onAdd(T resource) {
    store.notifyListeners(null, resource);
  }

  @Override
  public void onUpdate(T before, T resource) {
    store.notifyListeners(before, resource);
  }

  @Override
  public void onDelete(T resource, boolean finalStateUnknown) {
    store.notifyListeners(resource, null);
  }

  @Override
  public Set<T> getSecondaryResources(P primary) {
    return Set.of();
  }
}
