package dev.coppice.core.queue;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which queue's value counts against gangs of other queues. */
public enum ReclaimMethod {
  /** The one right below the lowest queue that both sides have above them, on the victim's side. */
  @JsonProperty("lca")
  LCA,
  /** The victim's own, whoever asks. */
  @JsonProperty("queue")
  QUEUE
}
