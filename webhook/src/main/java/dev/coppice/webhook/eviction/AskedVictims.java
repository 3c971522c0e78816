package dev.coppice.webhook.eviction;

import dev.coppice.core.object.Unreadable;
import dev.coppice.core.queue.victim.Victim;
import dev.coppice.webhook.eviction.ExtenderRequest.AskedPod;
import dev.coppice.webhook.review.UnansweredException;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Whose the pods of one question are. What the caches do not have yet is asked from the API server,
 * once for a node, for a few nodes at once and not for long, because the scheduler waits.
 */
final class AskedVictims {

  private static final int MOST_LOOKS = 4;

  private final EvictionLookup lookup;
  private final RunningGangs gangs;
  private final ExecutorService threads;
  private final Duration longestLook;
  private final Map<String, KnownPod> known = new HashMap<>();
  private final Set<String> foreign = new HashSet<>();

  /**
   * Of one question.
   *
   * @param threads wait for the API server
   * @param longestLook until what has not come counts as unknown
   */
  AskedVictims(
      EvictionLookup lookup, RunningGangs gangs, ExecutorService threads, Duration longestLook) {
    this.lookup = lookup;
    this.gangs = gangs;
    this.threads = threads;
    this.longestLook = longestLook;
  }

  /**
   * The victims by node.
   *
   * @param looks whether pods that the caches do not have are asked for
   */
  Map<String, List<Victim>> of(ExtenderRequest request, boolean looks) {
    List<String> unclear = new ArrayList<>();
    request
        .nodes()
        .forEach((node, victims) -> {
          boolean clear = true;
          for (AskedPod pod : victims.pods()) {
            clear &= isFound(pod);
          }
          if (!clear) {
            unclear.add(node);
          }
        });
    if (looks) {
      look(unclear);
    }
    Map<String, List<Victim>> nodes = new LinkedHashMap<>();
    request
        .nodes()
        .forEach((node, victims) ->
            nodes.put(node, victims.pods().stream().map(pod -> victim(pod.uid())).toList()));
    return nodes;
  }

  private boolean isFound(AskedPod pod) {
    Optional<KnownPod> ours = lookup.pod(pod.uid());
    if (ours.isPresent()) {
      known.put(pod.uid(), ours.get());
      return true;
    }
    boolean others = pod.foreign() || lookup.isForeign(pod.uid());
    if (others) {
      foreign.add(pod.uid());
    }
    return others;
  }

  private void look(List<String> nodes) {
    List<Callable<List<Pod>>> looks =
        nodes.stream()
            .limit(MOST_LOOKS)
            .<Callable<List<Pod>>>map(node -> () -> lookup.podsOn(node))
            .toList();
    try {
      threads
          .invokeAll(looks, longestLook.toMillis(), TimeUnit.MILLISECONDS)
          .forEach(this::takeAll);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What stays unknown is not evicted; the scheduler asks again. */
  private void takeAll(Future<List<Pod>> found) {
    switch (found.state()) {
      case SUCCESS -> found.resultNow().forEach(this::take);
      case FAILED -> {
        if (!(found.exceptionNow() instanceof UnansweredException)) {
          throw new IllegalStateException("a look at a node failed", found.exceptionNow());
        }
      }
      case RUNNING, CANCELLED -> {}
    }
  }

  private void take(Pod pod) {
    if (Unreadable.of(pod).isPresent()) {
      return;
    }
    String uid = pod.getMetadata().getUid();
    Optional<KnownPod> ours = KnownPod.of(pod);
    if (ours.isEmpty()) {
      foreign.add(uid);
    } else if (known.putIfAbsent(uid, ours.get()) == null) {
      gangs.add(ours.get());
    }
  }

  private Victim victim(String uid) {
    KnownPod pod = known.get(uid);
    if (pod != null) {
      return new Victim.OfGang(uid, gangs.of(pod));
    }
    return foreign.contains(uid) ? new Victim.Foreign(uid) : new Victim.Unknown(uid);
  }
}
