package dev.coppice.controllers.set;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.plan.Observed;
import dev.coppice.kube.cache.Caches;
import dev.coppice.kube.pass.View;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a pass over a PodCliqueSet begins with. */
final class PodCliqueSetSnapshots {

  private static final List<Class<? extends HasMetadata>> CHILDREN =
      List.of(
          PodClique.class,
          PodCliqueScalingGroup.class,
          PodGang.class,
          HorizontalPodAutoscaler.class,
          Service.class);

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
    CHILDREN.forEach(kind -> caches.secondaries(kind, set).forEach(children::add));
    // The names of all children are fixed: creating one twice ends in 409.
    return new View<>(set, Observed.of(children), List.of(), caches);
  }
}
