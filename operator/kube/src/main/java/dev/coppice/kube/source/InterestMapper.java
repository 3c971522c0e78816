package dev.coppice.kube.source;

import dev.coppice.core.watch.Interest;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.PrimaryToSecondaryMapper;
import io.javaoperatorsdk.operator.processing.event.source.SecondaryToPrimaryMapper;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Maps an object to all primaries whose decisions read it, and a primary to those objects that its
 * labels name.
 *
 * @param <S> the kind of the object
 * @param <P> the kind that the controller is about
 */
public final class InterestMapper<S extends HasMetadata, P extends HasMetadata>
    implements SecondaryToPrimaryMapper<S>, PrimaryToSecondaryMapper<P> {

  private final IndexerResourceCache<P> primaries;
  private final Interest<P> interest;
  private final List<String> labels;

  /**
   * A mapper to what this cache holds.
   *
   * @param labels those in which a primary names objects of the other kind
   */
  public InterestMapper(IndexerResourceCache<P> primaries, Interest<P> interest, String... labels) {
    this.primaries = primaries;
    this.interest = interest;
    this.labels = List.of(labels);
  }

  // By listing: the client's index loses an object for the moment in which it is updated, and with
  // it this wake-up. Few changes of such objects wake anything.
  @Override
  public Set<ResourceID> toPrimaryResourceIDs(S object) {
    return primaries
        .list(object.getMetadata().getNamespace(), primary -> interest.covers(primary, object))
        .map(ResourceID::fromResource)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Set<ResourceID> toSecondaryResourceIDs(P primary) {
    return labels.stream()
        .map(label -> LabelMapper.named(primary, label))
        .flatMap(Optional::stream)
        .collect(Collectors.toUnmodifiableSet());
  }
}
