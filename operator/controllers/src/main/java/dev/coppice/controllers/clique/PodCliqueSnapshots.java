package dev.coppice.controllers.clique;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.clique.PodCliqueInterest;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.watch.Interest;
import dev.coppice.kube.cache.Caches;
import dev.coppice.kube.pass.View;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a pass over a PodClique begins with. */
final class PodCliqueSnapshots {

  private static final Interest<PodClique> INTEREST = new PodCliqueInterest();

  private PodCliqueSnapshots() {}

  /**
   * Empty if the object, as opposed to another one of its name, is gone. The PodClique itself comes
   * from the same cache as its siblings: as that cache shows it, it has seen every deletion before
   * it.
   */
  static Optional<View<PodClique>> of(PodClique woken, Caches<PodClique> caches) {
    return caches
        .primary(ResourceID.fromResource(woken))
        .filter(clique -> clique.getMetadata().getUid().equals(woken.getMetadata().getUid()))
        .map(clique -> view(clique, caches));
  }

  private static View<PodClique> view(PodClique clique, Caches<PodClique> caches) {
    ObjectMeta metadata = clique.getMetadata();
    List<HasMetadata> observed = new ArrayList<>();
    caches.secondaries(Pod.class, clique).forEach(observed::add);
    caches.secondaries(PodGang.class, clique).forEach(observed::add);
    caches
        .secondaries(
            PodCliqueScalingGroup.class,
            metadata.getNamespace(),
            group -> INTEREST.covers(clique, group))
        .forEach(observed::add);
    caches.secondaries(PodCliqueSet.class, clique).forEach(observed::add);
    caches
        .primaries(metadata.getNamespace(), other -> INTEREST.covers(clique, other))
        .forEach(observed::add);
    LiveRead pods =
        new LiveRead.ListOf(
            Pod.class,
            metadata.getNamespace(),
            Map.of(Labels.MANAGED_BY, Labels.MANAGER, Labels.POD_CLIQUE, metadata.getName()));
    return new View<>(
        clique, Observed.of(observed), List.of(pods), caches, () -> caches.isThere(clique));
  }
}
