package dev.coppice.faults;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.RecordedEvent;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What exists, as short as a flow can write it down beforehand: a line for each object, in the
 * order of the alphabet. It says whether a user has what was asked for, where an {@link EndState}
 * only says whether two runs ended alike.
 */
final class Outline {

  private Outline() {}

  /** Tells a state. */
  static String of(Collection<RecordedEvent> all) {
    return sorted(all.stream().map(Outline::line));
  }

  /** Puts lines into the order of an outline. */
  static String sorted(Stream<String> lines) {
    return lines.sorted().collect(Collectors.joining("\n"));
  }

  /** Tells an object. */
  static String line(RecordedEvent event) {
    String told =
        switch (event.kind()) {
          case "PodCliqueSet" -> "set %s %s".formatted(event.name(), counted(event, "available"));
          case "PodCliqueScalingGroup" ->
              "group %s %s".formatted(event.name(), counted(event, "available"));
          case "PodClique" -> "clique %s %s".formatted(event.name(), counted(event, "ready"));
          case "PodGang" -> "gang %s: %s".formatted(event.name(), podGroups(event));
          case "Pod" ->
              "pod %s[%s] %s"
                  .formatted(
                      event.label(Labels.POD_CLIQUE),
                      event.label(Labels.POD_INDEX),
                      isReady(event) ? "ready" : "not ready");
          default -> "%s %s".formatted(event.kind().toLowerCase(Locale.ROOT), event.name());
        };
    return event.isTerminating() ? told + ", terminating" : told;
  }

  private static String counted(RecordedEvent event, String what) {
    return "%d/%d %s"
        .formatted(
            event.status().path(what + "Replicas").asInt(),
            event.spec().path("replicas").asInt(),
            what);
  }

  private static String podGroups(RecordedEvent gang) {
    return gang.spec()
        .path("podgroups")
        .valueStream()
        .map(group ->
            "%s %d/%d"
                .formatted(
                    group.path("name").asText(),
                    group.path("minReplicas").asInt(),
                    group.path("podReferences").size()))
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** Whether a pod is there to stay and says that it is ready. */
  static boolean isReady(RecordedEvent pod) {
    return !pod.isTerminating()
        && pod.status().path("conditions").valueStream().anyMatch(Outline::saysReady);
  }

  private static boolean saysReady(JsonNode condition) {
    return condition.path("type").asText().equals("Ready")
        && condition.path("status").asText().equals("True");
  }
}
