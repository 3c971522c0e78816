package dev.coppice.core.queue;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What holds against pods without a queue, or of one that is not there. */
public enum UnqueuedPreemptor {
  /** What holds against another queue at the top. */
  @JsonProperty("ForeignTopLevel")
  FOREIGN_TOP_LEVEL,
  /** What the node pool says, whatever queues say. */
  @JsonProperty("NodePoolDefault")
  NODE_POOL_DEFAULT,
  /** Nothing: they evict as if there were no minimum runtimes. */
  @JsonProperty("Ignore")
  IGNORE
}
