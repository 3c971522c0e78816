package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Pods may lack only where the status tells of failures that explain it. */
final class CliquesHaveTheirPods implements RestRule {

  @Override
  public String rule() {
    return "at rest a PodClique has as many live pods as it asks for, or says why not";
  }

  @Override
  public List<Violation> check(Recording recording) {
    Map<String, Long> live =
        recording.atEnd().stream()
            .filter(event -> event.kind().equals(RecordedPod.KIND))
            .map(RecordedPod::new)
            .filter(RecordedPod::isLive)
            .collect(Collectors.groupingBy(RecordedPod::owner, Collectors.counting()));
    return recording.atEnd().stream()
        .filter(event -> event.kind().equals(OurKinds.POD_CLIQUE) && !event.isTerminating())
        .filter(clique -> !isExplained(clique, live.getOrDefault(clique.uid(), 0L)))
        .map(clique ->
            Violation.of(
                this,
                "PodClique %s asks for %d pods and has %d"
                    .formatted(
                        clique.name(),
                        new RecordedScale(clique).replicas(),
                        live.getOrDefault(clique.uid(), 0L)),
                clique))
        .toList();
  }

  private static boolean isExplained(RecordedEvent clique, long live) {
    int replicas = new RecordedScale(clique).replicas();
    return live == replicas
        || (live < replicas
            && !(clique.status().path("podFailures").isEmpty()
                && clique.status().path("lastErrors").isEmpty()));
  }
}
