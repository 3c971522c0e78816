package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.ChangeType;
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
final class OnlyAllowedNames implements RunningRule {

  @Override
  public String rule() {
    return "a pod's name derives from no pod or an earlier pod of its index";
  }

  @Override
  public Judge judge(Recording gaps) {
    Map<String, RecordedEvent> owners = new HashMap<>();
    Map<RecordedPod.Place, Map<String, RecordedEvent>> earlier = new HashMap<>();
    return event -> {
      switch (event.kind()) {
        case OurKinds.POD_CLIQUE -> owners.putIfAbsent(event.uid(), event);
        case RecordedPod.KIND -> {
          RecordedPod pod = new RecordedPod(event);
          RecordedEvent owner = owners.get(pod.owner());
          if (owner != null) {
            return judge(
                gaps,
                owner,
                pod,
                earlier.computeIfAbsent(pod.indexOfOwner(), _ -> new LinkedHashMap<>()));
          }
        }
        default -> {}
      }
      return Stream.empty();
    };
  }

  private Stream<Violation> judge(
      Recording gaps, RecordedEvent owner, RecordedPod pod, Map<String, RecordedEvent> earlier) {
    boolean broken =
        pod.event().type() == ChangeType.ADDED
            && !isAllowed(pod, earlier)
            && allPodsWereSeen(gaps, owner, pod.event());
    Stream<Violation> violations =
        broken ? Stream.of(violation(pod, List.copyOf(earlier.values()))) : Stream.empty();
    earlier.putIfAbsent(pod.event().uid(), pod.event());
    return violations;
  }

  private static boolean isAllowed(RecordedPod pod, Map<String, RecordedEvent> earlier) {
    return Stream.concat(Stream.of(""), earlier.keySet().stream())
        .map(uid -> NextPodName.of(pod.ownerName(), pod.owner(), pod.index(), uid, pod.attempt()))
        .anyMatch(pod.event().name()::equals);
  }

  private static boolean allPodsWereSeen(Recording gaps, RecordedEvent owner, RecordedEvent pod) {
    return owner.type() == ChangeType.ADDED
        && !gaps.hasGap(RecordedPod.KIND, owner.resourceVersion(), pod.resourceVersion());
  }

  private Violation violation(RecordedPod pod, List<RecordedEvent> earlier) {
    List<RecordedEvent> evidence = new ArrayList<>(earlier);
    evidence.add(pod.event());
    return new Violation(
        rule(),
        "pod %s at index %s of PodClique %s has a name that neither no pod nor any of %d earlier"
                .formatted(pod.event().name(), pod.index(), pod.ownerName(), earlier.size())
            + " ones leads to",
        evidence);
  }
}
