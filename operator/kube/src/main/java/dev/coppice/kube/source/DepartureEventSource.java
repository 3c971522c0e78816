package dev.coppice.kube.source;

import dev.coppice.core.reconcile.Observed;
import dev.coppice.kube.cache.OwnWrites;
import dev.coppice.kube.pass.Reconciliation;
import dev.coppice.kube.pass.View;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.Cache;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Brings the passes that the framework leaves out, because we put no finalizers on objects: over an
 * object that is being deleted and still bears finalizers, which may be ones that Grove's operator
 * left. Also has the passes forget what is gone.
 *
 * @param <P> the kind that the controller is about
 */
public final class DepartureEventSource<P extends HasMetadata> extends AbstractEventSource<P, P>
    implements ResourceEventAware<P> {

  private final Reconciliation<P> passes;
  private final OwnWrites ownWrites;
  private final Cache<P> primaries;
  private final Executor threads;

  /** Watches what the controller's own cache hears. */
  public DepartureEventSource(
      EventSourceContext<P> context,
      Reconciliation<P> passes,
      OwnWrites ownWrites,
      Executor threads) {
    super(context.getPrimaryResourceClass(), "departures");
    this.passes = passes;
    this.ownWrites = ownWrites;
    this.threads = threads;
    primaries = context.getPrimaryCache();
  }

  @Override
  public void onResourceCreated(P resource) {
    if (isHeldBack(resource)) {
      passOver(ResourceID.fromResource(resource));
    }
  }

  @Override
  public void onResourceUpdated(P resource, P before) {
    onResourceCreated(resource);
  }

  @Override
  public void onResourceDeleted(P resource) {
    passes.forget(resource);
    ownWrites.forget(resource);
  }

  private void passOver(ResourceID id) {
    threads.execute(() ->
        passes
            .run(() -> primaries.get(id).filter(DepartureEventSource::isHeldBack).map(this::view))
            .ifPresent(wait ->
                CompletableFuture.delayedExecutor(wait.toMillis(), TimeUnit.MILLISECONDS, threads)
                    .execute(() -> passOver(id))));
  }

  private View<P> view(P departing) {
    return new View<>(
        departing, Observed.of(List.of()), List.of(), fresh -> {}, () -> isThere(departing));
  }

  private boolean isThere(P departing) {
    return primaries
        .get(ResourceID.fromResource(departing))
        .filter(held -> held.getMetadata().getUid().equals(departing.getMetadata().getUid()))
        .isPresent();
  }

  private static boolean isHeldBack(HasMetadata resource) {
    return resource.isMarkedForDeletion() && !resource.getMetadata().getFinalizers().isEmpty();
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
