package dev.coppice.core.set;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpec;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.gang.ForeignGangs;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.topology.SetTopology;
import dev.coppice.core.watch.Changes;
import dev.coppice.core.watch.Reports;
import dev.coppice.core.watch.Watches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/**
 * A PodCliqueSet reads its children of every kind, but no pods, and the ClusterTopologyBinding that
 * it names, or those among which its groups seek one, and Queues, where there are any.
 */
public final class SetWatches implements Watches<PodCliqueSet> {

  private static final Set<Class<? extends HasMetadata>> CHILDREN =
      Set.of(
          PodClique.class,
          PodCliqueScalingGroup.class,
          PodGang.class,
          HorizontalPodAutoscaler.class,
          Service.class);

  private final Set<Class<? extends HasMetadata>> kinds;

  private final SchedulerBackends schedulers;

  /** Reads no topologies, and nothing by which schedulers are told of gangs. */
  public SetWatches() {
    this(false, SchedulerBackends.standard(), false);
  }

  /**
   * Says what is read.
   *
   * @param topologyAware whether topologies are: without topology-aware scheduling nobody asks
   * @param schedulers the enabled ones, with the kinds by which they are told of gangs
   * @param queues whether Queues are
   */
  public SetWatches(boolean topologyAware, SchedulerBackends schedulers, boolean queues) {
    this.schedulers = schedulers;
    Set<Class<? extends HasMetadata>> read = new HashSet<>(CHILDREN);
    read.addAll(schedulers.kinds());
    if (topologyAware) {
      read.add(ClusterTopologyBinding.class);
    }
    if (queues) {
      read.add(Queue.class);
    }
    kinds = Set.copyOf(read);
  }

  @Override
  public Set<Class<? extends HasMetadata>> kinds() {
    return kinds;
  }

  /** The kinds by which schedulers are told of gangs. */
  public Set<Class<? extends HasMetadata>> ofSchedulers() {
    return schedulers.kinds();
  }

  @Override
  public boolean relates(PodCliqueSet primary, HasMetadata other) {
    return kinds.contains(other.getClass())
        && switch (other) {
          case ClusterTopologyBinding binding ->
              SetTopology.isSought(primary)
                  || SetTopology.nameOf(primary)
                      .filter(binding.getMetadata().getName()::equals)
                      .isPresent();
          // What is above the queue of a set is known to who sees all of them.
          case Queue _ -> true;
          default -> Relatives.isPartOf(other, primary);
        };
  }

  @Override
  public boolean changed(HasMetadata now, HasMetadata before) {
    return switch (now) {
      case PodClique clique ->
          Changes.ofRequest(now, before) || Reports.differ(clique, (PodClique) before);
      case PodCliqueScalingGroup group ->
          Changes.ofRequest(now, before) || Reports.differ(group, (PodCliqueScalingGroup) before);
      case PodGang gang -> changed(gang, (PodGang) before);
      case HorizontalPodAutoscaler autoscaler ->
          changed(autoscaler, (HorizontalPodAutoscaler) before);
      case ClusterTopologyBinding binding -> changed(binding, (ClusterTopologyBinding) before);
      case Queue queue -> !Objects.equals(queue.getSpec(), ((Queue) before).getSpec());
      default -> schedulers.isWorthALook(now, before);
    };
  }

  // A status is written with every look at the topologies of schedulers.
  private static boolean changed(ClusterTopologyBinding now, ClusterTopologyBinding before) {
    return !Objects.equals(now.getSpec(), before.getSpec());
  }

  private static boolean changed(PodGang now, PodGang before) {
    return Changes.ofIdentity(now, before)
        || !Objects.equals(
            now.getMetadata().getAnnotations(), before.getMetadata().getAnnotations())
        || !now.statusOrEmpty().equals(before.statusOrEmpty())
        || (ForeignGangs.isForeign(now)
            ? !now.getSpec().equals(before.getSpec())
            : !withoutReferences(now).equals(withoutReferences(before)));
  }

  private static PodGangSpec withoutReferences(PodGang gang) {
    return PodGangSpecBuilder.builder(gang.getSpec()).podgroups(Changes.members(gang)).build();
  }

  // Its status changes with every measurement, and it has no generation.
  private static boolean changed(HorizontalPodAutoscaler now, HorizontalPodAutoscaler before) {
    return Changes.ofIdentity(now, before) || !Objects.equals(now.getSpec(), before.getSpec());
  }
}
