package dev.coppice.testkit.oracle;

import dev.coppice.api.clique.PodClique;
import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counts the live pods of a PodClique, told from others of its name by UID, at every creation. A
 * creation may cross a scale-in that the operator has not seen yet: the highest replicas since the
 * generation that the status speaks of are what it may go by.
 */
final class NoPodBeyondReplicas implements RunningRule {

  @Override
  public String rule() {
    return "no pod is created beyond the spec.replicas in force";
  }

  @Override
  public Judge judge(Recording gaps) {
    return new Count(gaps);
  }

  private final class Count implements Judge {

    private final Recording gaps;
    private final Map<String, Clique> cliques = new HashMap<>();
    private final Map<String, Set<String>> live = new HashMap<>();

    Count(Recording gaps) {
      this.gaps = gaps;
    }

    @Override
    public Stream<Violation> take(RecordedEvent event) {
      return switch (event.kind()) {
        case OurKinds.POD_CLIQUE -> {
          cliques.computeIfAbsent(event.uid(), _ -> new Clique()).see(event);
          yield Stream.empty();
        }
        case RecordedPod.KIND -> take(new RecordedPod(event)).stream();
        default -> Stream.empty();
      };
    }

    private Optional<Violation> take(RecordedPod pod) {
      RecordedEvent event = pod.event();
      Set<String> others = live.computeIfAbsent(pod.owner(), _ -> new HashSet<>());
      if (!pod.isLive()) {
        others.remove(event.uid());
        return Optional.empty();
      }
      others.add(event.uid());
      Clique clique = cliques.get(pod.owner());
      return clique == null
              || event.type() != ChangeType.ADDED
              || gaps.isUncertain(RecordedPod.KIND, event.resourceVersion())
              || gaps.isUncertain(OurKinds.POD_CLIQUE, event.resourceVersion())
          ? Optional.empty()
          : judge(pod, clique, others.size());
    }
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
    private @Nullable RecordedEvent latest;

    void see(RecordedEvent event) {
      latest = event;
      replicas.put(generation(), PodFacts.pods((PodClique) event.typed()));
    }

    RecordedEvent latest() {
      return Objects.requireNonNull(latest);
    }

    private long generation() {
      return latest().typed().getMetadata().getGeneration();
    }

    /** Empty when a generation in question was not seen. */
    OptionalInt replicasInForce() {
      Long reported = ((PodClique) latest().typed()).statusOrEmpty().observedGeneration();
      long observed = Math.min(generation(), reported == null ? 1 : reported);
      Map<Long, Integer> inForce = replicas.subMap(observed, true, generation(), true);
      boolean complete = inForce.size() == generation() - observed + 1;
      return complete
          ? inForce.values().stream().mapToInt(Integer::intValue).max()
          : OptionalInt.empty();
    }
  }
}
