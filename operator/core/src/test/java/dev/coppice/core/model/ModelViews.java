package dev.coppice.core.model;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.plan.ObjectKey;
import dev.coppice.core.plan.Observed;
import dev.coppice.core.plan.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the three levels of controllers see of a {@link ClusterModel}: everything, at once. */
public final class ModelViews {

  private final ClusterModel cluster;

  /** Views of a cluster. */
  public ModelViews(ClusterModel cluster) {
    this.cluster = cluster;
  }

  /** A set with all its children, pods aside; empty when it is gone. */
  public Optional<Snapshot<PodCliqueSet>> set(
      String namespace, String name, @Nullable Instant unwrittenSince) {
    return cluster
        .find(PodCliqueSet.class, namespace, name)
        .map(set ->
            Snapshot.of(
                Defaults.of(set),
                Observed.of(
                    cluster
                        .all(HasMetadata.class)
                        .filter(object -> !(object instanceof Pod))
                        .filter(object -> isLabelled(object, namespace, Labels.PART_OF, name))
                        .toList()),
                unwrittenSince));
  }

  /** A scaling group with its PodCliques, its set and the set's other groups. */
  public Optional<Snapshot<PodCliqueScalingGroup>> group(
      String namespace, String name, @Nullable Instant unwrittenSince) {
    return cluster
        .find(PodCliqueScalingGroup.class, namespace, name)
        .map(group -> Snapshot.of(group, Observed.of(around(group).toList()), unwrittenSince));
  }

  private Stream<HasMetadata> around(PodCliqueScalingGroup group) {
    String namespace = group.getMetadata().getNamespace();
    String set = labels(group).getOrDefault(Labels.PART_OF, "");
    Stream<HasMetadata> members =
        cluster
            .all(HasMetadata.class)
            .filter(PodClique.class::isInstance)
            .filter(clique ->
                isLabelled(clique, namespace, Labels.SCALING_GROUP, group.getMetadata().getName()));
    Stream<HasMetadata> others =
        cluster
            .all(HasMetadata.class)
            .filter(PodCliqueScalingGroup.class::isInstance)
            .filter(other -> !ObjectKey.of(other).equals(ObjectKey.of(group)))
            .filter(other -> isLabelled(other, namespace, Labels.PART_OF, set));
    Stream<HasMetadata> owner =
        cluster.find(PodCliqueSet.class, namespace, set).stream().map(HasMetadata.class::cast);
    return Stream.of(members, others, owner).flatMap(objects -> objects);
  }

  /** A PodClique with its pods, its siblings, its gang, its group and its set. */
  public Optional<Snapshot<PodClique>> clique(
      String namespace, String name, @Nullable Instant unwrittenSince) {
    return cluster
        .find(PodClique.class, namespace, name)
        .map(clique -> Snapshot.of(clique, Observed.of(around(clique).toList()), unwrittenSince));
  }

  private Stream<HasMetadata> around(PodClique clique) {
    String namespace = clique.getMetadata().getNamespace();
    Map<String, String> labels = labels(clique);
    String set = labels.getOrDefault(Labels.PART_OF, "");
    Stream<HasMetadata> pods =
        cluster
            .all(HasMetadata.class)
            .filter(Pod.class::isInstance)
            .filter(pod ->
                isLabelled(pod, namespace, Labels.POD_CLIQUE, clique.getMetadata().getName()));
    Stream<HasMetadata> relatives =
        cluster
            .all(HasMetadata.class)
            .filter(object ->
                List.of(PodClique.class, PodGang.class, PodCliqueScalingGroup.class)
                    .contains(object.getClass()))
            .filter(object -> !ObjectKey.of(object).equals(ObjectKey.of(clique)))
            .filter(object -> isLabelled(object, namespace, Labels.PART_OF, set));
    Stream<HasMetadata> owner =
        cluster.find(PodCliqueSet.class, namespace, set).stream().map(HasMetadata.class::cast);
    return Stream.of(pods, relatives, owner).flatMap(objects -> objects);
  }

  private static boolean isLabelled(
      HasMetadata object, String namespace, String key, String value) {
    return namespace.equals(object.getMetadata().getNamespace())
        && value.equals(labels(object).get(key));
  }

  private static Map<String, String> labels(HasMetadata object) {
    Map<String, String> labels = object.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }
}
