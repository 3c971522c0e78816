package dev.coppice.webhook.eviction;

import dev.coppice.core.queue.victim.NodeDecision;
import dev.coppice.core.queue.victim.NodeDecision.Refusal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Has a scheduler look at a pod again as soon as the first of the gangs that keep it from its place
 * may be evicted: time alone wakes no pod that waits. Only for pods of gangs of the operator. In
 * the memory of the replica that was asked: what is lost with it waits for the scheduler's own next
 * look. Safe for use by many threads.
 */
public final class WakeUps {

  private static final int MOST_PODS = 10_000;

  private final EvictionLookup lookup;
  private final Alarm alarm;
  private final Nominations nominations;
  private final Map<String, Awaited> waiting = new LinkedHashMap<>();

  /** The first node that may come free, and when. */
  private record Awaited(Instant release, String node) {}

  /** Runs something later. */
  @FunctionalInterface
  public interface Alarm {
    /** Not before that instant. */
    void at(Instant instant, Runnable then);
  }

  /** Promises a pod the room on a node, and takes that back, by which its scheduler looks again. */
  @FunctionalInterface
  public interface Nominations {
    /** The pod with this UID, if it is still there. */
    void pass(String namespace, String name, String uid, String node);
  }

  /** Wakes by these means. */
  public WakeUps(EvictionLookup lookup, Alarm alarm, Nominations nominations) {
    this.lookup = lookup;
    this.alarm = alarm;
    this.nominations = nominations;
  }

  /** What a scheduler was told about a pod. */
  void note(PendingPod pod, NodeDecision decision) {
    if (pod.uid().isEmpty() || KnownPod.gang(pod.labels()).isEmpty()) {
      return;
    }
    Optional<Awaited> next = decision.kept().isEmpty() ? first(decision) : Optional.empty();
    if (replace(pod.uid(), next)) {
      next.ifPresent(awaited -> alarm.at(awaited.release(), () -> wake(pod, awaited)));
    }
  }

  private static Optional<Awaited> first(NodeDecision decision) {
    Awaited first = null;
    for (Map.Entry<String, Refusal> dropped : decision.dropped().entrySet()) {
      Instant release = dropped.getValue().release().orElse(null);
      if (release != null && (first == null || release.isBefore(first.release()))) {
        first = new Awaited(release, dropped.getKey());
      }
    }
    return Optional.ofNullable(first);
  }

  /** Returns whether something else is waited for than before. */
  private synchronized boolean replace(String uid, Optional<Awaited> next) {
    Awaited before = waiting.remove(uid);
    if (next.isEmpty() || waiting.size() >= MOST_PODS) {
      return false;
    }
    waiting.put(uid, next.get());
    return !next.get().equals(before);
  }

  private void wake(PendingPod pod, Awaited awaited) {
    boolean waits = lookup.pod(pod.uid()).filter(known -> known.node() == null).isPresent();
    if (take(pod.uid(), awaited) && waits) {
      nominations.pass(pod.namespace(), pod.name(), pod.uid(), awaited.node());
    }
  }

  private synchronized boolean take(String uid, Awaited awaited) {
    return waiting.remove(uid, awaited);
  }
}
