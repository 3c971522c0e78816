package dev.coppice.kube.source;

import dev.coppice.api.Labels;
import dev.coppice.kube.cache.Stores;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;

/** How an informer of ours is set up, whatever it watches. */
public final class Watches {

  /**
   * Page size of an informer's first list. Set on all of them for a second reason: a list without
   * pages may be answered from a cache of any age, and a new leader must see what the last one did.
   */
  public static final long LIST_LIMIT = 500;

  /** Selects what the operator made. */
  public static final String OURS = Labels.MANAGED_BY + "=" + Labels.MANAGER;

  private Watches() {}

  /**
   * Begins the set-up of an informer on objects that the operator made or users asked for.
   *
   * @param type what is watched
   * @param primaryType what the controller is about
   * @param stores the controller's
   */
  public static <T extends HasMetadata> InformerEventSourceConfiguration.Builder<T> of(
      Class<T> type, Class<? extends HasMetadata> primaryType, Stores stores) {
    return InformerEventSourceConfiguration.from(type, primaryType)
        .withName(HasMetadata.getPlural(type))
        .withWatchAllNamespaces()
        .withInformerListLimit(LIST_LIMIT)
        .withItemStore(stores.secondary(type));
  }
}
