package dev.coppice.core.queue.victim;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which pods a protected gang gives up that has more than it needs. */
public enum ElasticSelection {
  /** Those that matter least, in their order. */
  @JsonProperty("Ordered")
  ORDERED,
  /** Any, as long as each sub-group keeps its minimum. */
  @JsonProperty("AnyWithinSurplus")
  ANY_WITHIN_SURPLUS
}
