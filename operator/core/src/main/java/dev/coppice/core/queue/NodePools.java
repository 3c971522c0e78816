package dev.coppice.core.queue;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What holds where no queue says anything.
 *
 * @param cluster for all node pools
 * @param overrides by node pool, what differs there
 */
public record NodePools(Pool cluster, Map<String, Pool> overrides) {

  /** The name of what is no node pool of its own. */
  public static final String DEFAULT = "default";

  /** Evictions at any time. */
  public static final NodePools NONE = new NodePools(Pool.EMPTY, Map.of());

  /**
   * What is said of one node pool.
   *
   * @param preempt the minimum runtime against gangs of the same queue
   * @param reclaim the minimum runtime against gangs of other queues
   * @param reclaimMethod which queue's value counts against those
   */
  public record Pool(
      Optional<MinRuntime> preempt,
      Optional<MinRuntime> reclaim,
      Optional<ReclaimMethod> reclaimMethod) {

    /** Nothing. */
    public static final Pool EMPTY = new Pool(Optional.empty(), Optional.empty(), Optional.empty());

    Optional<MinRuntime> of(Eviction eviction) {
      return switch (eviction) {
        case PREEMPT -> preempt;
        case RECLAIM -> reclaim;
      };
    }
  }

  /** Keeps a copy. */
  public NodePools {
    overrides = Map.copyOf(overrides);
  }

  ReclaimMethod reclaimMethod(@Nullable String pool) {
    return in(pool).reclaimMethod().or(cluster::reclaimMethod).orElse(ReclaimMethod.LCA);
  }

  /**
   * What applies where no queue says anything.
   *
   * @param asked the queue at which the search upwards began; null if no queue was asked
   */
  Resolution resolution(
      Eviction eviction, @Nullable String pool, Resolution.Gap gap, @Nullable String asked) {
    Optional<MinRuntime> own = in(pool).of(eviction);
    String name = own.isPresent() && pool != null ? pool : DEFAULT;
    MinRuntime minRuntime =
        own.or(() -> cluster.of(eviction)).orElseGet(() -> new MinRuntime.None());
    return new Resolution(eviction, minRuntime, new Resolution.Source.OfNodePool(name, gap), asked);
  }

  private Pool in(@Nullable String pool) {
    return pool == null ? Pool.EMPTY : overrides.getOrDefault(pool, Pool.EMPTY);
  }
}
