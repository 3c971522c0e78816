package dev.coppice.simulator.model;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;

/**
 * A field of a status, or of the metadata, that somebody writes or takes away behind the operator's
 * back.
 *
 * @param kind of the object
 * @param name of the object
 * @param path of the field, as a JSON pointer
 * @param value what is written there, as JSON; empty if the field is taken away
 */
public record FieldEdit(String kind, String name, String path, Optional<String> value) {

  /** Reads an edit as {@link #toString} writes it. */
  public static FieldEdit parse(String text) {
    String[] words = text.strip().split("\\s+", 4);
    return new FieldEdit(
        words[0], words[1], words[2], words.length > 3 ? Optional.of(words[3]) : Optional.empty());
  }

  /** Whether it is about a status. */
  public boolean isOfStatus() {
    return path.startsWith("/status");
  }

  /** The object that it is about, if that stands. */
  public Optional<HasMetadata> target(ClusterModel cluster) {
    return cluster
        .all(HasMetadata.class)
        .filter(object -> object.getKind().equals(kind))
        .filter(object -> object.getMetadata().getName().equals(name))
        .findFirst();
  }

  /** Makes it; false where there is no such object, or nothing that the field could be in. */
  public boolean commit(ClusterModel cluster) {
    return target(cluster)
        .filter(stored -> edited(stored).map(next -> cluster.store(stored, next)).isPresent())
        .isPresent();
  }

  private Optional<HasMetadata> edited(HasMetadata stored) {
    JsonNode tree = StoredObjects.tree(stored);
    JsonPointer field = JsonPointer.compile(path);
    if (!put(tree.at(field.head()), field.last())) {
      return Optional.empty();
    }
    return Optional.of(StoredObjects.parsed(tree, stored));
  }

  private boolean put(JsonNode parent, JsonPointer field) {
    switch (parent) {
      case ObjectNode object when value.isPresent() ->
          object.set(field.getMatchingProperty(), json(value.get()));
      case ObjectNode object -> object.remove(field.getMatchingProperty());
      case ArrayNode list when value.isPresent() && list.has(field.getMatchingIndex()) ->
          list.set(field.getMatchingIndex(), json(value.get()));
      case ArrayNode list when list.has(field.getMatchingIndex()) ->
          list.remove(field.getMatchingIndex());
      default -> {
        return false;
      }
    }
    return true;
  }

  private static JsonNode json(String text) {
    try {
      return StoredObjects.JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  @Override
  public String toString() {
    return String.join(" ", List.of(kind, name, path)) + value.map(json -> " " + json).orElse("");
  }
}
