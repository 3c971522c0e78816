package dev.coppice.kube.source;

import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.kube.cache.OwnWrites;
import dev.coppice.kube.cache.RelatedObjects;
import dev.coppice.kube.reconcile.Reconciliation;
import dev.coppice.kube.reconcile.View;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Brings the reconciles that the framework leaves out, because we put no finalizers on objects:
 * over an object that is being deleted and still bears finalizers, which may be ones that Grove's
 * operator left. Also has the reconciles forget what is gone.
 *
 * @param <P> the kind that the controller is about
 */
public final class DeletionEventSource<P extends HasMetadata> extends AbstractEventSource<P, P>
    implements ResourceEventAware<P> {

  private final Reconciliation<P> reconciles;
  private final OwnWrites ownWrites;
  private final RelatedObjects<P> caches;
  private final Executor threads;

  /** Watches what the controller's own informer hears. */
  public DeletionEventSource(
      RelatedObjects<P> caches,
      Reconciliation<P> reconciles,
      OwnWrites ownWrites,
      Executor threads) {
    super(caches.type(), "deletions");
    this.caches = caches;
    this.reconciles = reconciles;
    this.ownWrites = ownWrites;
    this.threads = threads;
  }

  @Override
  public void onResourceCreated(P resource) {
    if (isHeldBack(resource)) {
      reconcile(resource);
    }
  }

  @Override
  public void onResourceUpdated(P resource, P before) {
    onResourceCreated(resource);
  }

  @Override
  public void onResourceDeleted(P resource) {
    reconciles.forget(resource);
    ownWrites.forget(resource);
  }

  private void reconcile(P deleted) {
    threads.execute(() ->
        reconciles
            .run(
                ObjectKey.of(deleted).namespace(),
                () ->
                    caches.current(deleted).filter(DeletionEventSource::isHeldBack).map(this::view))
            .ifPresent(wait ->
                CompletableFuture.delayedExecutor(wait.toMillis(), TimeUnit.MILLISECONDS, threads)
                    .execute(() -> reconcile(deleted))));
  }

  private View<P> view(P deleted) {
    return new View<>(
        deleted,
        Observed.of(List.of()),
        List.of(),
        fresh -> {},
        () -> caches.current(deleted).isPresent());
  }

  private static boolean isHeldBack(HasMetadata resource) {
    return resource.isMarkedForDeletion() && !resource.getMetadata().getFinalizers().isEmpty();
  }

  @Override
  public Set<P> getSecondaryResources(P primary) {
    return Set.of();
  }
}
