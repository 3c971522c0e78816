package dev.coppice.core.queue;

import dev.coppice.api.queue.Queue;
import dev.coppice.api.queue.QueueSpec;
import dev.coppice.core.object.Unreadable;
import java.util.Optional;

/**
 * A queue by itself, as far as evictions ask.
 *
 * @param name its name
 * @param parent the name of the queue above it, which need not be there; empty at the top
 * @param preempt the minimum runtime against gangs of the same queue; empty if unset
 * @param reclaim the minimum runtime against gangs of other queues; empty if unset
 */
public record QueueNode(
    String name,
    Optional<String> parent,
    Optional<MinRuntime> preempt,
    Optional<MinRuntime> reclaim) {

  /**
   * The one that an object describes; a field that cannot be read counts as unset. Of one that
   * cannot be read at all nobody knows whom it protects, so it protects everybody in it.
   */
  public static QueueNode of(Queue queue) {
    if (Unreadable.of(queue).isPresent()) {
      Optional<MinRuntime> never = Optional.of(new MinRuntime.Never());
      return new QueueNode(queue.getMetadata().getName(), Optional.empty(), never, never);
    }
    QueueSpec spec = queue.specOrEmpty();
    return new QueueNode(
        queue.getMetadata().getName(),
        Optional.ofNullable(spec.parentQueue()).filter(parent -> !parent.isEmpty()),
        Eviction.PREEMPT.text(spec).value(),
        Eviction.RECLAIM.text(spec).value());
  }
}
