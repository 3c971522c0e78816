package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What a pod was told about its start: nothing runs before it, and nobody takes it back. */
final class ReleasesAreForGood implements RunningRule {

  @Override
  public String rule() {
    return "a pod that waits for its parents is not ready before it is released, and is released"
        + " for good";
  }

  @Override
  public Judge judge(Recording gaps) {
    Map<String, RecordedEvent> releases = new HashMap<>();
    Set<String> reported = new HashSet<>();
    return event -> {
      if (!event.kind().equals(RecordedPod.KIND) || !event.isPresent()) {
        return Stream.empty();
      }
      RecordedPod pod = new RecordedPod(event);
      if (pod.isReleased()) {
        releases.putIfAbsent(event.uid(), event);
        return Stream.empty();
      }
      return judge(pod, releases).filter(_ -> reported.add(event.uid()));
    };
  }

  private Stream<Violation> judge(RecordedPod pod, Map<String, RecordedEvent> releases) {
    RecordedEvent event = pod.event();
    RecordedEvent release = releases.get(event.uid());
    if (release != null) {
      return Stream.of(
          Violation.of(
              this,
              "the release of pod %s was taken back".formatted(event.name()),
              release,
              event));
    }
    return pod.isReady() && pod.isHeld()
        ? Stream.of(
            Violation.of(
                this, "pod %s was ready without its release".formatted(event.name()), event))
        : Stream.empty();
  }
}
