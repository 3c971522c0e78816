package dev.coppice.controllers;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
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
 */
public record Planners(
    Planner<PodCliqueSet> sets,
    Planner<PodCliqueScalingGroup> groups,
    Planner<PodClique> cliques,
    Planner<Pod> trackedPods,
    Planner<ClusterTopologyBinding> bindings) {}
