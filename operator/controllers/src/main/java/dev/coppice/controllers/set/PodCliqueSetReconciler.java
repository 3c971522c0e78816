package dev.coppice.controllers.set;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.kube.cache.Caches;
import dev.coppice.kube.cache.OwnWrites;
import dev.coppice.kube.cache.Stores;
import dev.coppice.kube.pass.Reconciliation;
import dev.coppice.kube.source.DepartureEventSource;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** Runs a pass over the PodCliqueSet that was woken. */
public final class PodCliqueSetReconciler implements Reconciler<PodCliqueSet> {

  /** Component that the events of this level name. */
  public static final String COMPONENT = "podcliqueset-controller";

  private final Reconciliation<PodCliqueSet> passes;
  private final OwnWrites ownWrites;
  private final Stores stores;
  private final Executor threads;

  /** A reconciler around these passes. */
  public PodCliqueSetReconciler(
      Reconciliation<PodCliqueSet> passes, OwnWrites ownWrites, Stores stores, Executor threads) {
    this.passes = passes;
    this.ownWrites = ownWrites;
    this.stores = stores;
    this.threads = threads;
  }

  @Override
  public List<EventSource<?, PodCliqueSet>> prepareEventSources(
      EventSourceContext<PodCliqueSet> context) {
    List<EventSource<?, PodCliqueSet>> sources =
        new ArrayList<>(PodCliqueSetEventSources.of(context, stores));
    sources.add(new DepartureEventSource<>(context, passes, ownWrites, threads));
    return sources;
  }

  @Override
  public UpdateControl<PodCliqueSet> reconcile(PodCliqueSet woken, Context<PodCliqueSet> context) {
    Caches<PodCliqueSet> caches = new Caches<>(PodCliqueSet.class, context, ownWrites, stores);
    return passes
        .run(() -> PodCliqueSetSnapshots.of(woken, caches))
        .map(wait -> UpdateControl.<PodCliqueSet>noUpdate().rescheduleAfter(wait))
        .orElseGet(UpdateControl::noUpdate);
  }
}
