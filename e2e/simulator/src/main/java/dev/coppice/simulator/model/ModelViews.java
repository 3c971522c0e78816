package dev.coppice.simulator.model;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.clique.CliqueWatches;
import dev.coppice.core.group.GroupWatches;
import dev.coppice.core.reconcile.Memory;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.set.SetWatches;
import dev.coppice.core.watch.Watches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What the three levels of controllers see of a {@link ClusterModel}: all they read, at once. */
public final class ModelViews {

  private static final Watches<PodCliqueScalingGroup> GROUP = new GroupWatches();
  private static final Watches<PodClique> CLIQUE = new CliqueWatches();

  private final ClusterModel cluster;
  private final Watches<PodCliqueSet> sets;
  private final UnaryOperator<HasMetadata> cached;

  /** Views of a cluster. */
  public ModelViews(ClusterModel cluster) {
    this(cluster, new SetWatches());
  }

  /** Views of a cluster in which sets read something else. */
  public ModelViews(ClusterModel cluster, Watches<PodCliqueSet> sets) {
    this(cluster, sets, CachedMetadata::of);
  }

  /** Views by caches that hold something else of each object. */
  public ModelViews(
      ClusterModel cluster, Watches<PodCliqueSet> sets, UnaryOperator<HasMetadata> cached) {
    this.cluster = cluster;
    this.sets = sets;
    this.cached = cached;
  }

  /** A set with what is read beside it; empty when it is gone. */
  public Optional<Snapshot<PodCliqueSet>> set(String namespace, String name, Memory memory) {
    return cluster
        .find(PodCliqueSet.class, namespace, name)
        .map(cluster.unreadable()::seen)
        .map(set ->
            view(
                set.getSpec() == null ? set : Defaults.of(set), sets, memory, ModelViews::trimmed));
  }

  /** A scaling group with what is read beside it; empty when it is gone. */
  public Optional<Snapshot<PodCliqueScalingGroup>> group(
      String namespace, String name, Memory memory) {
    return cluster
        .find(PodCliqueScalingGroup.class, namespace, name)
        .map(cluster.unreadable()::seen)
        .map(group -> view(group, GROUP, memory, ModelViews::trimmed));
  }

  /** A PodClique with what is read beside it; empty when it is gone. */
  public Optional<Snapshot<PodClique>> clique(String namespace, String name, Memory memory) {
    return cluster
        .find(PodClique.class, namespace, name)
        .map(cluster.unreadable()::seen)
        .map(clique -> view(clique, CLIQUE, memory, UnaryOperator.identity()));
  }

  private <P extends HasMetadata> Snapshot<P> view(
      P primary, Watches<P> watches, Memory memory, UnaryOperator<HasMetadata> trim) {
    @SuppressWarnings("unchecked") // a cache changes no types
    P seen = (P) cached.apply(primary);
    return Snapshot.of(
        seen,
        Observed.of(
            cluster
                .all(HasMetadata.class)
                .map(cluster.unreadable()::seen)
                .map(cached)
                .filter(object -> watches.relates(seen, object))
                .map(trim)
                .toList()),
        memory);
  }

  // The levels above a PodClique see no podSpecs unless they read them.
  private static HasMetadata trimmed(HasMetadata object) {
    if (!(object instanceof PodClique clique) || clique.getSpec() == null) {
      return object;
    }
    return clique.withSpec(
        PodCliqueSpecBuilder.builder(clique.getSpec()).podSpec(new PodSpec()).build());
  }
}
