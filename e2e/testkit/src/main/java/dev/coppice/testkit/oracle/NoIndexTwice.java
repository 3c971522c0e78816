package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A pod that takes a place while another live pod has it breaks the rule, once per pair. */
final class NoIndexTwice implements RunningRule {

  @Override
  public String rule() {
    return "no two live pods of a PodClique have the same index";
  }

  @Override
  public Judge judge(Recording gaps) {
    return new Places(gaps);
  }

  private final class Places implements Judge {

    private final Recording gaps;
    private final Map<RecordedPod.Place, Map<String, RecordedPod>> holders = new HashMap<>();
    private final Map<String, RecordedPod.Place> held = new HashMap<>();
    private final Set<Set<String>> reported = new HashSet<>();

    Places(Recording gaps) {
      this.gaps = gaps;
    }

    @Override
    public Stream<Violation> take(RecordedEvent event) {
      if (!event.kind().equals(RecordedPod.KIND)) {
        return Stream.empty();
      }
      RecordedPod pod = new RecordedPod(event);
      RecordedPod.Place before = held.remove(event.uid());
      if (before != null) {
        holders.getOrDefault(before, new HashMap<>()).remove(event.uid());
      }
      if (pod.owner().isEmpty() || !pod.isLive()) {
        return Stream.empty();
      }
      RecordedPod.Place place = pod.place();
      Map<String, RecordedPod> here = holders.computeIfAbsent(place, _ -> new HashMap<>());
      List<RecordedPod> others = List.copyOf(here.values());
      here.put(event.uid(), pod);
      held.put(event.uid(), place);
      return gaps.isUncertain(RecordedPod.KIND, event.resourceVersion())
          ? Stream.empty()
          : others.stream()
              .filter(other -> reported.add(Set.of(event.uid(), other.event().uid())))
              .map(other -> violation(pod, other));
    }
  }

  private Violation violation(RecordedPod pod, RecordedPod other) {
    return Violation.of(
        this,
        "pods %s and %s of PodClique %s both live at index %s"
            .formatted(other.event().name(), pod.event().name(), pod.ownerName(), pod.index()),
        other.event(),
        pod.event());
  }
}
