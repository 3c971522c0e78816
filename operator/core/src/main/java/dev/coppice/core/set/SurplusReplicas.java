package dev.coppice.core.set;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.child.Children;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import java.util.stream.Stream;

/**
 * What goes of a set whose children cannot be planned, because it lacks parts or has no bound: that
 * of replicas which are asked for no more. All else stays as it is until the set is mended.
 */
final class SurplusReplicas {

  private SurplusReplicas() {}

  static Stream<Action> plan(Snapshot<PodCliqueSet> snapshot) {
    return snapshot.primary().getSpec() == null
        ? Stream.empty()
        : Stream.of(
                deletions(snapshot, Service.class, HeadlessServices.DELETE),
                deletions(snapshot, PodCliqueScalingGroup.class, ScalingGroups.DELETE),
                deletions(snapshot, PodClique.class, StandaloneCliques.DELETE))
            .flatMap(actions -> actions);
  }

  private static <T extends HasMetadata> Stream<Action> deletions(
      Snapshot<PodCliqueSet> snapshot, Class<T> type, Purpose purpose) {
    int replicas = snapshot.primary().getSpec().replicas();
    return Children.owned(snapshot, type)
        .filter(child -> ReplicaIndex.isBeyond(child, Labels.SET_REPLICA_INDEX, replicas))
        .map(child -> Action.Delete.of(child, purpose));
  }
}
