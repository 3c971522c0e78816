package dev.coppice.core.group;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.watch.Changes;
import dev.coppice.core.watch.Reports;
import dev.coppice.core.watch.Watches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Set;

/**
 * A scaling group reads its member PodCliques, its set, and the other groups of its replica of the
 * set: their sizes say which PodCliques its members start after.
 */
public final class GroupWatches implements Watches<PodCliqueScalingGroup> {

  @Override
  public Set<Class<? extends HasMetadata>> kinds() {
    return Set.of(PodClique.class, PodCliqueSet.class, PodCliqueScalingGroup.class);
  }

  @Override
  public boolean relates(PodCliqueScalingGroup primary, HasMetadata other) {
    return switch (other) {
      case PodClique clique -> Relatives.names(clique, Labels.SCALING_GROUP, primary);
      case PodCliqueSet set -> Relatives.isPartOf(primary, set);
      case PodCliqueScalingGroup group -> Relatives.areSiblings(group, primary);
      default -> false;
    };
  }

  @Override
  public boolean changed(HasMetadata now, HasMetadata before) {
    return switch (now) {
      case PodClique clique ->
          Changes.ofRequest(now, before) || Reports.differ(clique, (PodClique) before);
      case PodCliqueSet set ->
          Changes.ofRequest(now, before) || Reports.differ(set, (PodCliqueSet) before);
      case PodCliqueScalingGroup group ->
          Changes.ofIdentity(now, before)
              || !group.getSpec().equals(((PodCliqueScalingGroup) before).getSpec());
      default -> true;
    };
  }
}
