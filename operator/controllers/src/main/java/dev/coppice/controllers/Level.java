package dev.coppice.controllers;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.LastError;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.binding.BindingWatches;
import dev.coppice.core.clique.CliqueWatches;
import dev.coppice.core.group.GroupWatches;
import dev.coppice.core.queue.QueueWatches;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.set.SetWatches;
import dev.coppice.core.training.TrackedPodWatches;
import dev.coppice.core.watch.Watches;
import dev.coppice.kube.cache.Relation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What makes one controller different from the others.
 *
 * @param type the kind that it is about
 * @param planner its decisions
 * @param watches what it reads and is woken by
 * @param relations how that is found
 * @param lastErrors what the object's status says already
 * @param recheck what it reads live after a create of unknown outcome; nothing where names suffice
 * @param syncs reconciles that run at once
 */
record Level<P extends HasMetadata>(
    Class<P> type,
    Planner<P> planner,
    Watches<P> watches,
    Map<Class<? extends HasMetadata>, Relation> relations,
    Function<P, List<LastError>> lastErrors,
    Function<P, List<LiveRead>> recheck,
    int syncs) {

  private static final int QUEUE_SYNCS = 8;

  /**
   * A PodCliqueSet and its children of every kind, but no pods, and the topology that it names, if
   * anybody asks for topologies, and the Queue that it is in with those above it, if there are any.
   */
  static Level<PodCliqueSet> ofSets(
      Planner<PodCliqueSet> planner, int syncs, SetWatches watches, Optional<String> defaultQueue) {
    Relation children = Relation.naming(Labels.PART_OF);
    Map<Class<? extends HasMetadata>, Relation> relations =
        new HashMap<>(
            Map.of(
                PodClique.class, children,
                PodCliqueScalingGroup.class, children,
                PodGang.class, children,
                HorizontalPodAutoscaler.class, children,
                Service.class, children));
    watches.ofSchedulers().forEach(kind -> relations.put(kind, children));
    if (watches.kinds().contains(ClusterTopologyBinding.class)) {
      relations.put(ClusterTopologyBinding.class, Relation.topologyOfSet());
    }
    if (watches.kinds().contains(Queue.class)) {
      relations.put(Queue.class, Relation.queuesOfSet(defaultQueue));
    }
    return new Level<>(
        PodCliqueSet.class,
        planner,
        watches,
        relations,
        set -> set.statusOrEmpty().lastErrors(),
        // The names of all children are fixed: creating one twice ends in 409.
        set -> List.of(),
        syncs);
  }

  /** A PodCliqueScalingGroup, its members, its set and the other groups of its set replica. */
  static Level<PodCliqueScalingGroup> ofGroups(Planner<PodCliqueScalingGroup> planner, int syncs) {
    return new Level<>(
        PodCliqueScalingGroup.class,
        planner,
        new GroupWatches(),
        Map.of(
            PodClique.class, Relation.naming(Labels.SCALING_GROUP),
            PodCliqueSet.class, Relation.namedIn(Labels.PART_OF),
            PodCliqueScalingGroup.class, Relation.siblings()),
        group -> group.statusOrEmpty().lastErrors(),
        // The names of all members are fixed as well.
        group -> List.of(),
        syncs);
  }

  /**
   * A PodClique, its pods and those of a group that it shares a domain with, the nodes of these, of
   * a training job and of pods that terminate, its PodGang and, in a scaled gang, the base gang,
   * the groups of its set replica, its set and its siblings.
   *
   * @param nodePoolLabel key of the label of nodes that names their pool, where that matters: then
   *     the nodes of all pods are read
   */
  static Level<PodClique> ofCliques(
      Planner<PodClique> planner, int syncs, Optional<String> nodePoolLabel) {
    return new Level<>(
        PodClique.class,
        planner,
        new CliqueWatches(nodePoolLabel),
        Map.of(
            Pod.class, Relation.podsOfClique(),
            Node.class,
                nodePoolLabel.isPresent() ? Relation.allNodesOfClique() : Relation.nodesOfClique(),
            PodGang.class, Relation.gangsOfClique(),
            PodCliqueScalingGroup.class, Relation.sameSetReplica(),
            PodCliqueSet.class, Relation.namedIn(Labels.PART_OF),
            PodClique.class, Relation.siblings()),
        clique -> clique.statusOrEmpty().lastErrors(),
        clique -> List.of(pods(clique)),
        syncs);
  }

  /** A pod of a training job, its PodClique and its set. */
  static Level<Pod> ofTrackedPods(Planner<Pod> planner, int syncs) {
    return new Level<>(
        Pod.class,
        planner,
        new TrackedPodWatches(),
        Map.of(
            PodClique.class, Relation.namedIn(Labels.POD_CLIQUE).ofTraining(),
            PodCliqueSet.class, Relation.namedIn(Labels.PART_OF).ofTraining()),
        pod -> List.of(),
        pod -> List.of(),
        syncs);
  }

  /**
   * A ClusterTopologyBinding, and the objects by which schedulers know its topology. There are few,
   * and nobody waits for them: one at a time is enough.
   */
  static Level<ClusterTopologyBinding> ofBindings(
      Planner<ClusterTopologyBinding> planner, BindingWatches watches) {
    return new Level<>(
        ClusterTopologyBinding.class,
        planner,
        watches,
        watches.kinds().stream()
            .collect(Collectors.toMap(kind -> kind, _ -> Relation.topologiesOfBinding())),
        binding -> List.of(),
        // The names of the objects are fixed as well.
        binding -> List.of(),
        1);
  }

  /**
   * A Queue, those above it and right below it, and the gangs that are in it.
   *
   * @param defaultQueue the queue of gangs that name none
   */
  static Level<Queue> ofQueues(Planner<Queue> planner, Optional<String> defaultQueue) {
    return new Level<>(
        Queue.class,
        planner,
        new QueueWatches(defaultQueue),
        Map.of(
            PodGang.class, Relation.gangsOfQueue(defaultQueue),
            Queue.class, Relation.queuesOfQueue()),
        queue -> List.of(),
        queue -> List.of(),
        QUEUE_SYNCS);
  }

  private static LiveRead pods(PodClique clique) {
    return new LiveRead.ListOf(
        Pod.class,
        clique.getMetadata().getNamespace(),
        Map.of(
            Labels.MANAGED_BY, Labels.MANAGER, Labels.POD_CLIQUE, clique.getMetadata().getName()));
  }

  /** Component that the events of this level name. */
  String component() {
    // The kind was named so when Grove named the component.
    return type == ClusterTopologyBinding.class
        ? "clustertopology-controller"
        : HasMetadata.getSingular(type) + "-controller";
  }
}
