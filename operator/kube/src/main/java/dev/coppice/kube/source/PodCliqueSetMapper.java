package dev.coppice.kube.source;

import dev.coppice.api.Labels;
import dev.coppice.api.set.PodCliqueSet;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.PrimaryToSecondaryMapper;
import io.javaoperatorsdk.operator.processing.event.source.SecondaryToPrimaryMapper;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Maps a PodCliqueSet to all objects of one kind below it, and such an object to its set.
 *
 * @param <P> that kind
 */
public final class PodCliqueSetMapper<P extends HasMetadata>
    implements SecondaryToPrimaryMapper<PodCliqueSet>, PrimaryToSecondaryMapper<P> {

  private final IndexerResourceCache<P> children;

  /** A mapper to what this cache holds. */
  public PodCliqueSetMapper(IndexerResourceCache<P> children) {
    this.children = children;
  }

  // By listing: the client's index loses an object for the moment in which it is updated, and with
  // it this wake-up. Few changes of a set wake what is below it.
  @Override
  public Set<ResourceID> toPrimaryResourceIDs(PodCliqueSet set) {
    Optional<ResourceID> id = Optional.of(ResourceID.fromResource(set));
    return children
        .list(set.getMetadata().getNamespace(), child -> setOf(child).equals(id))
        .map(ResourceID::fromResource)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Set<ResourceID> toSecondaryResourceIDs(P child) {
    return setOf(child).map(Set::of).orElse(Set.of());
  }

  /** The set that an object is part of. */
  public static Optional<ResourceID> setOf(HasMetadata child) {
    return LabelMapper.named(child, Labels.PART_OF);
  }
}
