package dev.coppice.core.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;

/**
 * Walks two structural schemas and finds what one has a place for and the other has not. Only
 * places count: types and rules do not.
 */
public final class MissingFields {

  private static final String ANYTHING = "x-kubernetes-preserve-unknown-fields";

  private MissingFields() {}

  /**
   * The fields that the API server would drop, each without those below it.
   *
   * @param path of the value that both schemas are about, as people write it
   * @param wanted the schema by which values are written
   * @param served the schema by which they are stored
   */
  public static List<String> of(String path, JsonNode wanted, JsonNode served) {
    return walk(path, wanted, served).toList();
  }

  private static Stream<String> walk(String path, JsonNode wanted, JsonNode served) {
    Stream<String> members =
        wanted.path("properties").properties().stream()
            .flatMap(
                member -> member(path + "." + member.getKey(), member.getKey(), wanted, served));
    return Stream.of(members, items(path, wanted, served), values(path, wanted, served))
        .flatMap(fields -> fields);
  }

  private static Stream<String> member(String path, String name, JsonNode wanted, JsonNode served) {
    JsonNode theirs = served.path("properties").path(name);
    if (theirs.isMissingNode()) {
      theirs = served.path("additionalProperties");
    }
    return theirs.isObject()
        ? walk(path, wanted.path("properties").path(name), theirs)
        : Stream.of(path).filter(_ -> !takesAnything(served));
  }

  private static Stream<String> items(String path, JsonNode wanted, JsonNode served) {
    return wanted.has("items") && served.has("items")
        ? walk(path + "[]", wanted.path("items"), served.path("items"))
        : Stream.empty();
  }

  // Of a map, or of an object of which nobody knows the members.
  private static Stream<String> values(String path, JsonNode wanted, JsonNode served) {
    JsonNode ours = wanted.path("additionalProperties");
    boolean open = ours.isObject() || takesAnything(wanted);
    if (!open || takesAnything(served)) {
      return Stream.empty();
    }
    return served.path("additionalProperties").isObject()
        ? walk(path + ".*", ours, served.path("additionalProperties"))
        : Stream.of(path + ".*");
  }

  private static boolean takesAnything(JsonNode schema) {
    return schema.path(ANYTHING).asBoolean() || schema.path("additionalProperties").asBoolean();
  }
}
