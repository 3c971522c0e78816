package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Counts the live pods of a PodClique, told from others of its name by UID, at every creation. A
 * creation may cross a scale-in that the operator has not seen yet: the highest replicas since the
 * generation that the status speaks of are what it may go by.
 */
final class NoPodBeyondReplicas implements Invariant {

  @Override
  public String rule() {
    return "no pod is created beyond the spec.replicas in force";
  }

  @Override
  public List<Violation> check(Recording recording) {
    Map<String, Clique> cliques = new HashMap<>();
    Map<String, RecordedPod> pods = new HashMap<>();
    List<Violation> violations = new ArrayList<>();
    for (RecordedEvent event : recording.events()) {
      switch (event.kind()) {
        case OurKinds.POD_CLIQUE ->
            cliques.computeIfAbsent(event.uid(), _ -> new Clique()).see(event);
        case RecordedPod.KIND -> {
          RecordedPod pod = new RecordedPod(event);
          pods.put(event.uid(), pod);
          Clique clique = cliques.get(pod.owner());
          if (clique != null
              && event.type() == ChangeType.ADDED
              && pod.isLive()
              && !recording.isUncertain(RecordedPod.KIND, event.resourceVersion())
              && !recording.isUncertain(OurKinds.POD_CLIQUE, event.resourceVersion())) {
            judge(pod, clique, live(pods, pod.owner())).ifPresent(violations::add);
          }
        }
        default -> {}
      }
    }
    return violations;
  }

  private static int live(Map<String, RecordedPod> pods, String owner) {
    return (int)
        pods.values().stream().filter(pod -> pod.isLive() && pod.owner().equals(owner)).count();
  }

  private Optional<Violation> judge(RecordedPod pod, Clique clique, int live) {
    OptionalInt allowed = clique.replicasInForce();
    return allowed.isPresent() && live > allowed.getAsInt()
        ? Optional.of(
            Violation.of(
                this,
                "pod %s was created as live pod %d of PodClique %s, which allowed %d"
                    .formatted(
                        pod.event().name(), live, clique.latest().name(), allowed.getAsInt()),
                clique.latest(),
                pod.event()))
        : Optional.empty();
  }

  /** The replicas that a PodClique asked for, generation by generation. */
  private static final class Clique {

    private final TreeMap<Long, Integer> replicas = new TreeMap<>();
    private final List<RecordedEvent> seen = new ArrayList<>();

    void see(RecordedEvent event) {
      seen.add(event);
      replicas.put(generation(), event.spec().path("replicas").asInt());
    }

    RecordedEvent latest() {
      return seen.getLast();
    }

    private long generation() {
      return latest().metadata().path("generation").asLong();
    }

    /** Empty when a generation in question was not seen. */
    OptionalInt replicasInForce() {
      long observed =
          Math.min(generation(), latest().status().path("observedGeneration").asLong(1));
      Map<Long, Integer> inForce = replicas.subMap(observed, true, generation(), true);
      boolean complete = inForce.size() == generation() - observed + 1;
      return complete
          ? inForce.values().stream().mapToInt(Integer::intValue).max()
          : OptionalInt.empty();
    }
  }
}
