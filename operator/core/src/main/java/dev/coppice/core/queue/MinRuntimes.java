package dev.coppice.core.queue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the minimum runtime that applies between two queues (seed 001, Resolving the applicable
 * min-runtime).
 *
 * @param tree the queues
 * @param nodePools what holds where they say nothing
 * @param unqueuedPreemptor what holds against pods without a queue
 */
public record MinRuntimes(
    QueueTree tree, NodePools nodePools, UnqueuedPreemptor unqueuedPreemptor) {

  /**
   * What applies between two queues; null stands for no queue.
   *
   * @param pool the node pool of the victim; null if it is in none of its own
   */
  public Resolution resolve(
      @Nullable String preemptor, @Nullable String victim, @Nullable String pool) {
    return switch (Eviction.between(preemptor, victim)) {
      case PREEMPT -> preempt(victim, pool);
      case RECLAIM -> reclaim(preemptor, victim, pool);
    };
  }

  /** What applies within a queue: the first value from the queue upwards. */
  Resolution preempt(@Nullable String queue, @Nullable String pool) {
    return tree.find(queue)
        .map(path -> from(path, Eviction.PREEMPT, pool))
        .orElseGet(() -> nodePools.resolution(Eviction.PREEMPT, pool, gap(queue), null));
  }

  /** What applies against another queue. */
  Resolution reclaim(@Nullable String preemptor, @Nullable String victim, @Nullable String pool) {
    if (ignores(preemptor)) {
      return nothing();
    }
    Optional<QueuePath> ofVictim = tree.find(victim);
    if (ofVictim.isEmpty()) {
      return nodePools.resolution(Eviction.RECLAIM, pool, gap(victim), null);
    }
    QueuePath path = ofVictim.get();
    return tree.find(preemptor)
        .map(other -> against(path, path.shared(other), pool))
        .orElseGet(() -> againstUnqueued(path, pool));
  }

  /**
   * Whether nothing holds against a preemptor, whoever the victim is.
   *
   * @param preemptor its queue; null if it names none
   */
  public boolean ignores(@Nullable String preemptor) {
    return preemptor == null && unqueuedPreemptor == UnqueuedPreemptor.IGNORE;
  }

  private Resolution againstUnqueued(QueuePath victim, @Nullable String pool) {
    return switch (unqueuedPreemptor) {
      case FOREIGN_TOP_LEVEL -> against(victim, 0, pool);
      case NODE_POOL_DEFAULT ->
          nodePools.resolution(Eviction.RECLAIM, pool, Resolution.Gap.UNQUEUED_PREEMPTOR, null);
      case IGNORE -> nothing();
    };
  }

  private static Resolution nothing() {
    return new Resolution(
        Eviction.RECLAIM, new MinRuntime.None(), new Resolution.Source.Nowhere(), null);
  }

  /**
   * All that may apply against other queues, from those that share no queue with the victim to
   * those that share all of its; empty if the victim's queue is not there. Beside it nothing but
   * {@link #resolve} for no queue can apply.
   */
  public List<Resolution> reclaims(String victim, @Nullable String pool) {
    return tree.find(victim)
        .map(path ->
            IntStream.range(0, path.length())
                .mapToObj(shared -> against(path, shared, pool))
                .distinct()
                .toList())
        .orElse(List.of());
  }

  /**
   * The same by the queue outside of which the other one is, from the top down to the victim's own;
   * empty if the victim's queue is not there.
   */
  public Map<String, Resolution> reclaimsFromOutside(String victim, @Nullable String pool) {
    Map<String, Resolution> outside = new LinkedHashMap<>();
    tree.find(victim)
        .ifPresent(path -> {
          List<String> names = path.names();
          IntStream.range(0, names.size())
              .forEach(shared -> outside.put(names.get(shared), against(path, shared, pool)));
        });
    return outside;
  }

  /**
   * All that may apply when nobody says who the preemptor is: one of the victim's queue, one of any
   * other, or one without a queue. There is always one.
   *
   * @param victim the queue of the victim; null if it names none
   */
  public List<Resolution> possible(@Nullable String victim, @Nullable String pool) {
    Stream<Resolution> others = Stream.of(reclaim(null, victim, pool));
    return (victim == null
            ? others
            : Stream.of(Stream.of(preempt(victim, pool)), reclaims(victim, pool).stream(), others)
                .flatMap(resolutions -> resolutions))
        .distinct()
        .toList();
  }

  /** The queue below the last shared one; the victim's own where that is the shared one. */
  private Resolution against(QueuePath victim, int shared, @Nullable String pool) {
    return from(
        switch (nodePools.reclaimMethod(pool)) {
          case LCA -> victim.upTo(shared + 1);
          case QUEUE -> victim;
        },
        Eviction.RECLAIM,
        pool);
  }

  private Resolution from(QueuePath path, Eviction eviction, @Nullable String pool) {
    return path.value(eviction)
        .map(value ->
            new Resolution(
                eviction,
                value.minRuntime(),
                new Resolution.Source.OfQueue(value.queue(), eviction.field()),
                path.name()))
        .orElseGet(
            () -> nodePools.resolution(eviction, pool, Resolution.Gap.NONE_SET, path.name()));
  }

  private static Resolution.Gap gap(@Nullable String queue) {
    return queue == null ? Resolution.Gap.NO_QUEUE : Resolution.Gap.QUEUE_NOT_FOUND;
  }
}
