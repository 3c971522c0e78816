package dev.coppice.controllers.group;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.group.PodCliqueScalingGroupInterest;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.watch.Interest;
import dev.coppice.kube.cache.Caches;
import dev.coppice.kube.pass.View;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a pass over a PodCliqueScalingGroup begins with. */
final class PodCliqueScalingGroupSnapshots {

  private static final Interest<PodCliqueScalingGroup> INTEREST =
      new PodCliqueScalingGroupInterest();

  private PodCliqueScalingGroupSnapshots() {}

  /** Empty if the object, as opposed to another one of its name, is gone. */
  static Optional<View<PodCliqueScalingGroup>> of(
      PodCliqueScalingGroup woken, Caches<PodCliqueScalingGroup> caches) {
    return caches
        .primary(ResourceID.fromResource(woken))
        .filter(group -> group.getMetadata().getUid().equals(woken.getMetadata().getUid()))
        .map(group -> view(group, caches));
  }

  private static View<PodCliqueScalingGroup> view(
      PodCliqueScalingGroup group, Caches<PodCliqueScalingGroup> caches) {
    List<HasMetadata> observed = new ArrayList<>();
    caches.secondaries(PodClique.class, group).forEach(observed::add);
    caches.secondaries(PodCliqueSet.class, group).forEach(observed::add);
    caches
        .primaries(group.getMetadata().getNamespace(), other -> INTEREST.covers(group, other))
        .forEach(observed::add);
    // The names of all members are fixed: creating one twice ends in 409.
    return new View<>(group, Observed.of(observed), List.of(), caches, () -> caches.isThere(group));
  }
}
