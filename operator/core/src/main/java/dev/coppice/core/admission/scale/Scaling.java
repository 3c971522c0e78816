package dev.coppice.core.admission.scale;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import org.jspecify.annotations.Nullable;

/** A wish for another number of replicas, by {@code /scale} or in the object itself. */
public sealed interface Scaling {

  /** How many replicas are wished for. */
  int replicas();

  /**
   * Of a set.
   *
   * @param set as it is, defaulted
   */
  record OfSet(PodCliqueSet set, int replicas) implements Scaling {}

  /**
   * Of a scaling group.
   *
   * @param group as it is
   * @param set the set that it belongs to, defaulted; null if that is gone
   */
  record OfGroup(PodCliqueScalingGroup group, @Nullable PodCliqueSet set, int replicas)
      implements Scaling {}

  /**
   * Of a PodClique.
   *
   * @param clique as it is
   * @param set the set that it belongs to, defaulted; null if that is gone
   */
  record OfClique(PodClique clique, @Nullable PodCliqueSet set, int replicas) implements Scaling {}
}
