package dev.coppice.testkit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.List;
import java.util.stream.Stream;

/** What the statuses say that an update has in hand, at every level. */
final class OneReplicaIsUpdatedAtATime implements Invariant {

  @Override
  public String rule() {
    return "an update has one replica of a set in hand, and one index of a clique or a group";
  }

  @Override
  public List<Violation> check(Recording recording) {
    return recording.events().stream()
        .filter(OurKinds::has)
        .filter(RecordedEvent::isPresent)
        .filter(event -> inHand(event).anyMatch(list -> list.size() > 1))
        .map(event ->
            Violation.of(
                this,
                "%s %s has in hand %s"
                    .formatted(event.kind(), event.name(), inHand(event).toList()),
                event))
        .toList();
  }

  private static Stream<JsonNode> inHand(RecordedEvent event) {
    JsonNode progress = event.status().path("updateProgress");
    return Stream.of(progress.path("currentlyUpdating"), progress.path("replacingIndexes"));
  }
}
