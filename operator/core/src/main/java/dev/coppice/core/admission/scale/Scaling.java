package dev.coppice.core.admission.scale;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import org.jspecify.annotations.Nullable;

/** A wish for another number of replicas, by {@code /scale} or in the object itself. */
public sealed interface Scaling {

  /** The set of it, defaulted; null if that is gone. */
  @Nullable PodCliqueSet set();

  /** How many replicas are wished for. */
  int replicas();

  /** How many there were so far. */
  int before();

  /** Whether there will be more than so far. */
  default boolean isOut() {
    return replicas() > before();
  }

  /**
   * Of a set.
   *
   * @param set as it is, defaulted
   */
  record OfSet(PodCliqueSet set, int replicas) implements Scaling {
    @Override
    public int before() {
      return set.getSpec().replicas();
    }
  }

  /**
   * Of a scaling group.
   *
   * @param group as it is
   * @param set the set that it belongs to, defaulted; null if that is gone
   */
  record OfGroup(PodCliqueScalingGroup group, @Nullable PodCliqueSet set, int replicas)
      implements Scaling {
    @Override
    public int before() {
      return group.getSpec().replicas();
    }
  }

  /**
   * Of a PodClique.
   *
   * @param clique as it is
   * @param set the set that it belongs to, defaulted; null if that is gone
   */
  record OfClique(PodClique clique, @Nullable PodCliqueSet set, int replicas) implements Scaling {
    @Override
    public int before() {
      return clique.getSpec().replicas();
    }
  }
}
