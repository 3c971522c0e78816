package dev.coppice.kube.source;

import dev.coppice.core.watch.Interest;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.util.Optional;
import java.util.Set;

/**
 * Wakes the objects whose decisions read a sibling, another one of their kind, when it changes. It
 * listens to the controller's own informer, so that nothing is held a second time.
 *
 * @param <P> the kind that the controller is about
 */
public final class SiblingEventSource<P extends HasMetadata> extends AbstractEventSource<P, P>
    implements ResourceEventAware<P> {

  private final IndexerResourceCache<P> primaries;
  private final Interest<P> interest;

  /** Watches what the controller's own cache hears. */
  public SiblingEventSource(EventSourceContext<P> context, Interest<P> interest) {
    this(context.getPrimaryResourceClass(), context.getPrimaryCache(), interest);
  }

  SiblingEventSource(Class<P> type, IndexerResourceCache<P> primaries, Interest<P> interest) {
    super(type, "siblings");
    this.primaries = primaries;
    this.interest = interest;
  }

  @Override
  public void onResourceCreated(P resource) {
    wakeOnlookers(resource);
  }

  @Override
  public void onResourceUpdated(P resource, P before) {
    if (interest.matters(resource, before)) {
      wakeOnlookers(resource);
    }
  }

  @Override
  public void onResourceDeleted(P resource) {
    wakeOnlookers(resource);
  }

  private void wakeOnlookers(P changed) {
    primaries
        .list(changed.getMetadata().getNamespace(), other -> interest.covers(other, changed))
        .map(ResourceID::fromResource)
        .forEach(onlooker -> getEventHandler().handleEvent(new Event(onlooker)));
  }

  @Override
  public Set<P> getSecondaryResources(P primary) {
    return Set.of();
  }

  @Override
  public Optional<P> getSecondaryResource(P primary) {
    return Optional.empty();
  }
}
