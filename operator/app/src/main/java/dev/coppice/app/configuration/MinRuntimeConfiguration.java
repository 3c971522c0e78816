package dev.coppice.app.configuration;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.coppice.core.queue.MinRuntimeText;
import dev.coppice.core.queue.NodePools;
import dev.coppice.core.queue.ReclaimMethod;
import dev.coppice.core.queue.StartTime;
import dev.coppice.core.queue.UnqueuedPreemptor;
import dev.coppice.core.queue.victim.ElasticSelection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * For how long gangs run before others may evict them, where no queue says so, and what counts for
 * that (seed 001, Configuration Hierarchy).
 *
 * @param cluster what holds in all node pools
 * @param reclaimResolveMethod whose value counts against gangs of other queues
 * @param unqueuedPreemptor what holds against pods without a queue
 * @param elasticSelection which pods a protected gang gives up that has more than it needs
 * @param startTimeSource what begins the time of a gang
 * @param nodePoolLabelKey label of nodes and gangs that names their node pool
 * @param nodePools by the value of that label, what differs there
 */
public record MinRuntimeConfiguration(
    @JsonProperty("default") MinRuntimes cluster,
    ReclaimMethod reclaimResolveMethod,
    UnqueuedPreemptor unqueuedPreemptor,
    ElasticSelection elasticSelection,
    StartTime.Begin startTimeSource,
    String nodePoolLabelKey,
    Map<String, NodePool> nodePools) {

  /**
   * Lengths of time such as 10m, 1d or 0s, or -1 for never.
   *
   * @param preempt against gangs of the same queue
   * @param reclaim against gangs of other queues
   */
  public record MinRuntimes(String preempt, String reclaim) {}

  /**
   * What differs in one node pool; null where it does not.
   *
   * @param preempt against gangs of the same queue
   * @param reclaim against gangs of other queues
   */
  public record NodePool(
      @Nullable String preempt,
      @Nullable String reclaim,
      @Nullable ReclaimMethod reclaimResolveMethod) {}

  /** Keeps a copy. */
  public MinRuntimeConfiguration {
    nodePools = Map.copyOf(nodePools);
  }

  /** What holds where no queue says anything. */
  public NodePools pools() {
    return new NodePools(
        new NodePools.Pool(
            MinRuntimeText.ofNodePool(cluster.preempt()).value(),
            MinRuntimeText.ofNodePool(cluster.reclaim()).value(),
            Optional.of(reclaimResolveMethod)),
        nodePools.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, pool -> pool(pool.getValue()))));
  }

  private static NodePools.Pool pool(NodePool pool) {
    return new NodePools.Pool(
        MinRuntimeText.ofNodePool(pool.preempt()).value(),
        MinRuntimeText.ofNodePool(pool.reclaim()).value(),
        Optional.ofNullable(pool.reclaimResolveMethod()));
  }
}
