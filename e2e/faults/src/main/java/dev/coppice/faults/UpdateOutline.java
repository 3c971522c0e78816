package dev.coppice.faults;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.RecordedEvent;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An {@link Outline} that also says how far each object has come to a changed template. The version
 * is what the user wrote into the template; hashes and counts are what the operator makes of it.
 */
final class UpdateOutline {

  /** The variable of the first container that tells one template from another. */
  static final String VERSION = "VERSION";

  private UpdateOutline() {}

  /** Tells a state. */
  static String of(Collection<RecordedEvent> all) {
    Map<String, String> hashes =
        all.stream()
            .filter(event -> event.kind().equals("PodClique"))
            .collect(Collectors.toMap(RecordedEvent::uid, UpdateOutline::hash));
    return Outline.sorted(all.stream().map(event -> Outline.line(event) + more(event, hashes)));
  }

  private static String more(RecordedEvent event, Map<String, String> hashes) {
    return switch (event.kind()) {
      case "PodCliqueSet", "PodCliqueScalingGroup" ->
          ", %d updated, %s".formatted(updated(event), update(event));
      case "PodClique" ->
          ", version %s, %d updated, %s"
              .formatted(version(event.spec().path("podSpec")), updated(event), update(event));
      case "Pod" ->
          ", version %s, %s"
              .formatted(
                  version(event.spec()),
                  hash(event).equals(hashes.get(event.controllerUid())) ? "current" : "outdated");
      default -> "";
    };
  }

  private static int updated(RecordedEvent event) {
    return event.status().path("updatedReplicas").asInt();
  }

  private static String update(RecordedEvent event) {
    JsonNode progress = event.status().path("updateProgress");
    if (!progress.has("updateStartedAt")) {
      return "no update";
    }
    return progress.has("updateEndedAt") ? "update ended" : "update goes on";
  }

  private static String version(JsonNode podSpec) {
    return podSpec
        .path("containers")
        .path(0)
        .path("env")
        .valueStream()
        .filter(variable -> variable.path("name").asText().equals(VERSION))
        .map(variable -> variable.path("value").asText())
        .findFirst()
        .orElse("unknown");
  }

  private static String hash(RecordedEvent event) {
    return event.label(Labels.POD_TEMPLATE_HASH);
  }
}
