package dev.coppice.kube.client;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.function.LongSupplier;

/**
 * The namespaces that have had work lately. What a small one does next often waits for an event of
 * what it did before, so that nothing of it is to be seen for a moment. Not safe for use by many
 * threads.
 */
final class ActiveNamespaces {

  private static final long LATELY = Duration.ofSeconds(5).toNanos();

  private final LongSupplier ticks;
  private final LinkedHashMap<String, Long> lastWork = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * None yet.
   *
   * @param ticks nanoseconds that only ever grow
   */
  ActiveNamespaces(LongSupplier ticks) {
    this.ticks = ticks;
  }

  /** A namespace has work now. */
  void note(String namespace) {
    long now = ticks.getAsLong();
    lastWork.put(namespace, now);
    Iterator<Long> oldestFirst = lastWork.values().iterator();
    while (now - oldestFirst.next() > LATELY) {
      oldestFirst.remove();
    }
  }

  /** Whether more than one namespace has had work lately. */
  boolean areSeveral() {
    return lastWork.size() > 1;
  }
}
