package dev.coppice.controllers;

import dev.coppice.core.object.ObjectKey;
import dev.coppice.kube.cache.Caches;
import dev.coppice.kube.reconcile.Reconciliation;
import dev.coppice.kube.source.AlarmEventSource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Runs a reconcile over the object that was woken.
 *
 * @param alarms wake it when time alone makes the next decision
 * @param caches are to be filled before a reconcile looks; everything is woken when they are
 * @param sources what wakes it
 */
record LevelReconciler<P extends HasMetadata>(
    Reconciliation<P> reconciles,
    Snapshots<P> snapshots,
    Caches caches,
    AlarmEventSource<P> alarms,
    Function<EventSourceContext<P>, List<EventSource<?, P>>> sources)
    implements Reconciler<P> {

  /** Nothing polls: this is a net that no decision relies on. */
  private static final Duration LONGEST_REST = Duration.ofHours(10);

  @Override
  public List<EventSource<?, P>> prepareEventSources(EventSourceContext<P> context) {
    return sources.apply(context);
  }

  @Override
  public UpdateControl<P> reconcile(P woken, Context<P> context) {
    // This controller may be woken while the informers of another are still listing.
    if (!caches.areFilled()) {
      return UpdateControl.noUpdate();
    }
    reconciles
        .wait(woken)
        .or(() -> reconciles.run(ObjectKey.of(woken).namespace(), () -> snapshots.of(woken)))
        .or(() -> snapshots.areOf(woken) ? Optional.of(LONGEST_REST) : Optional.empty())
        .ifPresent(wait -> alarms.set(woken, wait));
    return UpdateControl.noUpdate();
  }
}
