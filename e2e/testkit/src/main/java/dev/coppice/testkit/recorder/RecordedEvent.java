package dev.coppice.testkit.recorder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Instant;

/**
 * One change of one object. Kept as the JSON that the API server sent, so that no model of ours can
 * hide a field.
 *
 * @param resourceVersion the change's place among all changes of all kinds: one store counts them
 * @param type what happened
 * @param kind for example {@code PodClique}
 * @param namespace the object's namespace
 * @param name the object's name
 * @param uid what tells the object from an earlier one of its name
 * @param object the object after the change, without managedFields
 * @param arrivedAt when the recorder heard of it
 */
public record RecordedEvent(
    long resourceVersion,
    ChangeType type,
    String kind,
    String namespace,
    String name,
    String uid,
    JsonNode object,
    Instant arrivedAt) {

  /** Makes an event from an object as the API server sends it. */
  public static RecordedEvent of(ChangeType type, JsonNode object, Instant arrivedAt) {
    JsonNode metadata = object.path("metadata");
    return new RecordedEvent(
        Long.parseLong(metadata.path("resourceVersion").asText()),
        type,
        object.path("kind").asText(),
        metadata.path("namespace").asText(),
        metadata.path("name").asText(),
        metadata.path("uid").asText(),
        object,
        arrivedAt);
  }

  /** Whether the object exists after this event. */
  public boolean isPresent() {
    return type != ChangeType.DELETED;
  }

  /** Whether somebody has asked for the object's deletion. */
  public boolean isTerminating() {
    return metadata().has("deletionTimestamp");
  }

  /** The object's metadata. */
  public JsonNode metadata() {
    return object.path("metadata");
  }

  /** What is asked for. */
  public JsonNode spec() {
    return object.path("spec");
  }

  /** What is reported. */
  public JsonNode status() {
    return object.path("status");
  }

  /** The value of a label, empty for none. */
  public String label(String key) {
    return metadata().path("labels").path(key).asText();
  }

  /** UID of the controlling owner, empty for none. */
  public String controllerUid() {
    return controller().path("uid").asText();
  }

  /** The reference to the controlling owner; a missing node for none. */
  public JsonNode controller() {
    return metadata()
        .path("ownerReferences")
        .valueStream()
        .filter(owner -> owner.path("controller").asBoolean())
        .findFirst()
        .orElseGet(MissingNode::getInstance);
  }
}
