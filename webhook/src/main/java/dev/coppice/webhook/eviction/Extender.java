package dev.coppice.webhook.eviction;

import dev.coppice.core.queue.victim.NodeDecision;
import dev.coppice.core.queue.victim.NodeDecision.Refusal;
import dev.coppice.core.queue.victim.PreemptionRules;
import dev.coppice.core.queue.victim.Preemptor;
import dev.coppice.core.queue.victim.RunningGang;
import dev.coppice.core.queue.victim.Verdict;
import dev.coppice.core.queue.victim.Victim;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** Answers schedulers that ask before they evict. May be asked by many threads at once. */
public final class Extender {

  /** How long a question waits for what no cache has yet. */
  public static final Duration LONGEST_LOOK = Duration.ofMillis(700);

  private final EvictionLookup lookup;
  private final EvictionSettings settings;
  private final RecentAnswers recent;
  private final EvictionEvents events;
  private final EvictionMeters meters;
  private final Optional<WakeUps> wakeUps;
  private final InstantSource clock;
  private final ExecutorService looks = Executors.newVirtualThreadPerTaskExecutor();

  Extender(
      EvictionLookup lookup,
      EvictionSettings settings,
      RecentAnswers recent,
      EvictionEvents events,
      EvictionMeters meters,
      Optional<WakeUps> wakeUps,
      InstantSource clock) {
    this.lookup = lookup;
    this.settings = settings;
    this.recent = recent;
    this.events = events;
    this.meters = meters;
    this.wakeUps = wakeUps;
    this.clock = clock;
  }

  /** Why nothing can be answered yet; empty if it can. */
  public Optional<String> complaint() {
    return lookup.complaint();
  }

  /** On which of the nodes room may be made. */
  public NodeDecision judge(ExtenderRequest request) {
    Instant now = clock.instant();
    PreemptionRules rules =
        new PreemptionRules(settings.queues().over(lookup.queues()), settings.selection());
    Preemptor preemptor = request.pod().preemptor(lookup, settings.queues().defaultQueue());
    Map<String, List<Victim>> nodes =
        new AskedVictims(lookup, new RunningGangs(lookup, settings.queues()), looks, LONGEST_LOOK)
            .of(request, rules.holdAgainst(preemptor));
    NodeDecision decision = rules.judge(preemptor, nodes, now);
    meters.answered(preemptor, decision, remember(nodes, decision, now), now);
    events.tell(request.pod(), decision, now);
    wakeUps.ifPresent(all -> all.note(request.pod(), decision));
    return decision;
  }

  /** Returns how many pods of protected gangs stay where they are. */
  private int remember(Map<String, List<Victim>> nodes, NodeDecision decision, Instant now) {
    Set<String> approved = new HashSet<>();
    decision.kept().forEach(node -> approved.addAll(ours(nodes.getOrDefault(node, List.of()))));
    recent.approve(approved, now);
    Map<String, String> texts = new HashMap<>();
    int held = 0;
    for (Map.Entry<String, Refusal> dropped : decision.dropped().entrySet()) {
      if (dropped.getValue() instanceof Refusal.Protected(List<Verdict> verdicts)) {
        Map<String, List<String>> byGang = byGang(nodes.getOrDefault(dropped.getKey(), List.of()));
        for (Verdict verdict : verdicts) {
          String gang = verdict.gang().toString();
          List<String> uids = byGang.getOrDefault(gang, List.of());
          String text = texts.computeIfAbsent(gang, _ -> verdict.text());
          recent.refuse(uids, text, verdict.protection().release(), now);
          held += uids.size();
        }
      }
    }
    return held;
  }

  // What stays only because others on its node do was refused to nobody.
  private static Map<String, List<String>> byGang(List<Victim> victims) {
    Map<String, List<String>> byGang = new HashMap<>();
    for (Victim victim : victims) {
      if (victim instanceof Victim.OfGang(String uid, RunningGang gang)) {
        byGang.computeIfAbsent(gang.toString(), _ -> new ArrayList<>()).add(uid);
      }
    }
    return byGang;
  }

  private static List<String> ours(List<Victim> victims) {
    return victims.stream()
        .flatMap(victim ->
            victim instanceof Victim.OfGang(String uid, _) ? Stream.of(uid) : Stream.empty())
        .toList();
  }
}
