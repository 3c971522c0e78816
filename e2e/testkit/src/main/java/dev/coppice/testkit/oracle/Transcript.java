package dev.coppice.testkit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;

/** A recording as text: a line for each event, with what the rules look at. */
public final class Transcript {

  private Transcript() {}

  /** All events in order. */
  public static String of(Recording recording) {
    return recording.events().stream()
        .map(event -> line(event) + "\n")
        .collect(Collectors.joining());
  }

  static String line(RecordedEvent event) {
    return "%d %tT.%<tL %-8s %s %s/%s uid=%s%s"
        .formatted(
            event.resourceVersion(),
            event.arrivedAt().atZone(ZoneOffset.UTC),
            event.type(),
            event.kind(),
            event.namespace(),
            event.name(),
            event.uid(),
            detail(event));
  }

  private static String detail(RecordedEvent event) {
    StringBuilder detail = new StringBuilder(event.isTerminating() ? " terminating" : "");
    if (event.kind().equals(RecordedPod.KIND)) {
      RecordedPod pod = new RecordedPod(event);
      detail
          .append(" index=")
          .append(pod.index())
          .append(" phase=")
          .append(event.status().path("phase").asText())
          .append(pod.waitsForGang() ? " gated" : "")
          .append(pod.isHeld() ? " held" : "")
          .append(pod.isReady() ? " ready" : "");
    } else if (OurKinds.has(event)) {
      append(detail, "generation", event.metadata());
      append(detail, "replicas", event.spec());
      for (String field :
          List.of(
              "observedGeneration",
              "replicas",
              "scheduledReplicas",
              "readyReplicas",
              "availableReplicas")) {
        append(detail, field, event.status(), "status.");
      }
    }
    return detail.toString();
  }

  private static void append(StringBuilder detail, String field, JsonNode from) {
    append(detail, field, from, "");
  }

  private static void append(StringBuilder detail, String field, JsonNode from, String prefix) {
    if (from.has(field)) {
      detail.append(' ').append(prefix).append(field).append('=').append(from.path(field).asText());
    }
  }
}
