package dev.coppice.controllers.group;

import dev.coppice.api.group.PodCliqueScalingGroup;
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

/** Runs a pass over the PodCliqueScalingGroup that was woken. */
public final class PodCliqueScalingGroupReconciler implements Reconciler<PodCliqueScalingGroup> {

  /** Component that the events of this level name. */
  public static final String COMPONENT = "podcliquescalinggroup-controller";

  private final Reconciliation<PodCliqueScalingGroup> passes;
  private final OwnWrites ownWrites;
  private final Stores stores;
  private final Executor threads;

  /** A reconciler around these passes. */
  public PodCliqueScalingGroupReconciler(
      Reconciliation<PodCliqueScalingGroup> passes,
      OwnWrites ownWrites,
      Stores stores,
      Executor threads) {
    this.passes = passes;
    this.ownWrites = ownWrites;
    this.stores = stores;
    this.threads = threads;
  }

  @Override
  public List<EventSource<?, PodCliqueScalingGroup>> prepareEventSources(
      EventSourceContext<PodCliqueScalingGroup> context) {
    List<EventSource<?, PodCliqueScalingGroup>> sources =
        new ArrayList<>(PodCliqueScalingGroupEventSources.of(context, stores));
    sources.add(new DepartureEventSource<>(context, passes, ownWrites, threads));
    return sources;
  }

  @Override
  public UpdateControl<PodCliqueScalingGroup> reconcile(
      PodCliqueScalingGroup woken, Context<PodCliqueScalingGroup> context) {
    Caches<PodCliqueScalingGroup> caches =
        new Caches<>(PodCliqueScalingGroup.class, context, ownWrites, stores);
    return passes
        .run(() -> PodCliqueScalingGroupSnapshots.of(woken, caches))
        .map(wait -> UpdateControl.<PodCliqueScalingGroup>noUpdate().rescheduleAfter(wait))
        .orElseGet(UpdateControl::noUpdate);
  }
}
