package dev.coppice.testkit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.SchedulingGates;
import dev.coppice.testkit.recorder.RecordedEvent;
import java.util.Optional;
import java.util.Set;

/** A pod as one event shows it, read as the rules read pods. */
record RecordedPod(RecordedEvent event) {

  static final String KIND = "Pod";

  // Pods of different attempts of a training job share an index.
  private static final String RESTART_ATTEMPT = "grove.io/restart-attempt";
  private static final Set<String> ENDED = Set.of("Failed", "Succeeded");

  /** What one PodClique may have only one live pod of. */
  record Place(String owner, String index, String attempt) {}

  Place place() {
    return new Place(owner(), index(), event.label(RESTART_ATTEMPT));
  }

  /** UID of the PodClique, empty for a pod that belongs to none. */
  String owner() {
    JsonNode controller = event.controller();
    return controller.path("kind").asText().equals(OurKinds.POD_CLIQUE)
        ? controller.path("uid").asText()
        : "";
  }

  String ownerName() {
    return event.controller().path("name").asText();
  }

  String index() {
    return event.label(Labels.POD_INDEX);
  }

  /** Whether it counts: it exists, is not on its way out and has not ended. */
  boolean isLive() {
    return event.isPresent()
        && !event.isTerminating()
        && !ENDED.contains(event.status().path("phase").asText());
  }

  boolean isReady() {
    return isLive()
        && event
            .status()
            .path("conditions")
            .valueStream()
            .anyMatch(condition ->
                condition.path("type").asText().equals("Ready")
                    && condition.path("status").asText().equals("True"));
  }

  boolean isGated() {
    return isLive() && !event.spec().path("schedulingGates").isEmpty();
  }

  /** Whether it waits for a gang to be placed, other gates aside. */
  boolean waitsForGang() {
    return event
        .spec()
        .path("schedulingGates")
        .valueStream()
        .anyMatch(
            gate -> gate.path("name").asText().equals(SchedulingGates.POD_GANG_PENDING_CREATION));
  }

  /** What it is told about its start; empty for a pod that is not made to wait. */
  Optional<String> startup() {
    return Optional.ofNullable(
            event.metadata().path("annotations").get(Annotations.STARTUP_RELEASED))
        .map(JsonNode::asText);
  }

  /** Whether its containers have to wait. */
  boolean isHeld() {
    return startup().filter(String::isEmpty).isPresent();
  }

  /** Whether its containers waited, or would have, and need not any more. */
  boolean isReleased() {
    return startup().filter(told -> !told.isEmpty()).isPresent();
  }

  boolean isBound() {
    return isLive() && !event.spec().path("nodeName").asText().isEmpty();
  }

  boolean isMadeFrom(String templateHash) {
    return isLive() && event.label(Labels.POD_TEMPLATE_HASH).equals(templateHash);
  }
}
