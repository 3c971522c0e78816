package dev.coppice.core.queue.victim;

/** Which pods a protected gang gives up that has more than it needs. */
public enum ElasticSelection {
  /** Those that matter least, in their order. */
  ORDERED,
  /** Any, as long as each sub-group keeps its minimum. */
  ANY_WITHIN_SURPLUS
}
