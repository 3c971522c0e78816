package dev.coppice.controllers;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Planner;
import io.fabric8.kubernetes.api.model.Pod;

/**
 * The decisions of all levels.
 *
 * @param sets decides about PodCliqueSets
 * @param groups decides about PodCliqueScalingGroups
 * @param cliques decides about PodCliques
 * @param trackedPods decides whether pods of training jobs are let go
 * @param bindings decides about ClusterTopologyBindings
 * @param queues decides about Queues
 */
public record Planners(
    Planner<PodCliqueSet> sets,
    Planner<PodCliqueScalingGroup> groups,
    Planner<PodClique> cliques,
    Planner<Pod> trackedPods,
    Planner<ClusterTopologyBinding> bindings,
    Planner<Queue> queues) {

  /** Those of a cluster without Queues, or whose statuses somebody else writes. */
  public Planners(
      Planner<PodCliqueSet> sets,
      Planner<PodCliqueScalingGroup> groups,
      Planner<PodClique> cliques,
      Planner<Pod> trackedPods,
      Planner<ClusterTopologyBinding> bindings) {
    this(sets, groups, cliques, trackedPods, bindings, (_, _) -> Plan.empty());
  }
}
