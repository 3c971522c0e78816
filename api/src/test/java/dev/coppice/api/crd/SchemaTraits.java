package dev.coppice.api.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The table of {@code schema-traits.yaml}, and how its entries stand in a schema. */
final class SchemaTraits {

  private final Map<String, JsonNode> types = new TreeMap<>();

  SchemaTraits() {
    try (InputStream in = SchemaTraits.class.getResourceAsStream("/schema-traits.yaml")) {
      new YAMLMapper()
          .readTree(in)
          .properties()
          .forEach(entry -> types.put(entry.getKey(), entry.getValue()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds what the table says about a type to its schema. */
  void apply(Class<?> type, JSONSchemaProps schema) {
    JsonNode traits = types.get(type.getSimpleName());
    if (traits == null) {
      return;
    }
    Map<String, JSONSchemaProps> properties = schema.getProperties();
    traits.path("lists").properties().stream()
        .filter(list -> properties.containsKey(list.getKey()))
        .forEach(list -> merge(properties.get(list.getKey()), list.getValue()));
    traits.path("maps").properties().stream()
        .filter(map -> properties.containsKey(map.getKey()))
        .forEach(
            map -> properties.get(map.getKey()).setXKubernetesMapType(map.getValue().asText()));
    traits
        .path("defaults")
        .properties()
        .forEach(field -> properties.get(field.getKey()).setDefault(field.getValue()));
    if (traits.has("required")) {
      schema.setRequired(strings(traits.get("required")));
    }
    if (traits.has("map")) {
      schema.setXKubernetesMapType(traits.get("map").asText());
    }
  }

  private static void merge(JSONSchemaProps list, JsonNode how) {
    if (how.isArray()) {
      list.setXKubernetesListType("map");
      list.setXKubernetesListMapKeys(strings(how));
    } else {
      list.setXKubernetesListType(how.asText());
    }
  }

  private static List<String> strings(JsonNode array) {
    List<String> strings = new ArrayList<>();
    array.forEach(element -> strings.add(element.asText()));
    return strings;
  }
}
