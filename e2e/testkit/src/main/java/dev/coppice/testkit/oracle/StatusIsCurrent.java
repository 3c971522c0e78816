package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.List;
import java.util.Set;

/** A status that speaks of an older generation at rest means that a change was overlooked. */
final class StatusIsCurrent implements RestRule {

  private static final Set<String> KINDS =
      Set.of(OurKinds.POD_CLIQUE_SET, OurKinds.SCALING_GROUP, OurKinds.POD_CLIQUE);

  @Override
  public String rule() {
    return "at rest every status speaks of the newest generation of its object";
  }

  @Override
  public List<Violation> check(Recording recording) {
    return recording.atEnd().stream()
        .filter(event -> KINDS.contains(event.kind()) && !event.isTerminating())
        .filter(event -> observed(event) != generation(event))
        .map(event ->
            Violation.of(
                this,
                "%s %s is at generation %d, its status at %d"
                    .formatted(event.kind(), event.name(), generation(event), observed(event)),
                event))
        .toList();
  }

  private static long generation(RecordedEvent event) {
    return event.metadata().path("generation").asLong();
  }

  private static long observed(RecordedEvent event) {
    return event.status().path("observedGeneration").asLong();
  }
}
