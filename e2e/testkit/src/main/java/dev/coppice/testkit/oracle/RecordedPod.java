package dev.coppice.testkit.oracle;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.RecordedEvent;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Optional;

/** A pod as one event shows it. */
record RecordedPod(RecordedEvent event) {

  static final String KIND = "Pod";

  /**
   * What one PodClique may have only one live pod of. Pods of different attempts of a training job
   * share an index.
   */
  record Place(String owner, String index, String attempt) {}

  Place place() {
    return new Place(owner(), index(), attempt());
  }

  /** The same whatever the attempt. */
  Place indexOfOwner() {
    return new Place(owner(), index(), "");
  }

  /** The attempt of a training job that it belongs to; empty for other pods. */
  String attempt() {
    return event.label(Labels.RESTART_ATTEMPT);
  }

  /** Whether it has done the work of its index, and not because somebody told it to go. */
  boolean hasSucceeded() {
    return event.isPresent() && PodFacts.hasSucceeded(pod());
  }

  /** Whether its containers may run, or have yet to, be it on its way out or not. */
  boolean isActive() {
    return event.isPresent() && !PodFacts.hasEnded(pod());
  }

  boolean hasFailed() {
    return PodFacts.isInPhase(pod(), "Failed");
  }

  /** Whether its containers have exited with 0, for whatever reason. */
  boolean hasEndedWell() {
    return PodFacts.isInPhase(pod(), "Succeeded");
  }

  /** Whether the time is over that it was given to go. */
  boolean mustBeGone(Instant now) {
    String timestamp = pod().getMetadata().getDeletionTimestamp();
    return timestamp != null && !now.isBefore(Instant.parse(timestamp));
  }

  /** The node that it is bound to; empty without one. */
  String node() {
    return PodFacts.isBound(pod()) ? pod().getSpec().getNodeName() : "";
  }

  /** Whether another pod has the same name in the network, whatever its attempt. */
  boolean sharesHostNameWith(RecordedPod other) {
    return index().equals(other.index())
        && event.label(Labels.POD_CLIQUE).equals(other.event.label(Labels.POD_CLIQUE));
  }

  /** UID of the PodClique, empty for a pod that belongs to none. */
  String owner() {
    return event.controller().kind().equals(OurKinds.POD_CLIQUE) ? event.controllerUid() : "";
  }

  String ownerName() {
    return event.controller().name();
  }

  String index() {
    return PodFacts.index(pod());
  }

  Pod pod() {
    return (Pod) event.typed();
  }

  /** Whether it counts: it exists, is not on its way out and has not ended. */
  boolean isLive() {
    return event.isPresent() && PodFacts.isLive(pod());
  }

  boolean isReady() {
    return isLive() && PodFacts.isReady(pod());
  }

  boolean isBound() {
    return isLive() && PodFacts.isBound(pod());
  }

  boolean waitsForGang() {
    return PodFacts.waitsForGang(pod());
  }

  Optional<String> startup() {
    return PodFacts.startup(pod());
  }

  /** Whether its containers have to wait. */
  boolean isHeld() {
    return startup().filter(String::isEmpty).isPresent();
  }

  boolean isReleased() {
    return PodFacts.isReleased(pod());
  }
}
