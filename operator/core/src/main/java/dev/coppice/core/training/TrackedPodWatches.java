package dev.coppice.core.training;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.watch.Changes;
import dev.coppice.core.watch.Watches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Set;

/** A pod of a training job reads its PodClique and its PodCliqueSet: whether they are there. */
public final class TrackedPodWatches implements Watches<Pod> {

  @Override
  public Set<Class<? extends HasMetadata>> kinds() {
    return Set.of(PodClique.class, PodCliqueSet.class);
  }

  @Override
  public boolean concerns(Pod primary) {
    return TrackedPods.attempt(primary).isPresent() || TrackedPods.isTracked(primary);
  }

  @Override
  public boolean relates(Pod primary, HasMetadata other) {
    return switch (other) {
      case PodClique clique -> Relatives.names(primary, Labels.POD_CLIQUE, clique);
      case PodCliqueSet set -> Relatives.names(primary, Labels.PART_OF, set);
      default -> false;
    };
  }

  @Override
  public boolean changed(HasMetadata now, HasMetadata before) {
    return Changes.ofIdentity(now, before);
  }
}
