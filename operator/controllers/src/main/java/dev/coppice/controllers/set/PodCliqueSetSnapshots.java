package dev.coppice.controllers.set;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.set.PodCliqueSetInterest;
import dev.coppice.core.watch.Interest;
import dev.coppice.kube.cache.Caches;
import dev.coppice.kube.pass.View;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a pass over a PodCliqueSet begins with. */
final class PodCliqueSetSnapshots {

  private static final Interest<PodCliqueSet> INTEREST = new PodCliqueSetInterest();

  private PodCliqueSetSnapshots() {}

  /** Empty if the object, as opposed to another one of its name, is gone. */
  static Optional<View<PodCliqueSet>> of(PodCliqueSet woken, Caches<PodCliqueSet> caches) {
    return caches
        .primary(ResourceID.fromResource(woken))
        .filter(set -> set.getMetadata().getUid().equals(woken.getMetadata().getUid()))
        .map(set -> view(set, caches));
  }

  private static View<PodCliqueSet> view(PodCliqueSet set, Caches<PodCliqueSet> caches) {
    List<HasMetadata> children = new ArrayList<>();
    INTEREST.kinds().forEach(kind -> caches.secondaries(kind, set).forEach(children::add));
    // The names of all children are fixed: creating one twice ends in 409.
    return new View<>(set, Observed.of(children), List.of(), caches, () -> caches.isThere(set));
  }
}
