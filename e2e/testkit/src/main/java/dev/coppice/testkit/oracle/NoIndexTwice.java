package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A pod that takes a place while another live pod has it breaks the rule, once per pair. */
final class NoIndexTwice implements Invariant {

  @Override
  public String rule() {
    return "no two live pods of a PodClique have the same index";
  }

  @Override
  public List<Violation> check(Recording recording) {
    Map<RecordedPod.Place, Map<String, RecordedPod>> places = new HashMap<>();
    Set<Set<String>> reported = new HashSet<>();
    List<Violation> violations = new ArrayList<>();
    recording
        .ofKind(RecordedPod.KIND)
        .map(RecordedPod::new)
        .filter(pod -> !pod.owner().isEmpty())
        .forEach(pod -> {
          RecordedEvent event = pod.event();
          places.values().forEach(holders -> holders.remove(event.uid()));
          if (!pod.isLive()) {
            return;
          }
          Map<String, RecordedPod> holders =
              places.computeIfAbsent(pod.place(), _ -> new HashMap<>());
          if (!recording.isUncertain(RecordedPod.KIND, event.resourceVersion())) {
            holders.values().stream()
                .filter(other -> reported.add(Set.of(event.uid(), other.event().uid())))
                .map(other -> violation(pod, other))
                .forEach(violations::add);
          }
          holders.put(event.uid(), pod);
        });
    return violations;
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
