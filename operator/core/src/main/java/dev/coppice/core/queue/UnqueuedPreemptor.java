package dev.coppice.core.queue;

/** What holds against pods without a queue, or of one that is not there. */
public enum UnqueuedPreemptor {
  /** What holds against another queue at the top. */
  FOREIGN_TOP_LEVEL,
  /** What the node pool says, whatever queues say. */
  NODE_POOL_DEFAULT,
  /** Nothing: they evict as if there were no minimum runtimes. */
  IGNORE
}
