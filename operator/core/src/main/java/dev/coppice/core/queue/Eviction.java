package dev.coppice.core.queue;

import dev.coppice.api.queue.QueueSpec;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** In whose favour a gang is evicted. */
public enum Eviction {
  /** Of one of the same queue. */
  PREEMPT("preemptMinRuntime"),
  /** Of one of another queue. */
  RECLAIM("reclaimMinRuntime");

  private final String field;

  Eviction(String field) {
    this.field = field;
  }

  /** The kind between two queues, null standing for no queue: two that have none share none. */
  static Eviction between(@Nullable String preemptor, @Nullable String victim) {
    return victim != null && victim.equals(preemptor) ? PREEMPT : RECLAIM;
  }

  /** The field of a Queue that says how soon. */
  public String field() {
    return field;
  }

  /** What a Queue says in that field. */
  public MinRuntimeText text(QueueSpec queue) {
    return MinRuntimeText.ofQueue(
        switch (this) {
          case PREEMPT -> queue.preemptMinRuntime();
          case RECLAIM -> queue.reclaimMinRuntime();
        });
  }

  /** What a queue says; empty if that is left to those above it. */
  Optional<MinRuntime> of(QueueNode queue) {
    return switch (this) {
      case PREEMPT -> queue.preempt();
      case RECLAIM -> queue.reclaim();
    };
  }
}
