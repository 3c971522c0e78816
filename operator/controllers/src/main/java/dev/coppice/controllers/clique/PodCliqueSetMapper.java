package dev.coppice.controllers.clique;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.PrimaryToSecondaryMapper;
import io.javaoperatorsdk.operator.processing.event.source.SecondaryToPrimaryMapper;
import java.util.Set;
import java.util.stream.Collectors;

/** Maps a PodCliqueSet to all its PodCliques, and a PodClique to its set. */
final class PodCliqueSetMapper
    implements SecondaryToPrimaryMapper<PodCliqueSet>, PrimaryToSecondaryMapper<PodClique> {

  private final IndexerResourceCache<PodClique> cliques;

  PodCliqueSetMapper(IndexerResourceCache<PodClique> cliques) {
    this.cliques = cliques;
  }

  // By listing: the client's index loses an object for the moment in which it is updated, and with
  // it this wake-up. Few changes of a set wake its cliques.
  @Override
  public Set<ResourceID> toPrimaryResourceIDs(PodCliqueSet set) {
    return cliques
        .list(
            set.getMetadata().getNamespace(),
            clique -> Siblings.isPartOf(clique, set.getMetadata().getName()))
        .map(ResourceID::fromResource)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Set<ResourceID> toSecondaryResourceIDs(PodClique clique) {
    return Siblings.setOf(clique).map(Set::of).orElse(Set.of());
  }
}
