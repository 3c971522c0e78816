package dev.coppice.controllers.clique;

import dev.coppice.api.clique.PodClique;
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

/** Runs a pass over the PodClique that was woken. */
public final class PodCliqueReconciler implements Reconciler<PodClique> {

  /** Component that the events of this level name. */
  public static final String COMPONENT = "podclique-controller";

  private final Reconciliation<PodClique> passes;
  private final OwnWrites ownWrites;
  private final Stores stores;
  private final Executor threads;

  /** A reconciler around these passes. */
  public PodCliqueReconciler(
      Reconciliation<PodClique> passes, OwnWrites ownWrites, Stores stores, Executor threads) {
    this.passes = passes;
    this.ownWrites = ownWrites;
    this.stores = stores;
    this.threads = threads;
  }

  @Override
  public List<EventSource<?, PodClique>> prepareEventSources(
      EventSourceContext<PodClique> context) {
    List<EventSource<?, PodClique>> sources =
        new ArrayList<>(PodCliqueEventSources.of(context, stores));
    sources.add(new DepartureEventSource<>(context, passes, ownWrites, threads));
    return sources;
  }

  @Override
  public UpdateControl<PodClique> reconcile(PodClique woken, Context<PodClique> context) {
    Caches<PodClique> caches = new Caches<>(PodClique.class, context, ownWrites, stores);
    return passes
        .run(() -> PodCliqueSnapshots.of(woken, caches))
        .map(wait -> UpdateControl.<PodClique>noUpdate().rescheduleAfter(wait))
        .orElseGet(UpdateControl::noUpdate);
  }
}
