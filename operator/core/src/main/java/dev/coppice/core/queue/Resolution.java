package dev.coppice.core.queue;

import org.jspecify.annotations.Nullable;

/**
 * The minimum runtime that applies, and why that one.
 *
 * @param eviction in whose favour the gang would be evicted
 * @param minRuntime which
 * @param source where it stands
 * @param asked the queue at which the search upwards began; null if no queue was asked
 */
public record Resolution(
    Eviction eviction, MinRuntime minRuntime, Source source, @Nullable String asked) {

  /** Where a minimum runtime stands. */
  public sealed interface Source {

    /** In a field of a queue. */
    record OfQueue(String queue, String field) implements Source {}

    /**
     * In the configuration of a node pool.
     *
     * @param gap why no queue said anything
     */
    record OfNodePool(String pool, Gap gap) implements Source {}

    /** Nowhere: nothing holds against pods without a queue. */
    record Nowhere() implements Source {}

    /** For people. */
    default String text() {
      return switch (this) {
        case OfQueue(String queue, String field) -> "queue %s, %s".formatted(queue, field);
        case OfNodePool(String pool, _) ->
            pool.equals(NodePools.DEFAULT) ? "default of all node pools" : "node pool " + pool;
        case Nowhere() -> "nothing holds against pods without a queue";
      };
    }
  }

  /** Why no queue said anything. */
  public enum Gap {
    /** Neither the queue that is asked nor one above it has a value. */
    NONE_SET,
    /** The victim has no queue. */
    NO_QUEUE,
    /** The victim names a queue that is not there. */
    QUEUE_NOT_FOUND,
    /** The preemptor has no queue, or one that is not there. */
    UNQUEUED_PREEMPTOR
  }
}
