package dev.coppice.webhook.eviction;

import dev.coppice.core.queue.victim.NodeDecision;
import dev.coppice.core.queue.victim.NodeDecision.Refusal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Has a scheduler look at a pod again as soon as the first of the gangs that keep it from its place
 * may be evicted, and whenever queues say something else: neither wakes a pod that waits. Only for
 * pods of gangs of the operator. In the memory of the replica that was asked: what is lost with it
 * waits for the scheduler's own next look. Safe for use by many threads.
 */
public final class WakeUps {

  private static final int MOST_PODS = 10_000;

  private final EvictionLookup lookup;
  private final Alarm alarm;
  private final Nominations nominations;
  private final Map<String, Awaited> waiting = new LinkedHashMap<>();

  /**
   * A pod that is held back.
   *
   * @param node one of those on which somebody keeps it from its place, if possible the first that
   *     comes free
   * @param release when that is; empty if time alone never lets one go
   */
  private record Awaited(PendingPod pod, String node, Optional<Instant> release) {

    private boolean isBefore(Awaited other) {
      return release.isPresent() && other.release.map(release.get()::isBefore).orElse(true);
    }
  }

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
    Optional<Awaited> next = decision.kept().isEmpty() ? first(pod, decision) : Optional.empty();
    if (replace(pod.uid(), next)) {
      next.flatMap(Awaited::release)
          .ifPresent(release -> alarm.at(release, () -> wake(next.orElseThrow())));
    }
  }

  /** Queues say something else than before: who was held back may have a place now. */
  public void queuesChanged() {
    noted().forEach(this::wake);
  }

  private static Optional<Awaited> first(PendingPod pod, NodeDecision decision) {
    Awaited first = null;
    for (Map.Entry<String, Refusal> dropped : decision.dropped().entrySet()) {
      if (dropped.getValue() instanceof Refusal.Protected refusal) {
        Awaited next = new Awaited(pod, dropped.getKey(), refusal.release());
        first = first == null || next.isBefore(first) ? next : first;
      }
    }
    return Optional.ofNullable(first);
  }

  private synchronized List<Awaited> noted() {
    return List.copyOf(waiting.values());
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

  private void wake(Awaited awaited) {
    PendingPod pod = awaited.pod();
    boolean waits = lookup.pod(pod.uid()).filter(known -> known.node() == null).isPresent();
    if (take(awaited) && waits) {
      nominations.pass(pod.namespace(), pod.name(), pod.uid(), awaited.node());
    }
  }

  private synchronized boolean take(Awaited awaited) {
    return waiting.remove(awaited.pod().uid(), awaited);
  }
}
