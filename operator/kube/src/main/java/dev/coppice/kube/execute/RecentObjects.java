package dev.coppice.kube.execute;

import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * Where the answers of our own writes go, so that the next reconcile sees them before their events
 * have arrived.
 */
@FunctionalInterface
public interface RecentObjects {

  /**
   * Takes an object just as the API server answered with it. It may be trimmed in place, but for
   * the specification: the reconcile that has read it goes on with it.
   */
  void take(HasMetadata fresh);
}
