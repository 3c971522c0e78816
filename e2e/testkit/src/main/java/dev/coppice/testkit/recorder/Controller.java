package dev.coppice.testkit.recorder;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * The owner that controls an object; all empty where none does.
 *
 * @param kind for example {@code PodClique}
 * @param name its name
 * @param uid what tells it from others of its name
 */
public record Controller(String kind, String name, String uid) {

  private static final Controller NONE = new Controller("", "", "");

  static Controller of(JsonNode metadata) {
    return metadata
        .path("ownerReferences")
        .valueStream()
        .filter(owner -> owner.path("controller").asBoolean())
        .findFirst()
        .map(owner ->
            new Controller(
                owner.path("kind").asText(),
                owner.path("name").asText(),
                owner.path("uid").asText()))
        .orElse(NONE);
  }

  static Controller of(HasMetadata object) {
    return object.getMetadata().getOwnerReferences().stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .findFirst()
        .map(owner -> new Controller(owner.getKind(), owner.getName(), owner.getUid()))
        .orElse(NONE);
  }
}
