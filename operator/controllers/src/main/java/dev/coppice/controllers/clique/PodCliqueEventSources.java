package dev.coppice.controllers.clique;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.clique.PodCliqueInterest;
import dev.coppice.core.watch.Interest;
import dev.coppice.kube.cache.Stores;
import dev.coppice.kube.source.InterestMapper;
import dev.coppice.kube.source.LabelMapper;
import dev.coppice.kube.source.SiblingEventSource;
import dev.coppice.kube.source.Watches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.List;

/**
 * What a PodClique sees and is woken by: its pods, which nobody else in the operator watches, its
 * PodGang and, in a scaled gang, the base gang, the groups of its replica of the set, its set and
 * its siblings.
 */
final class PodCliqueEventSources {

  private static final Interest<PodClique> INTEREST = new PodCliqueInterest();

  private PodCliqueEventSources() {}

  static List<EventSource<?, PodClique>> of(EventSourceContext<PodClique> context, Stores stores) {
    IndexerResourceCache<PodClique> cliques = context.getPrimaryCache();
    InterestMapper<PodGang, PodClique> gangs =
        new InterestMapper<>(cliques, INTEREST, Labels.POD_GANG, Labels.BASE_POD_GANG);
    InterestMapper<PodCliqueScalingGroup, PodClique> groups =
        new InterestMapper<>(cliques, INTEREST, Labels.SCALING_GROUP);
    InterestMapper<PodCliqueSet, PodClique> sets =
        new InterestMapper<>(cliques, INTEREST, Labels.PART_OF);
    return List.of(
        source(
            Watches.of(Pod.class, PodClique.class, stores)
                .withLabelSelector(Watches.OURS)
                .withSecondaryToPrimaryMapper(new LabelMapper<>(Labels.POD_CLIQUE)),
            context),
        source(
            Watches.of(PodGang.class, PodClique.class, stores)
                .withLabelSelector(Watches.OURS)
                .withSecondaryToPrimaryMapper(gangs)
                .withPrimaryToSecondaryMapper(gangs),
            context),
        source(
            Watches.of(PodCliqueScalingGroup.class, PodClique.class, stores)
                .withLabelSelector(Watches.OURS)
                .withSecondaryToPrimaryMapper(groups)
                .withPrimaryToSecondaryMapper(groups),
            context),
        source(
            Watches.of(PodCliqueSet.class, PodClique.class, stores)
                .withSecondaryToPrimaryMapper(sets)
                .withPrimaryToSecondaryMapper(sets),
            context),
        new SiblingEventSource<>(context, INTEREST));
  }

  private static <T extends HasMetadata> InformerEventSource<T, PodClique> source(
      InformerEventSourceConfiguration.Builder<T> configuration,
      EventSourceContext<PodClique> context) {
    return new InformerEventSource<>(
        configuration.withOnUpdateFilter(INTEREST::matters).build(), context);
  }
}
