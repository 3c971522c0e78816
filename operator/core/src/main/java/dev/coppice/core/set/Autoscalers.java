package dev.coppice.core.set;

import dev.coppice.api.Components;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.AutoScalingConfig;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.core.child.Children;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.object.OwnKeys;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.template.CliqueTemplates;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerSpec;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricSpec;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricSpecBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One HorizontalPodAutoscaler for each clique and each scaling group that asks for it, under the
 * name of what it scales. What the API server fills in, and what we have no field for, is not ours
 * to compare.
 */
final class Autoscalers {

  private static final Purpose SYNC =
      Purpose.announcedOnFailure(
          ErrorCodes.SYNC_AUTOSCALER,
          "created",
          "HorizontalPodAutoscaler",
          EventReasons.AUTOSCALER_CREATE_OR_UPDATE_FAILED);
  static final Purpose DELETE =
      Purpose.announcedOnFailure(
          ErrorCodes.DELETE_AUTOSCALER,
          "deleted",
          "HorizontalPodAutoscaler",
          EventReasons.AUTOSCALER_DELETE_FAILED);

  // What the API server puts there when no metrics are given.
  private static final MetricSpec SERVER_DEFAULT =
      new MetricSpecBuilder()
          .withType("Resource")
          .withNewResource()
          .withName("cpu")
          .withNewTarget()
          .withType("Utilization")
          .withAverageUtilization(80)
          .endTarget()
          .endResource()
          .build();

  private Autoscalers() {}

  /** What is scaled, and how. */
  private record Target(Class<? extends HasMetadata> type, String name, AutoScalingConfig config) {

    static Stream<Target> of(
        Class<? extends HasMetadata> type, String name, @Nullable AutoScalingConfig config) {
      return config == null ? Stream.empty() : Stream.of(new Target(type, name, config));
    }
  }

  static Stream<Action> plan(Snapshot<PodCliqueSet> snapshot) {
    PodCliqueSet set = snapshot.primary();
    // A set from before that was refused may want one name twice: its clique is what scales.
    Map<String, Target> targets =
        // A training job has none, whoever let it past the rules.
        IntStream.range(0, set.getSpec().trains() ? 0 : set.getSpec().replicas())
            .boxed()
            .flatMap(replica -> targets(set, replica))
            .collect(
                Collectors.toMap(
                    Target::name, Function.identity(), (clique, _) -> clique, LinkedHashMap::new));
    Stream<Action> sync =
        targets.values().stream()
            .map(target ->
                Children.ensure(snapshot, autoscaler(set, target), SYNC, Autoscalers::difference))
            .flatMap(Optional::stream);
    Map<String, String> component = Map.of(Labels.COMPONENT, Components.AUTOSCALER);
    return Stream.concat(
        sync,
        Children.deleteUnwanted(
            snapshot, HorizontalPodAutoscaler.class, component, targets.keySet(), DELETE));
  }

  private static Stream<Target> targets(PodCliqueSet set, int replica) {
    String setName = set.getMetadata().getName();
    PodCliqueSetTemplate template = set.getSpec().template();
    return Stream.concat(
        CliqueTemplates.standalone(template).stream()
            .flatMap(clique ->
                Target.of(
                    PodClique.class,
                    Names.standalonePodClique(setName, replica, clique.name()),
                    clique.spec().autoScalingConfig())),
        template.podCliqueScalingGroups().stream()
            .flatMap(group ->
                Target.of(
                    PodCliqueScalingGroup.class,
                    Names.podCliqueScalingGroup(setName, replica, group.name()),
                    group.scaleConfig())));
  }

  private static HorizontalPodAutoscaler autoscaler(PodCliqueSet set, Target target) {
    return new HorizontalPodAutoscalerBuilder()
        .withNewMetadata()
        .withName(target.name())
        .withNamespace(set.getMetadata().getNamespace())
        .withLabels(ChildLabels.autoscaler(set.getMetadata().getName(), target.name()))
        .withOwnerReferences(Ownership.controllerReference(set))
        .endMetadata()
        .withNewSpec()
        .withNewScaleTargetRef()
        .withApiVersion(HasMetadata.getApiVersion(target.type()))
        .withKind(HasMetadata.getKind(target.type()))
        .withName(target.name())
        .endScaleTargetRef()
        .withMinReplicas(target.config().minReplicas())
        .withMaxReplicas(target.config().maxReplicas())
        .withMetrics(target.config().metrics())
        .endSpec()
        .build();
  }

  private static JsonPatch difference(
      HorizontalPodAutoscaler seen, HorizontalPodAutoscaler wanted) {
    HorizontalPodAutoscalerSpec was = seen.getSpec();
    HorizontalPodAutoscalerSpec now = wanted.getSpec();
    return OwnKeys.sync(seen, wanted)
        .sync("/spec/scaleTargetRef", was.getScaleTargetRef(), now.getScaleTargetRef())
        .sync("/spec/minReplicas", was.getMinReplicas(), now.getMinReplicas())
        .sync("/spec/maxReplicas", was.getMaxReplicas(), now.getMaxReplicas())
        .sync("/spec/metrics", chosen(was.getMetrics()), chosen(now.getMetrics()));
  }

  // Null where nobody has chosen any: taking them away brings the server's own choice back.
  private static @Nullable List<MetricSpec> chosen(@Nullable List<MetricSpec> metrics) {
    return metrics == null || metrics.isEmpty() || metrics.equals(List.of(SERVER_DEFAULT))
        ? null
        : metrics;
  }
}
