package dev.coppice.webhook.eviction;

import dev.coppice.webhook.review.UnansweredException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Whom room was promised on nodes. A scheduler that is denied tries again at once, so that an
 * answer of the API server is shared for a second by all who ask for that node. Safe for use by
 * many threads.
 */
final class Nominees {

  private static final Duration SHARED = Duration.ofSeconds(1);
  private static final int MOST_NODES = 1_000;

  private final EvictionLookup lookup;

  private final Map<String, Asked> nodes =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Asked> eldest) {
          return size() > MOST_NODES;
        }
      };

  private record Asked(FutureTask<List<PendingPod>> answer, Instant until) {}

  Nominees(EvictionLookup lookup) {
    this.lookup = lookup;
  }

  /** The pods without a node that this one was promised to; none if there is no answer. */
  List<PendingPod> on(String node, Instant now) {
    FutureTask<List<PendingPod>> answer = shared(node, now);
    answer.run(); // only the first time
    try {
      return answer.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a look for nominated pods failed", e.getCause());
    }
  }

  private synchronized FutureTask<List<PendingPod>> shared(String node, Instant now) {
    Asked known = nodes.get(node);
    if (known != null && now.isBefore(known.until())) {
      return known.answer();
    }
    FutureTask<List<PendingPod>> answer = new FutureTask<>(() -> ask(node));
    nodes.remove(node);
    nodes.put(node, new Asked(answer, now.plus(SHARED)));
    return answer;
  }

  private List<PendingPod> ask(String node) {
    try {
      return lookup.nominatedTo(node).stream()
          .filter(pod -> pod.getSpec() == null || pod.getSpec().getNodeName() == null)
          .map(PendingPod::of)
          .toList();
    } catch (UnansweredException e) {
      return List.of();
    }
  }
}
