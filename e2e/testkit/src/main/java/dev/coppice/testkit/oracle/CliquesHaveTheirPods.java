package dev.coppice.testkit.oracle;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.testkit.recorder.Recording;
import java.util.List;

/** Pods may lack only where the status tells of failures that explain it. */
final class CliquesHaveTheirPods implements RestRule {

  @Override
  public String rule() {
    return "at rest a PodClique has as many live pods as it asks for, or says why not";
  }

  @Override
  public List<Violation> check(Recording recording) {
    Moment moment = Moment.atEnd(recording);
    return recording.atEnd().stream()
        .filter(event -> event.kind().equals(OurKinds.POD_CLIQUE) && !event.isTerminating())
        .filter(event -> !isExplained((PodClique) event.typed(), moment))
        .map(event ->
            Violation.of(
                this,
                "PodClique %s asks for %d pods and has %d"
                    .formatted(
                        event.name(),
                        PodFacts.pods((PodClique) event.typed()),
                        moment.pods((PodClique) event.typed()).count()),
                event))
        .toList();
  }

  private static boolean isExplained(PodClique clique, Moment moment) {
    PodCliqueStatus status = clique.statusOrEmpty();
    int replicas = PodFacts.pods(clique);
    long live = moment.existing(clique);
    return live == replicas
        || !PodFacts.mayRun(clique)
        || (live < replicas && !(status.podFailures().isEmpty() && status.lastErrors().isEmpty()));
  }
}
