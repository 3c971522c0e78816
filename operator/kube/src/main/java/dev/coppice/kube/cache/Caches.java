package dev.coppice.kube.cache;

import dev.coppice.api.Labels;
import dev.coppice.kube.execute.RecentObjects;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.event.EventSourceRetriever;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.controller.ControllerEventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The caches of one controller as a pass sees them: what the informers heard, with our own writes
 * laid over it. Everything is read by {@code get} or {@code getSecondaryResources}, because the
 * framework's other ways of reading leave our own writes out. Nothing read here may be changed.
 *
 * @param <P> the kind that the controller is about
 */
public final class Caches<P extends HasMetadata> implements RecentObjects {

  private final Class<P> primaryType;
  private final EventSourceRetriever<P> sources;
  private final OwnWrites ownWrites;
  private final Stores stores;

  /**
   * The caches behind a reconcile.
   *
   * @param ownWrites takes note of what the pass writes to its primary
   * @param stores what the informers remember
   */
  public Caches(Class<P> primaryType, Context<P> context, OwnWrites ownWrites, Stores stores) {
    this.primaryType = primaryType;
    this.ownWrites = ownWrites;
    this.stores = stores;
    this.sources = context.eventSourceRetriever();
  }

  /** An object of the controller's own kind. */
  public Optional<P> primary(ResourceID id) {
    return sources.getControllerEventSource().get(id);
  }

  /** Whether this very object is still there, and not gone or followed by one of its name. */
  public boolean isThere(P primary) {
    return primary(ResourceID.fromResource(primary))
        .filter(held -> held.getMetadata().getUid().equals(primary.getMetadata().getUid()))
        .isPresent();
  }

  /** All objects of the controller's own kind in a namespace that fit. */
  public Stream<P> primaries(String namespace, Predicate<P> predicate) {
    ControllerEventSource<P> source = sources.getControllerEventSource();
    return source
        .list(namespace, predicate)
        .map(ResourceID::fromResource)
        .map(source::get)
        .flatMap(Optional::stream);
  }

  /** The objects of another kind that are mapped to this primary. */
  public <T extends HasMetadata> Stream<T> secondaries(Class<T> type, P primary) {
    return source(type).getSecondaryResources(primary).stream();
  }

  /** All objects of another kind in a namespace that fit. */
  public <T extends HasMetadata> Stream<T> secondaries(
      Class<T> type, String namespace, Predicate<T> predicate) {
    InformerEventSource<T, P> source = source(type);
    return source
        .list(namespace, predicate)
        .map(ResourceID::fromResource)
        .map(source::get)
        .flatMap(Optional::stream);
  }

  @Override
  public void take(HasMetadata fresh) {
    if (primaryType.isInstance(fresh)) {
      takePrimary(primaryType.cast(fresh));
    } else if (isWatched(fresh)) {
      takeSecondary(fresh);
    }
  }

  // This event source cannot compare versions itself: it takes an object only together with the
  // very one that it holds.
  private void takePrimary(P fresh) {
    ownWrites.note(fresh, () -> isThere(fresh));
    stores.answered(fresh);
    Trims.metadata(fresh);
    ControllerEventSource<P> source = sources.getControllerEventSource();
    ResourceID id = ResourceID.fromResource(fresh);
    source
        .get(id)
        .filter(held -> isNewer(fresh, held))
        .ifPresent(held -> source.handleRecentResourceUpdate(id, fresh, held));
  }

  // As a "create" the event source takes what is newer than what it holds, and nothing that it saw
  // being deleted; its "update" fails on an object that is gone. What it holds already it would let
  // go of.
  private <T extends HasMetadata> void takeSecondary(HasMetadata answer) {
    @SuppressWarnings("unchecked") // the class of an object is the class of its type
    Class<T> type = (Class<T>) answer.getClass();
    List<EventSource<T, P>> informers = sources.getEventSourcesFor(type);
    // What only a pass has read, such as the pods of a replica, is the pass's alone.
    if (informers.isEmpty()) {
      return;
    }
    T fresh = type.cast(Trims.ownCopy(answer));
    stores.answered(fresh);
    Trims.secondary(fresh);
    ResourceID id = ResourceID.fromResource(fresh);
    for (EventSource<T, P> source : informers) {
      InformerEventSource<T, P> informer = (InformerEventSource<T, P>) source;
      if (informer.get(id).filter(held -> !isNewer(fresh, held)).isEmpty()) {
        informer.handleRecentResourceCreate(id, fresh);
      }
    }
  }

  // An object without the label never leaves this overlay again: its events do not reach us.
  private static boolean isWatched(HasMetadata fresh) {
    return fresh.getMetadata().getLabels() != null
        && Labels.MANAGER.equals(fresh.getMetadata().getLabels().get(Labels.MANAGED_BY));
  }

  private static boolean isNewer(HasMetadata fresh, HasMetadata held) {
    return Long.parseLong(fresh.getMetadata().getResourceVersion())
        > Long.parseLong(held.getMetadata().getResourceVersion());
  }

  private <T extends HasMetadata> InformerEventSource<T, P> source(Class<T> type) {
    return (InformerEventSource<T, P>) sources.getEventSourceFor(type);
  }
}
