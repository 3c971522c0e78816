package dev.coppice.simulator.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.coppice.api.Crds;
import dev.coppice.api.GroveResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What somebody may write into an object, or take away from it, so that the API server stores it:
 * each field of the status that the schema knows, there or not, each label, and each reference to
 * an owner. No entry is added to a list.
 */
public final class FieldEdits {

  private static final String STATUS = "/status";

  /** What users are promised to be able to rely on: pods are made from it as from an annotation. */
  private static final Set<String> INPUT = Set.of("/status/restartedAt");

  private static final Map<String, JsonNode> STATUSES = statuses();

  private final Map<String, List<Optional<String>>> values = new LinkedHashMap<>();

  private FieldEdits(HasMetadata object) {
    JsonNode tree = StoredObjects.tree(object);
    Optional.ofNullable(STATUSES.get(object.getKind()))
        .filter(_ -> object instanceof GroveResource<?, ?> && tree.hasNonNull("status"))
        .ifPresent(schema -> {
          take(STATUS);
          addFields(STATUS, schema, tree.path("status"));
        });
    addMetadata(tree.path("metadata"));
  }

  private static Map<String, JsonNode> statuses() {
    YAMLMapper yaml = new YAMLMapper();
    Map<String, JsonNode> schemas = new LinkedHashMap<>();
    for (String name : Crds.NAMES) {
      try {
        JsonNode spec = yaml.readTree(Crds.yaml(name)).path("spec");
        JsonNode version = spec.path("versions").path(0);
        schemas.put(
            spec.at("/names/kind").asText(),
            version.at("/schema/openAPIV3Schema/properties/status"));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException(name, e);
      }
    }
    return schemas;
  }

  /**
   * Any of them. The field is chosen first, and then what becomes of it; empty if nothing can be
   * written.
   */
  public static Optional<FieldEdit> choose(HasMetadata object, Random random) {
    List<Map.Entry<String, List<Optional<String>>>> fields =
        List.copyOf(new FieldEdits(object).values.entrySet());
    if (fields.isEmpty()) {
      return Optional.empty();
    }
    Map.Entry<String, List<Optional<String>>> field = fields.get(random.nextInt(fields.size()));
    return Optional.of(
        new FieldEdit(
            object.getKind(),
            object.getMetadata().getName(),
            field.getKey(),
            field.getValue().get(random.nextInt(field.getValue().size()))));
  }

  private void addMetadata(JsonNode metadata) {
    if (metadata.path("labels").isObject()) {
      take("/metadata/labels");
      metadata
          .path("labels")
          .fieldNames()
          .forEachRemaining(label -> {
            String path = "/metadata/labels/" + label.replace("~", "~0").replace("/", "~1");
            take(path);
            write(path, "\"\"", "\"forged\"");
          });
    }
    int owners = metadata.path("ownerReferences").size();
    if (owners > 0) {
      take("/metadata/ownerReferences");
    }
    for (int owner = 0; owner < owners; owner++) {
      write("/metadata/ownerReferences/%d/uid".formatted(owner), "\"forged\"");
    }
  }

  private void addFields(String path, JsonNode schema, JsonNode stored) {
    schema
        .path("properties")
        .properties()
        .forEach(field -> {
          String name = field.getKey();
          add(path + "/" + name, field.getValue(), stored.path(name), isRequired(schema, name));
        });
  }

  private void add(String path, JsonNode schema, JsonNode stored, boolean required) {
    if (INPUT.contains(path)) {
      return;
    }
    if (!stored.isMissingNode() && !required) {
      take(path);
    }
    written(schema, stored)
        .filter(json -> !json.equals(stored.toString()))
        .forEach(json -> write(path, json));
    if (stored.isObject()) {
      addFields(path, schema, stored);
    }
    for (int entry = 0; stored.isArray() && entry < stored.size(); entry++) {
      add(path + "/" + entry, schema.path("items"), stored.path(entry), false);
    }
  }

  private static Stream<String> written(JsonNode schema, JsonNode stored) {
    return switch (schema.path("type").asText()) {
      case "boolean" -> Stream.of("true", "false");
      case "integer" -> Stream.of("0", "-5", "2147483647");
      case "array" -> Stream.of("[]");
      case "object" ->
          stored.isMissingNode() ? Stream.of(smallest(schema).toString()) : Stream.of();
      case "string" -> texts(schema);
      default -> Stream.of();
    };
  }

  private static Stream<String> texts(JsonNode schema) {
    if (schema.path("format").asText().equals("date-time")) {
      return Stream.of("\"2036-01-01T00:00:00Z\"", "\"1970-01-01T00:00:00Z\"");
    }
    return schema.has("enum")
        ? schema.path("enum").valueStream().map(JsonNode::toString)
        : Stream.of("\"\"", "\"forged\"");
  }

  /** An object of no more than has to be there. */
  private static ObjectNode smallest(JsonNode schema) {
    ObjectNode smallest = JsonNodeFactory.instance.objectNode();
    schema
        .path("required")
        .valueStream()
        .map(JsonNode::asText)
        .forEach(name -> smallest.set(name, smallestOf(schema.path("properties").path(name))));
    return smallest;
  }

  private static JsonNode smallestOf(JsonNode schema) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return switch (schema.path("type").asText()) {
      case "boolean" -> nodes.booleanNode(false);
      case "integer" -> nodes.numberNode(0);
      case "array" -> nodes.arrayNode();
      case "object" -> smallest(schema);
      default ->
          schema.path("format").asText().equals("date-time")
              ? nodes.textNode("1970-01-01T00:00:00Z")
              : nodes.textNode("forged");
    };
  }

  private static boolean isRequired(JsonNode schema, String name) {
    return schema.path("required").valueStream().anyMatch(one -> one.asText().equals(name))
        && !schema.path("properties").path(name).has("default");
  }

  private void take(String path) {
    of(path).add(Optional.empty());
  }

  private void write(String path, String... json) {
    Stream.of(json).map(Optional::of).forEach(of(path)::add);
  }

  private List<Optional<String>> of(String path) {
    return values.computeIfAbsent(path, _ -> new ArrayList<>());
  }
}
