package dev.coppice.webhook.eviction;

import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpec;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.core.queue.QueueSettings;
import dev.coppice.core.queue.victim.GangPod;
import dev.coppice.core.queue.victim.RunningGang;
import dev.coppice.core.queue.victim.SubGroup;
import dev.coppice.core.scheduler.kai.KaiKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The gangs of one question, each put together once. Not for use by several threads at once. */
final class RunningGangs {

  private static final Comparator<KnownPod> OLDEST_FIRST =
      Comparator.<KnownPod, Instant>comparing(pod -> pod.state().createdAt())
          .thenComparing(KnownPod::uid);

  private final EvictionLookup lookup;
  private final QueueSettings settings;
  private final Map<String, Map<String, KnownPod>> beyondCaches = new HashMap<>();
  private final Map<String, RunningGang> gangs = new HashMap<>();

  RunningGangs(EvictionLookup lookup, QueueSettings settings) {
    this.lookup = lookup;
    this.settings = settings;
  }

  /** Takes note of a pod that the caches do not have, before its gang is asked for. */
  void add(KnownPod pod) {
    beyondCaches.computeIfAbsent(pod.gangKey(), _ -> new LinkedHashMap<>()).put(pod.uid(), pod);
  }

  /** The gang of a pod. */
  RunningGang of(KnownPod pod) {
    return gangs.computeIfAbsent(pod.gangKey(), _ -> gang(pod));
  }

  private RunningGang gang(KnownPod one) {
    Map<String, KnownPod> pods = new LinkedHashMap<>();
    beyondCaches.getOrDefault(one.gangKey(), Map.of()).values().forEach(pod -> put(pods, pod));
    lookup.podsOfGang(one.gangKey()).forEach(pod -> put(pods, pod));
    put(pods, one);
    Optional<PodGang> gang = lookup.gang(one.namespace(), one.gang());
    return new RunningGang(
        one.namespace(),
        one.gang(),
        gang.flatMap(RunningGangs::queue)
            .or(() -> Optional.ofNullable(one.queue()))
            .or(settings::defaultQueue)
            .orElse(null),
        gang.flatMap(found -> label(found, settings.nodePoolLabel()))
            .or(() -> poolOfNodes(pods))
            .orElse(null),
        gang.map(found -> found.statusOrEmpty().startTime()).orElse(null),
        subGroups(gang, pods));
  }

  private static void put(Map<String, KnownPod> pods, KnownPod pod) {
    pods.put(pod.uid(), pod);
  }

  // Pods of a gang may be in several pools; that of the oldest stays while others come and go.
  private Optional<String> poolOfNodes(Map<String, KnownPod> pods) {
    return pods.values().stream()
        .filter(pod -> pod.node() != null && pod.state().standing() == GangPod.Standing.ACTIVE)
        .min(OLDEST_FIRST)
        .map(KnownPod::node)
        .flatMap(lookup::poolOfNode);
  }

  /** A PodClique that the PodGang does not name needs all of its pods. */
  private static List<SubGroup> subGroups(Optional<PodGang> gang, Map<String, KnownPod> pods) {
    Map<String, List<GangPod>> byClique = new LinkedHashMap<>();
    pods.values()
        .forEach(
            pod -> byClique.computeIfAbsent(pod.clique(), _ -> new ArrayList<>()).add(pod.state()));
    List<SubGroup> groups = new ArrayList<>();
    for (PodGroup group :
        gang.map(PodGang::getSpec).map(PodGangSpec::podgroups).orElse(List.of())) {
      List<GangPod> members = byClique.remove(group.name());
      if (members != null) {
        groups.add(new SubGroup(group.name(), group.minReplicas(), members));
      }
    }
    byClique.forEach((clique, left) -> groups.add(new SubGroup(clique, null, left)));
    return groups;
  }

  /** The queue that a PodGang names. */
  static Optional<String> queue(PodGang gang) {
    return label(gang, KaiKeys.QUEUE);
  }

  private static Optional<String> label(PodGang gang, String key) {
    return Optional.ofNullable(gang.getMetadata().getLabels())
        .map(labels -> labels.get(key))
        .filter(value -> !value.isEmpty());
  }
}
