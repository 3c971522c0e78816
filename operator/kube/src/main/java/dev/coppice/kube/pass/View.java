package dev.coppice.kube.pass;

import dev.coppice.core.plan.Observed;
import dev.coppice.core.plan.Query;
import dev.coppice.kube.execute.RecentObjects;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/**
 * What a pass begins with.
 *
 * @param primary the object, as the caches say
 * @param observed the objects beside it, as the caches say
 * @param recheck what is read live first if the last pass ended without knowing whether one of its
 *     creates had been obeyed; empty where the names alone make a second create harmless
 * @param recent takes the answers of the pass's own writes
 */
public record View<P extends HasMetadata>(
    P primary, Observed observed, List<Query> recheck, RecentObjects recent) {
  public View {
    recheck = List.copyOf(recheck);
  }
}
