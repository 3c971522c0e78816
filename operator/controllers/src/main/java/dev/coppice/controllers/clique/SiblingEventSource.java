package dev.coppice.controllers.clique;

import dev.coppice.api.clique.PodClique;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.util.Optional;
import java.util.Set;

/**
 * Wakes the PodCliques that look at a sibling when it changes. It listens to the controller's own
 * informer, so PodCliques are not held a second time.
 */
final class SiblingEventSource extends AbstractEventSource<PodClique, PodClique>
    implements ResourceEventAware<PodClique> {

  private final IndexerResourceCache<PodClique> cliques;

  SiblingEventSource(IndexerResourceCache<PodClique> cliques) {
    super(PodClique.class, "siblings");
    this.cliques = cliques;
  }

  @Override
  public void onResourceCreated(PodClique clique) {
    wakeOnlookers(clique);
  }

  @Override
  public void onResourceUpdated(PodClique clique, PodClique before) {
    if (Siblings.matters(clique, before)) {
      wakeOnlookers(clique);
    }
  }

  @Override
  public void onResourceDeleted(PodClique clique) {
    wakeOnlookers(clique);
  }

  private void wakeOnlookers(PodClique changed) {
    cliques
        .list(
            changed.getMetadata().getNamespace(),
            other -> Siblings.areSiblings(other, changed) && Siblings.looksAt(other, changed))
        .map(ResourceID::fromResource)
        .forEach(onlooker -> getEventHandler().handleEvent(new Event(onlooker)));
  }

  @Override
  public Set<PodClique> getSecondaryResources(PodClique primary) {
    return Set.of();
  }

  @Override
  public Optional<PodClique> getSecondaryResource(PodClique primary) {
    return Optional.empty();
  }
}
