package dev.coppice.core.availability;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.core.slots.Division;

/**
 * How many pods or replicas have to be there: minAvailable, but never more than are asked for. What
 * somebody has scaled below its minAvailable by hand is degraded, not broken. A clique that is
 * divided is asked for whole subgroups.
 */
public final class MinAvailable {

  private MinAvailable() {}

  /** The minimum of a live clique. */
  public static int of(PodClique clique) {
    Integer minAvailable = clique.getSpec().minAvailable();
    int replicas = Division.pods(clique);
    return minAvailable == null ? replicas : Math.min(minAvailable, replicas);
  }

  /** With how many Ready pods a live clique is not breached: asking it for more is no breach. */
  public static int met(PodClique clique) {
    Integer met = clique.statusOrEmpty().metMinimum();
    return met == null ? of(clique) : Math.min(of(clique), met);
  }

  /** The minimum of a live scaling group. */
  public static int of(PodCliqueScalingGroup group) {
    return Math.min(group.getSpec().minAvailable(), group.getSpec().replicas());
  }
}
