package dev.coppice.kube.reconcile;

import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.kube.execute.RecentObjects;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * What a reconcile begins with.
 *
 * @param primary the object, as the caches say
 * @param observed the objects beside it, as the caches say
 * @param recheck what is read live first if the last reconcile ended without knowing whether one of
 *     its creates had been obeyed; empty where the names alone make a second create harmless
 * @param recent takes the answers of the reconcile's own writes
 * @param isThere whether the caches still show the primary; asked when the reconcile is over
 */
public record View<P extends HasMetadata>(
    P primary,
    Observed observed,
    List<LiveRead> recheck,
    RecentObjects recent,
    BooleanSupplier isThere) {
  public View {
    recheck = List.copyOf(recheck);
  }
}
