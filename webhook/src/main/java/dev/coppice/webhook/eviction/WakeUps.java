package dev.coppice.webhook.eviction;

import dev.coppice.core.queue.victim.NodeDecision;
import dev.coppice.core.queue.victim.NodeDecision.Refusal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a scheduler look at a pod again as soon as the first of the gangs that keep it from its place
 * may be evicted, and whenever queues say something else: neither wakes a pod that waits. Only for
 * pods of gangs of the operator. In the memory of the replica that was asked: what is lost with it
 * waits for the scheduler's own next look. Safe for use by many threads.
 */
public final class WakeUps {

  private static final int MOST_PODS = 10_000;

  private static final Logger LOGGER = LoggerFactory.getLogger(WakeUps.class);

  private final EvictionLookup lookup;
  private final Alarm alarm;
  private final Nominations nominations;
  private final int mostPods;
  // The pod that was asked for last is the last.
  private final LinkedHashMap<String, Waiting> waiting = new LinkedHashMap<>();
  private boolean overflown;

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

  private record Waiting(Awaited awaited, Optional<Cancellation> alarm) {}

  /** Runs something later. */
  @FunctionalInterface
  public interface Alarm {
    /** Not before that instant, and not at all once it is cancelled. */
    Cancellation at(Instant instant, Runnable then);
  }

  /** Calls off what has not run yet. */
  @FunctionalInterface
  public interface Cancellation {
    /** It need not run any more. */
    void cancel();
  }

  /** Promises a pod the room on a node, and takes that back, by which its scheduler looks again. */
  @FunctionalInterface
  public interface Nominations {
    /** The pod, if it still waits without such a promise. */
    void pass(KnownPod pod, String node);
  }

  /** Wakes by these means. */
  public WakeUps(EvictionLookup lookup, Alarm alarm, Nominations nominations) {
    this(lookup, alarm, nominations, MOST_PODS);
  }

  WakeUps(EvictionLookup lookup, Alarm alarm, Nominations nominations, int mostPods) {
    this.lookup = lookup;
    this.alarm = alarm;
    this.nominations = nominations;
    this.mostPods = mostPods;
  }

  /** What a scheduler was told about a pod. */
  void note(PendingPod pod, NodeDecision decision) {
    if (pod.uid().isEmpty() || KnownPod.gang(pod.labels()).isEmpty()) {
      return;
    }
    if (replace(pod.uid(), decision.kept().isEmpty() ? first(pod, decision) : Optional.empty())) {
      LOGGER.warn(
          "More than {} pods are held back; those that were asked for longest ago wait until their"
              + " schedulers look by themselves",
          mostPods);
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
    return waiting.values().stream().map(Waiting::awaited).toList();
  }

  /** Returns whether there are too many, and were not before. */
  private synchronized boolean replace(String uid, Optional<Awaited> next) {
    Waiting before = waiting.remove(uid);
    if (next.isPresent() && before != null && before.awaited().equals(next.get())) {
      waiting.put(uid, before);
      return false;
    }
    if (before != null) {
      callOff(before);
    }
    if (next.isEmpty()) {
      return false;
    }
    boolean tooMany = waiting.size() >= mostPods && !makeRoom();
    Awaited awaited = next.get();
    waiting.put(
        uid,
        new Waiting(
            awaited, awaited.release().map(release -> alarm.at(release, () -> wake(awaited)))));
    boolean first = tooMany && !overflown;
    overflown |= tooMany;
    return first;
  }

  /** Forgets the pods that are gone, or the eldest one; returns whether the former was enough. */
  private boolean makeRoom() {
    List<Waiting> gone =
        waiting.values().stream()
            .filter(held -> lookup.pod(held.awaited().pod().uid()).isEmpty())
            .toList();
    List<Waiting> forgotten = gone.isEmpty() ? List.of(waiting.firstEntry().getValue()) : gone;
    forgotten.forEach(held -> {
      waiting.remove(held.awaited().pod().uid());
      callOff(held);
    });
    return !gone.isEmpty();
  }

  private static void callOff(Waiting waiting) {
    waiting.alarm().ifPresent(Cancellation::cancel);
  }

  private void wake(Awaited awaited) {
    Optional<KnownPod> waiting = lookup.pod(awaited.pod().uid()).filter(KnownPod::waits);
    if (take(awaited)) {
      waiting.ifPresent(pod -> nominations.pass(pod, awaited.node()));
    }
  }

  private synchronized boolean take(Awaited awaited) {
    Waiting found = waiting.get(awaited.pod().uid());
    if (found == null || !found.awaited().equals(awaited)) {
      return false;
    }
    waiting.remove(awaited.pod().uid());
    callOff(found);
    return true;
  }
}
