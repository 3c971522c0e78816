package dev.coppice.core.queue.victim;

import org.jspecify.annotations.Nullable;

/**
 * A pending pod that wants the place of others.
 *
 * @param queue the queue that it is in; null if it names none
 * @param gang namespace and name of its PodGang, with a slash between them; null if it has none
 * @param priority the priority of the pod
 */
public record Preemptor(@Nullable String queue, @Nullable String gang, int priority) {

  /** The first priority that only what a cluster cannot do without may have. */
  private static final int SYSTEM = 2_000_000_000;

  /** Whether no minimum runtime holds against it. */
  public boolean exempt() {
    return priority >= SYSTEM;
  }
}
