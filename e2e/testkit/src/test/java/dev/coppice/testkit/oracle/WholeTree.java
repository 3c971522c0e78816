package dev.coppice.testkit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The set in {@code whole-tree.yaml} with all that is below it, for a test to spoil. */
final class WholeTree {

  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private final List<ObjectNode> objects;

  private WholeTree(List<ObjectNode> objects) {
    this.objects = objects;
  }

  static WholeTree read() {
    try (InputStream file =
            Objects.requireNonNull(WholeTree.class.getResourceAsStream("whole-tree.yaml"));
        var documents = YAML.readerFor(ObjectNode.class).<ObjectNode>readValues(file)) {
      return new WholeTree(new ArrayList<>(documents.readAll()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts a value, given as YAML, in a place of an object; nothing takes what is there away. */
  WholeTree with(String uid, String place, String value) {
    int slash = place.lastIndexOf('/');
    JsonNode parent = object(uid).at(place.substring(0, slash));
    String field = place.substring(slash + 1).replace("~1", "/");
    try {
      JsonNode json = YAML.readTree(value);
      switch (parent) {
        case ObjectNode object when json.isMissingNode() -> object.remove(field);
        case ObjectNode object -> object.set(field, json);
        case ArrayNode array when json.isMissingNode() -> array.remove(Integer.parseInt(field));
        case ArrayNode array -> array.set(Integer.parseInt(field), json);
        default -> throw new IllegalArgumentException(place + " is not in " + uid);
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  WholeTree without(String uid) {
    objects.remove(object(uid));
    return this;
  }

  /** One more object like another. */
  WholeTree withCopy(String uid, String name) {
    ObjectNode copy = object(uid).deepCopy();
    copy.withObjectProperty("metadata").put("name", name).put("uid", "copy");
    objects.add(copy);
    return this;
  }

  private ObjectNode object(String uid) {
    return objects.stream()
        .filter(object -> object.at("/metadata/uid").asText().equals(uid))
        .findFirst()
        .orElseThrow();
  }

  Recording recording() {
    List<RecordedEvent> events = new ArrayList<>();
    for (ObjectNode object : objects) {
      ObjectNode sent = object.deepCopy();
      sent.withObjectProperty("metadata")
          .put("resourceVersion", Integer.toString(events.size() + 1));
      events.add(RecordedEvent.of(ChangeType.ADDED, sent, Instant.EPOCH));
    }
    return new Recording(events, List.of());
  }
}
