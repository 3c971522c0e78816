package dev.coppice.core.queue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The way from the topmost queue that is reachable down to one queue. What is inherited is found
 * once, when the way is made; ways that begin alike share their beginning.
 *
 * @param name the queue at its end
 * @param length how many queues are on it
 * @param above the way to the queue above; null at the top
 * @param preempt the value against gangs of the same queue: the first from here upwards
 * @param reclaim the same against gangs of other queues
 */
record QueuePath(
    String name,
    int length,
    @Nullable QueuePath above,
    Optional<Value> preempt,
    Optional<Value> reclaim) {

  /**
   * A minimum runtime and where it stands.
   *
   * @param queue the queue that says it
   */
  record Value(String queue, MinRuntime minRuntime) {}

  /** The way that goes on from another to a queue. */
  static QueuePath of(@Nullable QueuePath above, QueueNode queue) {
    return new QueuePath(
        queue.name(),
        above == null ? 1 : above.length() + 1,
        above,
        value(above, queue, Eviction.PREEMPT),
        value(above, queue, Eviction.RECLAIM));
  }

  private static Optional<Value> value(
      @Nullable QueuePath above, QueueNode queue, Eviction eviction) {
    return eviction
        .of(queue)
        .map(minRuntime -> new Value(queue.name(), minRuntime))
        .or(() -> above == null ? Optional.empty() : above.value(eviction));
  }

  Optional<Value> value(Eviction eviction) {
    return switch (eviction) {
      case PREEMPT -> preempt;
      case RECLAIM -> reclaim;
    };
  }

  /** The beginning of this way with so many queues. */
  QueuePath upTo(int queues) {
    QueuePath at = this;
    while (at.above != null && at.length > queues) {
      at = at.above;
    }
    return at;
  }

  /**
   * With how many queues both ways begin. A queue that stands at one place of two ways has come
   * there by the same queues, on a cycle too.
   */
  int shared(QueuePath other) {
    QueuePath left = upTo(other.length);
    QueuePath right = other.upTo(length);
    while (!left.name.equals(right.name)) {
      if (left.above == null || right.above == null) {
        return 0;
      }
      left = left.above;
      right = right.above;
    }
    return left.length;
  }

  /** The names, from the top. */
  List<String> names() {
    Deque<String> names = new ArrayDeque<>();
    for (QueuePath at = this; at != null; at = at.above) {
      names.addFirst(at.name);
    }
    return List.copyOf(names);
  }
}
