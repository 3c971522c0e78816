package dev.coppice.core.set;

import dev.coppice.api.Annotations;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.Names;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupSpec;
import dev.coppice.api.group.PodCliqueScalingGroupSpecBuilder;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.child.Children;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.object.OwnKeys;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.slots.GroupFacts;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One PodCliqueScalingGroup for each scaling group of each set replica. */
final class ScalingGroups {

  private static final Purpose SYNC =
      Purpose.announced(
          ErrorCodes.SYNC_SCALING_GROUP,
          "created",
          "PodCliqueScalingGroup",
          EventReasons.SCALING_GROUP_CREATE_SUCCESSFUL,
          EventReasons.SCALING_GROUP_CREATE_OR_UPDATE_FAILED);
  static final Purpose DELETE =
      Purpose.announced(
          ErrorCodes.DELETE_SCALING_GROUP,
          "deleted",
          "PodCliqueScalingGroup",
          EventReasons.SCALING_GROUP_DELETE_SUCCESSFUL,
          EventReasons.SCALING_GROUP_DELETE_FAILED);

  private ScalingGroups() {}

  static Stream<Action> plan(Snapshot<PodCliqueSet> snapshot) {
    PodCliqueSet set = snapshot.primary();
    List<PodCliqueScalingGroup> wanted =
        IntStream.range(0, set.getSpec().replicas())
            .boxed()
            .flatMap(replica ->
                set.getSpec().template().podCliqueScalingGroups().stream()
                    .map(config -> group(set, replica, config)))
            .toList();
    Stream<Action> sync =
        wanted.stream()
            .map(group ->
                Children.ensure(snapshot, group, SYNC, (one, other) -> difference(set, one, other)))
            .flatMap(Optional::stream);
    Set<String> names =
        wanted.stream().map(group -> group.getMetadata().getName()).collect(Collectors.toSet());
    return Stream.concat(
        sync,
        Children.deleteUnwanted(snapshot, PodCliqueScalingGroup.class, Map.of(), names, DELETE));
  }

  private static PodCliqueScalingGroup group(
      PodCliqueSet set, int replica, PodCliqueScalingGroupConfig config) {
    String setName = set.getMetadata().getName();
    String name = Names.podCliqueScalingGroup(setName, replica, config.name());
    PodCliqueScalingGroup group = new PodCliqueScalingGroup();
    group.setMetadata(
        new ObjectMetaBuilder()
            .withName(name)
            .withNamespace(set.getMetadata().getNamespace())
            .withLabels(ChildLabels.scalingGroup(setName, replica, name))
            .withAnnotations(annotations(set, config))
            .withOwnerReferences(Ownership.controllerReference(set))
            .build());
    group.setSpec(
        PodCliqueScalingGroupSpecBuilder.builder()
            .replicas(config.replicas())
            .minAvailable(config.minAvailable())
            .cliqueNames(config.cliqueNames())
            .subGroupPolicy(config.subGroupPolicy())
            .build());
    return group;
  }

  private static Map<String, String> annotations(
      PodCliqueSet set, PodCliqueScalingGroupConfig config) {
    Map<String, String> annotations = new TreeMap<>(config.annotations());
    String inherited =
        Omitted.orEmpty(set.getMetadata().getAnnotations()).get(Annotations.MNNVL_GROUP);
    if (inherited != null) {
      annotations.putIfAbsent(Annotations.MNNVL_GROUP, inherited);
    }
    Map<String, String> noted = OwnKeys.noted(annotations, List.of(), annotations.keySet());
    noted.putAll(GroupFacts.of(config, set));
    return noted;
  }

  // The live replicas belong to whoever scales, but nobody scales a training job.
  private static JsonPatch difference(
      PodCliqueSet set, PodCliqueScalingGroup seen, PodCliqueScalingGroup wanted) {
    PodCliqueScalingGroupSpec was = seen.getSpec();
    PodCliqueScalingGroupSpec now = wanted.getSpec();
    JsonPatch patch = OwnKeys.sync(seen, wanted);
    if (set.getSpec().trains()) {
      patch.sync("/spec/replicas", was.replicas(), now.replicas());
    }
    return patch
        .sync("/spec/minAvailable", was.minAvailable(), now.minAvailable())
        .sync("/spec/cliqueNames", was.cliqueNames(), now.cliqueNames());
  }
}
