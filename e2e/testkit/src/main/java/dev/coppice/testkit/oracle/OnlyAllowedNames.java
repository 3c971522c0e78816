package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.Life;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The name of a pod is a function of what its creator saw: no pod at this index, or a youngest one
 * that had existed. Any other name means that two creations from one view would have made two pods.
 */
final class OnlyAllowedNames implements Invariant {

  @Override
  public String rule() {
    return "a pod's name derives from no pod or an earlier pod of its index";
  }

  @Override
  public List<Violation> check(Recording recording) {
    Map<String, RecordedEvent> owners = new HashMap<>();
    for (Life life : recording.lives(OurKinds.POD_CLIQUE)) {
      owners.put(life.uid(), life.first());
    }
    Map<RecordedPod.Place, Map<String, RecordedEvent>> earlier = new HashMap<>();
    List<Violation> violations = new ArrayList<>();
    recording
        .ofKind(RecordedPod.KIND)
        .map(RecordedPod::new)
        .forEach(pod -> {
          RecordedEvent owner = owners.get(pod.owner());
          if (owner == null) {
            return;
          }
          Map<String, RecordedEvent> before =
              earlier.computeIfAbsent(pod.place(), _ -> new LinkedHashMap<>());
          if (pod.event().type() == ChangeType.ADDED
              && !isAllowed(pod, before)
              && allPodsWereSeen(recording, owner, pod.event())) {
            violations.add(violation(pod, before));
          }
          before.putIfAbsent(pod.event().uid(), pod.event());
        });
    return violations;
  }

  private static boolean isAllowed(RecordedPod pod, Map<String, RecordedEvent> earlier) {
    return Stream.concat(Stream.of(""), earlier.keySet().stream())
        .map(uid -> NextPodName.of(pod.ownerName(), pod.owner(), pod.index(), uid))
        .anyMatch(pod.event().name()::equals);
  }

  private static boolean allPodsWereSeen(
      Recording recording, RecordedEvent owner, RecordedEvent pod) {
    return owner.type() == ChangeType.ADDED
        && !recording.hasGap(RecordedPod.KIND, owner.resourceVersion(), pod.resourceVersion());
  }

  private Violation violation(RecordedPod pod, Map<String, RecordedEvent> earlier) {
    List<RecordedEvent> evidence = new ArrayList<>(earlier.values());
    evidence.add(pod.event());
    return new Violation(
        rule(),
        "pod %s at index %s of PodClique %s has a name that neither no pod nor any of %d earlier"
                .formatted(pod.event().name(), pod.index(), pod.ownerName(), earlier.size())
            + " ones leads to",
        evidence);
  }
}
