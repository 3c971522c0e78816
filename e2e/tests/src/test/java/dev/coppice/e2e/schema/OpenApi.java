package dev.coppice.e2e.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;

/**
 * An OpenAPI document of an API server.
 *
 * @param types its schemas, by name
 */
record OpenApi(JsonNode types) {

  private static final String REFERENCE = "$ref";

  /** Reads the document of one group version, such as {@code apis/autoscaling/v2}. */
  static OpenApi of(KubernetesClient client, String groupVersion) {
    return parse(client.raw("/openapi/v3/" + groupVersion));
  }

  static OpenApi parse(String document) {
    try {
      return new OpenApi(new ObjectMapper().readTree(document).at("/components/schemas"));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not an OpenAPI document", e);
    }
  }

  /** The schema of a type; unknown names are mistakes of the caller. */
  JsonNode type(String name) {
    return types.required(name);
  }

  /**
   * The schema that a use of a type stands for: the type's, and over it what the use adds (its
   * description, its default).
   */
  JsonNode resolved(JsonNode use) {
    String name = typeName(use);
    if (name.isEmpty()) {
      return use;
    }
    ObjectNode whole = type(name).deepCopy();
    use.properties().stream()
        .filter(entry -> !entry.getKey().equals(REFERENCE) && !entry.getKey().equals("allOf"))
        .forEach(entry -> whole.set(entry.getKey(), entry.getValue()));
    return whole;
  }

  /** The name of the type that is used, empty if the schema stands here itself. */
  static String typeName(JsonNode use) {
    // A reference with a description or default beside it is wrapped into an allOf of one.
    JsonNode reference = use.has(REFERENCE) ? use : use.path("allOf").path(0);
    String pointer = reference.path(REFERENCE).asText();
    return pointer.substring(pointer.lastIndexOf('/') + 1);
  }
}
