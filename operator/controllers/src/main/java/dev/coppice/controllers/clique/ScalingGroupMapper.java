package dev.coppice.controllers.clique;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.kube.source.LabelMapper;
import dev.coppice.kube.source.SiblingEventSource;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.PrimaryToSecondaryMapper;
import io.javaoperatorsdk.operator.processing.event.source.SecondaryToPrimaryMapper;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Maps a scaling group to all PodCliques of its replica of the set: its members, and those that
 * start after its members. A PodClique is mapped to the group that it is a member of.
 */
final class ScalingGroupMapper
    implements SecondaryToPrimaryMapper<PodCliqueScalingGroup>,
        PrimaryToSecondaryMapper<PodClique> {

  private final IndexerResourceCache<PodClique> cliques;

  ScalingGroupMapper(IndexerResourceCache<PodClique> cliques) {
    this.cliques = cliques;
  }

  @Override
  public Set<ResourceID> toPrimaryResourceIDs(PodCliqueScalingGroup group) {
    return cliques
        .list(
            group.getMetadata().getNamespace(),
            clique -> SiblingEventSource.inSameSetReplica(clique, group))
        .map(ResourceID::fromResource)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Set<ResourceID> toSecondaryResourceIDs(PodClique clique) {
    return LabelMapper.named(clique, Labels.SCALING_GROUP).map(Set::of).orElse(Set.of());
  }
}
