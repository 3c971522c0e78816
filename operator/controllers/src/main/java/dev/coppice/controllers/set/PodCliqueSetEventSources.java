package dev.coppice.controllers.set;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.set.PodCliqueSetInterest;
import dev.coppice.core.watch.Interest;
import dev.coppice.kube.cache.Stores;
import dev.coppice.kube.source.LabelMapper;
import dev.coppice.kube.source.Watches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.List;

/** What a PodCliqueSet sees and is woken by: its children of every kind, but no pods. */
final class PodCliqueSetEventSources {

  private static final Interest<PodCliqueSet> INTEREST = new PodCliqueSetInterest();

  private PodCliqueSetEventSources() {}

  static List<EventSource<?, PodCliqueSet>> of(
      EventSourceContext<PodCliqueSet> context, Stores stores) {
    return List.of(
        source(PodClique.class, context, stores),
        source(PodCliqueScalingGroup.class, context, stores),
        source(PodGang.class, context, stores),
        source(HorizontalPodAutoscaler.class, context, stores),
        source(Service.class, context, stores));
  }

  private static <T extends HasMetadata> InformerEventSource<T, PodCliqueSet> source(
      Class<T> type, EventSourceContext<PodCliqueSet> context, Stores stores) {
    return new InformerEventSource<>(
        Watches.of(type, PodCliqueSet.class, stores)
            .withLabelSelector(Watches.OURS)
            .withSecondaryToPrimaryMapper(new LabelMapper<>(Labels.PART_OF))
            .withOnUpdateFilter(INTEREST::matters)
            .build(),
        context);
  }
}
