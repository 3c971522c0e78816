package dev.coppice.controllers;

import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.kube.cache.OwnWrites;
import dev.coppice.kube.cache.RelatedObjects;
import dev.coppice.kube.reconcile.View;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a reconcile begins with.
 *
 * @param related what is read
 * @param recheck what is read live after a create of unknown outcome
 * @param ownWrites takes the answers of the reconcile
 */
record Snapshots<P extends HasMetadata>(
    RelatedObjects<P> related, Function<P, List<LiveRead>> recheck, OwnWrites ownWrites) {

  /**
   * Empty if the object, as opposed to another one of its name, is gone. The primary comes from the
   * same cache as its siblings and is read first: as that cache shows it, it has seen every
   * deletion before it.
   */
  Optional<View<P>> of(P woken) {
    return related.current(woken).map(this::view);
  }

  /** Whether there would be one: the object is still there. */
  boolean areOf(P woken) {
    return related.current(woken).isPresent();
  }

  private View<P> view(P primary) {
    return new View<>(
        primary,
        Observed.of(related.of(primary)),
        recheck.apply(primary),
        ownWrites,
        () -> areOf(primary));
  }
}
