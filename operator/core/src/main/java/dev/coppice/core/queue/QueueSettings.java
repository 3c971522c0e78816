package dev.coppice.core.queue;

import java.util.Optional;

/**
 * What an administrator decides about queues.
 *
 * @param enabled whether there are any; nothing is reported or written for them without
 * @param defaultQueue the queue of gangs that name none; empty for no queue
 * @param nodePools what holds where queues say nothing
 * @param unqueuedPreemptor what holds against pods without a queue
 * @param begin what begins the time of a gang
 * @param nodePoolLabel key of the label of PodGangs and nodes that names their node pool
 */
public record QueueSettings(
    boolean enabled,
    Optional<String> defaultQueue,
    NodePools nodePools,
    UnqueuedPreemptor unqueuedPreemptor,
    StartTime.Begin begin,
    String nodePoolLabel) {

  /** No queues. */
  public static final QueueSettings OFF = new QueueSettings(false);

  /** Queues with what holds where nothing is configured about them. */
  public static final QueueSettings DEFAULTS = new QueueSettings(true);

  private QueueSettings(boolean enabled) {
    this(
        enabled,
        Optional.empty(),
        NodePools.NONE,
        UnqueuedPreemptor.FOREIGN_TOP_LEVEL,
        StartTime.Begin.FIRST_RUNNING,
        "kai.scheduler/node-pool");
  }

  /** The key of that label where it is asked of nodes; empty where all pools have the same. */
  public Optional<String> labelOfNodes() {
    return Optional.of(nodePoolLabel).filter(_ -> enabled && !nodePools.overrides().isEmpty());
  }

  /** What holds between queues. */
  public MinRuntimes over(QueueTree tree) {
    return new MinRuntimes(tree, nodePools, unqueuedPreemptor);
  }
}
