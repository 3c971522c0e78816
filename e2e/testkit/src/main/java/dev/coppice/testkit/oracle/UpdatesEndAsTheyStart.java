package dev.coppice.testkit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.List;

/** Under OnDelete nothing is waited for: one write tells both, with one instant. */
final class UpdatesEndAsTheyStart implements Invariant {

  @Override
  public String rule() {
    return "an update that replaces nothing has ended when it starts";
  }

  @Override
  public List<Violation> check(Recording recording) {
    return recording.events().stream()
        .filter(OurKinds::has)
        .filter(RecordedEvent::isPresent)
        .filter(event -> !start(event).equals(end(event)))
        .map(event ->
            Violation.of(
                this,
                "the update of %s %s starts at '%s' and ends at '%s'"
                    .formatted(event.kind(), event.name(), start(event), end(event)),
                event))
        .toList();
  }

  private static String start(RecordedEvent event) {
    return progress(event).path("updateStartedAt").asText();
  }

  private static String end(RecordedEvent event) {
    return progress(event).path("updateEndedAt").asText();
  }

  private static JsonNode progress(RecordedEvent event) {
    return event.status().path("updateProgress");
  }
}
