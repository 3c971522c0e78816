package dev.coppice.simulator.gang;

import dev.coppice.api.Labels;
import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.PlacementMembers;
import dev.coppice.testkit.oracle.PodFacts;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How many pods of each PodClique have had nodes at one time, counted from pods alone. */
final class Bindings {

  private final Map<Work, Set<String>> bound = new HashMap<>();
  private final Map<Work, List<Instant>> reached = new HashMap<>();

  /** A PodClique, of a training job in one attempt. */
  private record Work(String podClique, String attempt) {

    static Work of(Pod pod) {
      return new Work(PodFacts.ownerUid(pod), PodFacts.label(pod, Labels.RESTART_ATTEMPT));
    }

    static Work of(PlacementMembers members) {
      return new Work(members.uid(), Objects.toString(members.attempt(), ""));
    }
  }

  /** Takes note of a pod that came, changed, or went. */
  void changed(@Nullable Pod before, @Nullable Pod now, Instant instant) {
    Pod pod = Objects.requireNonNullElse(now, before);
    Set<String> pods = bound.computeIfAbsent(Work.of(pod), _ -> new HashSet<>());
    if (now != null && hasNode(now)) {
      pods.add(pod.getMetadata().getUid());
    } else {
      pods.remove(pod.getMetadata().getUid());
    }
    List<Instant> counts = reached.computeIfAbsent(Work.of(pod), _ -> new ArrayList<>());
    if (pods.size() > counts.size()) {
      counts.add(instant);
    }
  }

  // One that has done its work keeps its place.
  private static boolean hasNode(Pod pod) {
    return PodFacts.isBound(pod)
        && !PodFacts.isTerminating(pod)
        && !(pod.getStatus() != null && "Failed".equals(pod.getStatus().getPhase()));
  }

  /** How many pods had nodes at most. */
  int most(PlacementMembers members) {
    return reached.getOrDefault(Work.of(members), List.of()).size();
  }

  /** Whether as many pods of each PodClique had nodes at one time as it has members. */
  boolean hasHappened(GangPlacement placement) {
    return placement.podCliques().stream().allMatch(one -> most(one) >= one.members());
  }

  /** When a PodClique had a pod with a node for the first time. */
  Optional<Instant> first(String podClique) {
    return reached.getOrDefault(new Work(podClique, ""), List.of()).stream().findFirst();
  }
}
