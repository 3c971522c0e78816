package dev.coppice.testkit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the status of a set or a scaling group says about a teardown, as one event shows it.
 *
 * @param event the set or the group
 * @param json the record
 */
record RecordedTeardown(RecordedEvent event, JsonNode json) {

  /** What tells a teardown from all others. */
  record Key(String owner, int replica, String startedAt) {}

  /** All that was ever said, in order. */
  static Stream<RecordedTeardown> in(Recording recording) {
    return recording.events().stream().flatMap(RecordedTeardown::of);
  }

  /** What one event says; nothing if it is about neither a set nor a group. */
  static Stream<RecordedTeardown> of(RecordedEvent event) {
    boolean tells =
        event.kind().equals(OurKinds.POD_CLIQUE_SET) || event.kind().equals(OurKinds.SCALING_GROUP);
    return tells && event.isPresent()
        ? event
            .status()
            .path("replicaDeletions")
            .valueStream()
            .map(json -> new RecordedTeardown(event, json))
        : Stream.empty();
  }

  Key key() {
    return new Key(event.uid(), json.path("replicaIndex").asInt(), json.path("startedAt").asText());
  }

  /** Whether the replica has yet to be made again; only then it lists PodCliques. */
  boolean isOpen() {
    return !json.has("completedAt");
  }

  /** Whether it says that all it lists is gone. */
  boolean saysGone() {
    return json.has("goneAt");
  }

  /** Names of the PodCliques that it lists, by their UIDs. */
  Map<String, String> podCliques() {
    return json.path("podCliques")
        .valueStream()
        .collect(
            Collectors.toMap(
                clique -> clique.path("uid").asText(), clique -> clique.path("name").asText()));
  }

  Set<String> uids() {
    return podCliques().keySet();
  }

  @Override
  public String toString() {
    return "the record of %s %s about replica %d"
        .formatted(event.kind(), event.name(), key().replica());
  }
}
