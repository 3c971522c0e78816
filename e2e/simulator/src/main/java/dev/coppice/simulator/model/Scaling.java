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
          PodCliqueSet scaled = new PodCliqueSet();
          scaled.setMetadata(set.getMetadata());
          scaled.setSpec(PodCliqueSetSpecBuilder.builder(set.getSpec()).replicas(replicas).build());
          scaled.setStatus(set.getStatus());
          return scaled;
        });
  }

  /** Scales a group. */
  public static void scale(ClusterModel cluster, PodCliqueScalingGroup object, int replicas) {
    cluster.change(
        object,
        group -> {
          PodCliqueScalingGroup scaled = new PodCliqueScalingGroup();
          scaled.setMetadata(group.getMetadata());
          scaled.setSpec(
              PodCliqueScalingGroupSpecBuilder.builder(group.getSpec()).replicas(replicas).build());
          scaled.setStatus(group.getStatus());
          return scaled;
        });
  }

  /** Scales a clique. */
  public static void scale(ClusterModel cluster, PodClique object, int replicas) {
    cluster.change(
        object,
        clique -> {
          PodClique scaled = new PodClique();
          scaled.setMetadata(clique.getMetadata());
          scaled.setSpec(PodCliqueSpecBuilder.builder(clique.getSpec()).replicas(replicas).build());
          scaled.setStatus(clique.getStatus());
          return scaled;
        });
  }
}
