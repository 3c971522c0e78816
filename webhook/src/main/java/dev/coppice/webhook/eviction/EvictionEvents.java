package dev.coppice.webhook.eviction;

import dev.coppice.api.EventReasons;
import dev.coppice.api.gang.PodGang;
import dev.coppice.core.queue.victim.NodeDecision;
import dev.coppice.core.queue.victim.NodeDecision.Refusal;
import dev.coppice.core.queue.victim.RunningGang;
import dev.coppice.core.queue.victim.Verdict;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.status.Words;
import dev.coppice.kube.LogKeys;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells both sides of an eviction that does not happen. A scheduler may ask many times a second,
 * and for each pod of a gang, so that each pair of gangs is told of once a minute, and of further
 * pairs nothing while there are too many. Safe for use by many threads.
 */
final class EvictionEvents {

  private static final Logger LOGGER = LoggerFactory.getLogger(EvictionEvents.class);
  private static final Duration BETWEEN = Duration.ofMinutes(1);
  private static final int MOST_PAIRS = 10_000;

  /** A question may be about thousands of gangs. */
  private static final int MOST_GANGS = 16;

  private final EvictionLookup lookup;
  private final BiConsumer<HasMetadata, List<PlannedEvent>> recorder;

  // The pair that was told last is the last.
  private final LinkedHashMap<String, Instant> told = new LinkedHashMap<>();

  EvictionEvents(EvictionLookup lookup, BiConsumer<HasMetadata, List<PlannedEvent>> recorder) {
    this.lookup = lookup;
    this.recorder = recorder;
  }

  /** Tells the gangs that stay, and the pod if it gets no node at all. */
  void tell(PendingPod pod, NodeDecision decision, Instant now) {
    decision.dropped().entrySet().stream()
        .filter(dropped -> dropped.getValue() instanceof Refusal.Protected)
        .flatMap(dropped ->
            ((Refusal.Protected) dropped.getValue())
                .verdicts().stream().map(verdict -> Map.entry(dropped.getKey(), verdict)))
        .limit(MOST_GANGS)
        .forEach(refused ->
            tellVictim(
                refused.getValue(),
                pod.side(),
                "pods on node %s are not evicted for pod %s: %s"
                    .formatted(refused.getKey(), pod, refused.getValue().text()),
                now));
    if (decision.kept().isEmpty() && !decision.dropped().isEmpty()) {
      tellPreemptor(pod, decision, now);
    }
  }

  /** Tells a gang that a scheduler wanted one of its pods without saying for whom. */
  void tellVictim(Verdict verdict, String user, Instant now) {
    tellVictim(
        verdict, user, "a pod is not evicted by %s: %s".formatted(user, verdict.text()), now);
  }

  private void tellVictim(Verdict verdict, String other, String message, Instant now) {
    RunningGang gang = verdict.gang();
    Optional<PodGang> object = lookup.gang(gang.namespace(), gang.name());
    if (object.isPresent() && isDue(gang + " " + other, now)) {
      LOGGER
          .atInfo()
          .addKeyValue(LogKeys.NAMESPACE, gang.namespace())
          .addKeyValue(LogKeys.NAME, gang.name())
          .addKeyValue(LogKeys.REASON, message)
          .log("A gang stays that a scheduler wanted to evict");
      recorder.accept(
          object.get(), List.of(new PlannedEvent(false, EventReasons.EVICTION_REFUSED, message)));
    }
  }

  private void tellPreemptor(PendingPod pod, NodeDecision decision, Instant now) {
    if (pod.uid().isEmpty() || !isDue(pod.uid(), now)) {
      return;
    }
    String node = decision.dropped().keySet().iterator().next();
    String message =
        "nobody is evicted on %s for this pod%s; node %s: %s"
            .formatted(
                Words.count(decision.dropped().size(), "node"),
                decision
                    .earliestRelease()
                    .map(release -> " before %s at the earliest".formatted(release))
                    .orElse(""),
                node,
                decision.dropped().values().iterator().next().text());
    recorder.accept(
        pod.reference(),
        List.of(new PlannedEvent(true, EventReasons.PREEMPTION_HELD_BACK, message)));
  }

  private synchronized boolean isDue(String pair, Instant now) {
    while (!told.isEmpty() && !now.isBefore(told.firstEntry().getValue().plus(BETWEEN))) {
      told.pollFirstEntry();
    }
    return told.size() < MOST_PAIRS && told.putIfAbsent(pair, now) == null;
  }
}
