package dev.coppice.testkit.recorder;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One change of one object: as the JSON that the API server sent, so that no model of ours can hide
 * a field, and as an object of our model for whoever counts. Where only one is given the other is
 * made when somebody asks for it.
 */
public final class RecordedEvent {

  private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();
  private static final Map<String, Class<? extends HasMetadata>> TYPES =
      Map.of(
          "PodCliqueSet", PodCliqueSet.class,
          "PodCliqueScalingGroup", PodCliqueScalingGroup.class,
          "PodClique", PodClique.class,
          "PodGang", PodGang.class,
          "Pod", Pod.class,
          "Service", Service.class);

  private final long resourceVersion;
  private final ChangeType type;
  private final String kind;
  private final String namespace;
  private final String name;
  private final String uid;
  private final Instant arrivedAt;
  private volatile @Nullable JsonNode json;
  private volatile @Nullable HasMetadata typed;

  private RecordedEvent(ChangeType type, JsonNode json, Instant arrivedAt) {
    JsonNode metadata = json.path("metadata");
    this.resourceVersion = Long.parseLong(metadata.path("resourceVersion").asText());
    this.type = type;
    this.kind = json.path("kind").asText();
    this.namespace = metadata.path("namespace").asText();
    this.name = metadata.path("name").asText();
    this.uid = metadata.path("uid").asText();
    this.arrivedAt = arrivedAt;
    this.json = json;
  }

  private RecordedEvent(ChangeType type, HasMetadata typed, Instant arrivedAt) {
    this.resourceVersion = Long.parseLong(typed.getMetadata().getResourceVersion());
    this.type = type;
    this.kind = typed.getKind();
    this.namespace = typed.getMetadata().getNamespace();
    this.name = typed.getMetadata().getName();
    this.uid = typed.getMetadata().getUid();
    this.arrivedAt = arrivedAt;
    this.typed = typed;
  }

  /** An event from an object as the API server sends it. */
  public static RecordedEvent of(ChangeType type, JsonNode object, Instant arrivedAt) {
    return new RecordedEvent(type, object, arrivedAt);
  }

  /** An event from an object of our model, which nobody changes from now on. */
  public static RecordedEvent of(ChangeType type, HasMetadata object, Instant arrivedAt) {
    return new RecordedEvent(type, object, arrivedAt);
  }

  /** The change's place among all changes of all kinds: one store counts them. */
  public long resourceVersion() {
    return resourceVersion;
  }

  /** What happened. */
  public ChangeType type() {
    return type;
  }

  /** For example {@code PodClique}. */
  public String kind() {
    return kind;
  }

  /** The object's namespace. */
  public String namespace() {
    return namespace;
  }

  /** The object's name. */
  public String name() {
    return name;
  }

  /** What tells the object from an earlier one of its name. */
  public String uid() {
    return uid;
  }

  /** When the recorder heard of it. */
  public Instant arrivedAt() {
    return arrivedAt;
  }

  /** The object after the change as JSON, without managedFields. */
  public JsonNode object() {
    JsonNode known = json;
    if (known == null) {
      known = SERIALIZATION.convertValue(Objects.requireNonNull(typed), JsonNode.class);
      json = known;
    }
    return known;
  }

  /** The object after the change in our model. */
  public HasMetadata typed() {
    HasMetadata known = typed;
    if (known == null) {
      known =
          SERIALIZATION.convertValue(
              Objects.requireNonNull(json),
              Objects.requireNonNull(TYPES.get(kind), () -> "no model of " + kind));
      typed = known;
    }
    return known;
  }

  /** Whether the object exists after this event. */
  public boolean isPresent() {
    return type != ChangeType.DELETED;
  }

  /** Whether somebody has asked for the object's deletion. */
  public boolean isTerminating() {
    HasMetadata known = typed;
    return known == null
        ? metadata().has("deletionTimestamp")
        : known.getMetadata().getDeletionTimestamp() != null;
  }

  /** The object's metadata. */
  public JsonNode metadata() {
    return object().path("metadata");
  }

  /** What is asked for. */
  public JsonNode spec() {
    return object().path("spec");
  }

  /** What is reported. */
  public JsonNode status() {
    return object().path("status");
  }

  /** The value of a label, empty for none. */
  public String label(String key) {
    HasMetadata known = typed;
    if (known == null) {
      return metadata().path("labels").path(key).asText();
    }
    Map<String, String> labels = known.getMetadata().getLabels();
    return labels == null ? "" : labels.getOrDefault(key, "");
  }

  /** UID of the controlling owner, empty for none. */
  public String controllerUid() {
    return controller().uid();
  }

  /** The controlling owner. */
  public Controller controller() {
    HasMetadata known = typed;
    return known == null ? Controller.of(metadata()) : Controller.of(known);
  }

  @Override
  public String toString() {
    return "%s %s %s/%s at %d".formatted(type, kind, namespace, name, resourceVersion);
  }
}
