package dev.coppice.controllers.clique;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.kube.source.LabelMapper;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.PrimaryToSecondaryMapper;
import io.javaoperatorsdk.operator.processing.event.source.SecondaryToPrimaryMapper;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Maps a PodGang to the PodCliques whose pods belong to it or, in a scaled gang, wait for it; and a
 * PodClique to those gangs.
 */
final class PodGangMapper
    implements SecondaryToPrimaryMapper<PodGang>, PrimaryToSecondaryMapper<PodClique> {

  private final IndexerResourceCache<PodClique> cliques;

  PodGangMapper(IndexerResourceCache<PodClique> cliques) {
    this.cliques = cliques;
  }

  @Override
  public Set<ResourceID> toPrimaryResourceIDs(PodGang gang) {
    ResourceID id = ResourceID.fromResource(gang);
    return cliques
        .list(gang.getMetadata().getNamespace(), clique -> gangsOf(clique).anyMatch(id::equals))
        .map(ResourceID::fromResource)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Set<ResourceID> toSecondaryResourceIDs(PodClique clique) {
    return gangsOf(clique).collect(Collectors.toUnmodifiableSet());
  }

  static Stream<ResourceID> gangsOf(PodClique clique) {
    return Stream.of(Labels.POD_GANG, Labels.BASE_POD_GANG)
        .flatMap(label -> LabelMapper.named(clique, label).stream());
  }
}
