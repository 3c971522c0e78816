package dev.coppice.simulator.model;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupSpecBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;

/** Sets the replicas of an object, as a user or an autoscaler does by its scale subresource. */
public final class Scaling {

  private Scaling() {}

  /** Scales a set. */
  public static void scale(ClusterModel cluster, PodCliqueSet object, int replicas) {
    cluster.change(
        object,
        set -> {
          return set.withSpec(
              PodCliqueSetSpecBuilder.builder(set.getSpec()).replicas(replicas).build());
        });
  }

  /** Scales a group. */
  public static void scale(ClusterModel cluster, PodCliqueScalingGroup object, int replicas) {
    cluster.change(
        object,
        group -> {
          return group.withSpec(
              PodCliqueScalingGroupSpecBuilder.builder(group.getSpec()).replicas(replicas).build());
        });
  }

  /** Scales a clique. */
  public static void scale(ClusterModel cluster, PodClique object, int replicas) {
    cluster.change(
        object,
        clique -> {
          return clique.withSpec(
              PodCliqueSpecBuilder.builder(clique.getSpec()).replicas(replicas).build());
        });
  }
}
