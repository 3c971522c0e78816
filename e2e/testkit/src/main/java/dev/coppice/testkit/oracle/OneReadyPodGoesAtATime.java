package dev.coppice.testkit.oracle;

import static java.util.Objects.requireNonNull;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Of a clique of its own no more indices are missing than an update may have down: such whose pod
 * was Ready when it had to go, and that have no Ready pod since, unless a scheduler has no place
 * for the next. Pods that are more than are asked for may go.
 */
final class OneReadyPodGoesAtATime implements Invariant {

  @Override
  public String rule() {
    return "of a PodClique of its own no Ready pod has to go while maxUnavailable others are missing,"
        + " but together with those of its subgroup";
  }

  @Override
  public List<Violation> check(Recording recording) {
    Map<String, Clique> cliques = new HashMap<>();
    Map<String, PodCliqueSet> sets = new HashMap<>();
    List<Violation> violations = new ArrayList<>();
    recording.events().stream()
        .sorted((one, other) -> Long.compare(one.resourceVersion(), other.resourceVersion()))
        .filter(event -> event.label(Labels.SCALING_GROUP).isEmpty())
        .forEach(event -> {
          if (event.kind().equals(OurKinds.POD_CLIQUE_SET)) {
            sets.put(event.uid(), (PodCliqueSet) event.typed());
          } else if (event.kind().equals(OurKinds.POD_CLIQUE)) {
            cliques.computeIfAbsent(event.uid(), _ -> new Clique(sets)).take(event);
          } else if (event.kind().equals(RecordedPod.KIND)) {
            RecordedPod pod = new RecordedPod(event);
            cliques
                .computeIfAbsent(pod.owner(), _ -> new Clique(sets))
                .take(pod)
                .map(other -> violation(pod, other))
                .forEach(violations::add);
          }
        });
    return violations;
  }

  private Violation violation(RecordedPod pod, RecordedPod other) {
    return Violation.of(
        this,
        "pod %s of PodClique %s had to go while index %s was missing"
            .formatted(pod.event().name(), pod.ownerName(), other.index()),
        other.event(),
        pod.event());
  }

  /** What is known of one PodClique so far. */
  private static final class Clique {

    private final Map<String, PodCliqueSet> sets;
    private PodClique clique = new PodClique();
    private int replicas;
    private boolean going;
    private final Map<String, RecordedPod> live = new HashMap<>();
    private final Map<String, RecordedPod> gone = new HashMap<>();
    private final MissingIndices missing = new MissingIndices();

    Clique(Map<String, PodCliqueSet> sets) {
      this.sets = sets;
    }

    void take(RecordedEvent event) {
      clique = (PodClique) event.typed();
      replicas = PodFacts.pods((PodClique) event.typed());
      going |= !event.isPresent() || event.isTerminating();
    }

    /** The pods that were missing already when this one had to go. */
    Stream<RecordedPod> take(RecordedPod pod) {
      RecordedPod before = live.remove(pod.event().uid());
      if (pod.isLive()) {
        live.put(pod.event().uid(), pod);
      }
      List<String> ready =
          live.values().stream().filter(RecordedPod::isReady).map(RecordedPod::index).toList();
      ready.forEach(missing::noteReady);
      missing.giveUp(ready, replicas);
      boolean surplus = live.size() >= replicas;
      if (before == null || !before.isReady() || pod.isLive() || surplus || going) {
        return Stream.empty();
      }
      gone.put(pod.index(), pod);
      List<RecordedPod> others =
          missing.noteGoing(pod.index()).stream()
              .map(index -> requireNonNull(gone.get(index)))
              .filter(other -> !areInOneSubGroup(pod, other) && !waits(other))
              .toList();
      long units = others.stream().map(Clique::unit).distinct().count();
      return units < UpdateFloor.most(sets.values(), clique) ? Stream.empty() : others.stream();
    }

    private boolean waits(RecordedPod gone) {
      return UpdateFloor.waitForPlace(
          live.values().stream()
              .filter(pod -> pod.index().equals(gone.index()))
              .map(RecordedPod::pod)
              .toList());
    }

    private static String unit(RecordedPod pod) {
      String subGroup = pod.event().label(Labels.SUBGROUP_KEY);
      return subGroup.isEmpty() ? pod.index() : subGroup;
    }

    private static boolean areInOneSubGroup(RecordedPod pod, RecordedPod other) {
      String subGroup = pod.event().label(Labels.SUBGROUP_KEY);
      return !subGroup.isEmpty() && subGroup.equals(other.event().label(Labels.SUBGROUP_KEY));
    }
  }
}
