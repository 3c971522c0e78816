package dev.coppice.controllers.clique;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.PrimaryToSecondaryMapper;
import io.javaoperatorsdk.operator.processing.event.source.SecondaryToPrimaryMapper;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Maps a PodGang to the PodCliques that it is composed of, and a PodClique to its PodGang. */
final class PodGangMapper
    implements SecondaryToPrimaryMapper<PodGang>, PrimaryToSecondaryMapper<PodClique> {

  @Override
  public Set<ResourceID> toPrimaryResourceIDs(PodGang gang) {
    String namespace = gang.getMetadata().getNamespace();
    return gang.getSpec().podgroups().stream()
        .map(group -> new ResourceID(group.name(), namespace))
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Set<ResourceID> toSecondaryResourceIDs(PodClique clique) {
    return gangOf(clique).map(Set::of).orElse(Set.of());
  }

  static Optional<ResourceID> gangOf(PodClique clique) {
    Map<String, String> labels = clique.getMetadata().getLabels();
    return Optional.ofNullable(labels == null ? null : labels.get(Labels.POD_GANG))
        .map(name -> new ResourceID(name, clique.getMetadata().getNamespace()));
  }
}
