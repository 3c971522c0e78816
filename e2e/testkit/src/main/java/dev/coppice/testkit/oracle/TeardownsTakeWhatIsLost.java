package dev.coppice.testkit.oracle;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A replica is torn down for a breach only while a PodClique of it lacks Ready pods. Judged by the
 * pods, whatever any status says.
 */
final class TeardownsTakeWhatIsLost implements RunningRule {

  /** For so long before its record the operator may have read the pods. */
  private static final Duration READ_BEFORE = Duration.ofSeconds(2);

  @Override
  public String rule() {
    return "a replica is torn down only while pods of it are not Ready";
  }

  @Override
  public Judge judge(Recording gaps) {
    Pods pods = new Pods();
    Set<RecordedTeardown.Key> judged = new HashSet<>();
    return event -> {
      pods.take(event);
      return RecordedTeardown.of(event)
          .filter(teardown -> teardown.isOpen() && judged.add(teardown.key()))
          .filter(
              teardown -> teardown.record().cause().equals(ReplicaDeletion.MIN_AVAILABLE_BREACHED))
          .filter(teardown ->
              teardown.uids().stream().noneMatch(uid -> pods.lacked(uid, event.arrivedAt())))
          .map(
              teardown -> Violation.of(this, teardown + " was opened though all was Ready", event));
    };
  }

  /** How many pods of each PodClique are Ready, and since when that is enough. */
  private static final class Pods {
    private final Map<String, Map<String, Pod>> ready = new HashMap<>();
    private final Map<String, PodClique> cliques = new HashMap<>();
    private final Map<String, Instant> wholeSince = new HashMap<>();

    void take(RecordedEvent event) {
      switch (event.kind()) {
        case RecordedPod.KIND -> takePod(new RecordedPod(event));
        case OurKinds.POD_CLIQUE -> {
          cliques.put(event.uid(), (PodClique) event.typed());
          judge(event.uid(), event.arrivedAt());
        }
        default -> {}
      }
    }

    private void takePod(RecordedPod pod) {
      Map<String, Pod> all = ready.computeIfAbsent(pod.owner(), _ -> new HashMap<>());
      if (pod.isReady()) {
        all.put(pod.event().uid(), (Pod) pod.event().typed());
      } else {
        all.remove(pod.event().uid());
      }
      judge(pod.owner(), pod.event().arrivedAt());
    }

    private void judge(String clique, Instant at) {
      if (units(clique)
          < Optional.ofNullable(cliques.get(clique)).map(PodFacts::minimum).orElse(0)) {
        wholeSince.remove(clique);
      } else {
        wholeSince.putIfAbsent(clique, at);
      }
    }

    private int units(String clique) {
      Collection<Pod> pods = ready.getOrDefault(clique, Map.of()).values();
      return Optional.ofNullable(cliques.get(clique))
          .flatMap(SubGroupFacts::of)
          .map(facts -> facts.units(pods, Set.of()))
          .orElse(pods.size());
    }

    boolean lacked(String clique, Instant at) {
      Instant whole = wholeSince.get(clique);
      return whole == null || whole.isAfter(at.minus(READ_BEFORE));
    }
  }
}
