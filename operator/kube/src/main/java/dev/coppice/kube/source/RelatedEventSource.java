package dev.coppice.kube.source;

import dev.coppice.kube.cache.Caches;
import dev.coppice.kube.cache.ObjectStore;
import dev.coppice.kube.cache.OwnWrites;
import dev.coppice.kube.cache.RelatedObjects;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the primaries whose decisions read an object that has changed, whichever controller's
 * informer hears of it; and passes on what this controller's informer hears.
 *
 * <p>Each informer calls from one thread at a time, after its store shows the change. A primary
 * that the store does not show yet needs no event: its own arrival brings a reconcile, which sees
 * the change. Safe for use by many threads.
 *
 * @param <P> the kind that the controller is about
 */
public final class RelatedEventSource<P extends HasMetadata> extends AbstractEventSource<P, P>
    implements ResourceEventAware<P> {

  private final RelatedObjects<P> related;
  private final OwnWrites ownWrites;
  private final ObjectStore<P> primaries;
  private final Caches caches;

  /** Wakes nobody before it listens. */
  public RelatedEventSource(RelatedObjects<P> related, OwnWrites ownWrites, Caches caches) {
    super(related.type(), "related");
    this.related = related;
    this.ownWrites = ownWrites;
    this.caches = caches;
    primaries = caches.of(related.type());
  }

  /** Listens to the caches of everything that decisions read. */
  public RelatedEventSource<P> listening() {
    related.kinds().forEach(kind -> caches.of(kind).listen(this::changed));
    // Whoever was woken before has not looked.
    caches.whenFilled(this::wakeAll);
    return this;
  }

  /** Wakes every primary, for something that the decisions about each of them read. */
  public void wakeAll() {
    wake(
        primaries.all().stream()
            .filter(related::concern)
            .map(ResourceID::fromResource)
            .collect(Collectors.toUnmodifiableSet()));
  }

  private void changed(@Nullable HasMetadata before, @Nullable HasMetadata now) {
    if (now == null) {
      if (before != null) {
        gone(before);
      }
    } else if (!isKnown(now) || related.isOfOthers(now, before)) {
      wake(before == null ? related.readersOf(now) : related.readersOf(now, before));
    }
  }

  private void gone(HasMetadata object) {
    if (!isPrimary(object)) {
      ownWrites.forget(object);
    }
    wake(related.readersOf(object));
  }

  // A primary's own reconcile knows what it wrote; its siblings do not.
  private boolean isKnown(HasMetadata now) {
    return !isPrimary(now) && ownWrites.forgetsWith(now);
  }

  private boolean isPrimary(HasMetadata object) {
    return related.type().isInstance(object);
  }

  private void wake(Set<ResourceID> readers) {
    readers.forEach(reader -> getEventHandler().handleEvent(new Event(reader)));
  }

  @Override
  public void onResourceCreated(P resource) {
    primaries.notifyListeners(null, resource);
  }

  @Override
  public void onResourceUpdated(P resource, P before) {
    primaries.notifyListeners(before, resource);
  }

  @Override
  public void onResourceDeleted(P resource) {
    primaries.notifyListeners(resource, null);
  }

  @Override
  public Set<P> getSecondaryResources(P primary) {
    return Set.of();
  }
}
