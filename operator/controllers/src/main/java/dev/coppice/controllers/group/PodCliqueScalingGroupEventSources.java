package dev.coppice.controllers.group;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.group.PodCliqueScalingGroupInterest;
import dev.coppice.core.watch.Interest;
import dev.coppice.kube.cache.Stores;
import dev.coppice.kube.source.InterestMapper;
import dev.coppice.kube.source.LabelMapper;
import dev.coppice.kube.source.SiblingEventSource;
import dev.coppice.kube.source.Watches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.List;

/**
 * What a PodCliqueScalingGroup sees and is woken by: its member PodCliques, its set and the other
 * groups of its replica of the set.
 */
final class PodCliqueScalingGroupEventSources {

  private static final Interest<PodCliqueScalingGroup> INTEREST =
      new PodCliqueScalingGroupInterest();

  private PodCliqueScalingGroupEventSources() {}

  static List<EventSource<?, PodCliqueScalingGroup>> of(
      EventSourceContext<PodCliqueScalingGroup> context, Stores stores) {
    InterestMapper<PodCliqueSet, PodCliqueScalingGroup> sets =
        new InterestMapper<>(context.getPrimaryCache(), INTEREST, Labels.PART_OF);
    return List.of(
        source(
            Watches.of(PodClique.class, PodCliqueScalingGroup.class, stores)
                .withLabelSelector(Watches.OURS)
                .withSecondaryToPrimaryMapper(new LabelMapper<>(Labels.SCALING_GROUP)),
            context),
        source(
            Watches.of(PodCliqueSet.class, PodCliqueScalingGroup.class, stores)
                .withSecondaryToPrimaryMapper(sets)
                .withPrimaryToSecondaryMapper(sets),
            context),
        new SiblingEventSource<>(context, INTEREST));
  }

  private static <T extends HasMetadata> InformerEventSource<T, PodCliqueScalingGroup> source(
      InformerEventSourceConfiguration.Builder<T> configuration,
      EventSourceContext<PodCliqueScalingGroup> context) {
    return new InformerEventSource<>(
        configuration.withOnUpdateFilter(INTEREST::matters).build(), context);
  }
}
