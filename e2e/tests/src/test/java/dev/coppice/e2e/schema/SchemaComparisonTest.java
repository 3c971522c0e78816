package dev.coppice.e2e.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The comparison finds every kind of difference, and none where there is none. */
class SchemaComparisonTest {

  private static final String THEIRS =
      """
      {"components": {"schemas": {
        "test.Spec": {"type": "object", "required": ["ports"], "properties": {
          "ports": {"type": "array", "items": {"default": {}, "allOf": [{"$ref": "#/components/schemas/test.Port"}]},
            "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["number", "protocol"]},
          "limits": {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/test.Quantity"}},
          "selector": {"$ref": "#/components/schemas/test.Selector"},
          "metadata": {"$ref": "#/components/schemas/test.meta.v1.ObjectMeta"}}},
        "test.Port": {"type": "object", "required": ["number"], "properties": {
          "number": {"type": "integer", "format": "int32", "default": 0},
          "protocol": {"type": "string", "default": "TCP"},
          "target": {"format": "int-or-string", "oneOf": [{"type": "integer"}, {"type": "string"}]}}},
        "test.Quantity": {"oneOf": [{"type": "string"}, {"type": "number"}]},
        "test.Selector": {"type": "object", "x-kubernetes-map-type": "atomic"},
        "test.meta.v1.ObjectMeta": {"type": "object", "properties": {
          "labels": {"type": "object", "additionalProperties": {"type": "string", "default": ""}},
          "annotations": {"type": "object", "additionalProperties": {"type": "string", "default": ""}},
          "uid": {"type": "string"}}}
      }}}
      """;

  private static final String OURS =
      """
      type: object
      required: [ports]
      x-kubernetes-preserve-unknown-fields: true
      properties:
        ports:
          type: array
          x-kubernetes-list-type: map
          x-kubernetes-list-map-keys: [number, protocol]
          items:
            type: object
            required: [number]
            x-kubernetes-preserve-unknown-fields: true
            properties:
              number: {type: integer, format: int32}
              protocol: {type: string, default: TCP}
              target: {anyOf: [{type: integer}, {type: string}], x-kubernetes-int-or-string: true}
        limits:
          type: object
          additionalProperties:
            anyOf: [{type: integer}, {type: string}]
            x-kubernetes-int-or-string: true
        selector:
          type: object
          x-kubernetes-map-type: atomic
          x-kubernetes-preserve-unknown-fields: true
        metadata:
          type: object
          x-kubernetes-preserve-unknown-fields: true
          properties:
            labels: {type: object, additionalProperties: {type: string}}
            annotations: {type: object, additionalProperties: {type: string}}
      """;

  private static final YAMLMapper YAML = new YAMLMapper();

  @Test
  void finds_nothing_where_both_say_the_same() throws JsonProcessingException {
    SchemaComparison comparison = compare(YAML.readTree(OURS));

    assertThat(comparison.differences()).isEmpty();
    assertThat(comparison.compared())
        .containsExactlyInAnyOrder(
            "spec",
            "spec.ports",
            "spec.ports[]",
            "spec.ports[].number",
            "spec.ports[].protocol",
            "spec.ports[].target",
            "spec.limits",
            "spec.limits{}",
            "spec.selector",
            "spec.metadata",
            "spec.metadata.labels",
            "spec.metadata.labels{}",
            "spec.metadata.annotations",
            "spec.metadata.annotations{}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /properties/ports | x-kubernetes-list-type | atomic | spec.ports: x-kubernetes-list-type is "atomic" and should be "map"
          /properties/ports | x-kubernetes-list-map-keys | [number] | spec.ports: x-kubernetes-list-map-keys is ["number"] and should be ["number","protocol"]
          /properties/selector | x-kubernetes-map-type | granular | spec.selector: x-kubernetes-map-type is "granular" and should be "atomic"
          /properties/ports/items/properties/number | type | string | spec.ports[].number: type is string and should be integer
          /properties/ports/items/properties/number | format | int64 | spec.ports[].number: format is int64 and should be int32
          /properties/ports/items/properties/number | default | 1 | spec.ports[].number: default is 1 and should be 0
          /properties/ports/items/properties/protocol | default | UDP | spec.ports[].protocol: default is "UDP" and should be "TCP"
          /properties/ports/items | required | [] | spec.ports[]: required is [] and should be [number]
          /properties/ports/items | x-kubernetes-preserve-unknown-fields | false | spec.ports[]: x-kubernetes-preserve-unknown-fields is false and should be true
          /properties/limits/additionalProperties | x-kubernetes-int-or-string | false | spec.limits{}: type is absent and should be int-or-string
          /properties/selector/properties | made | {type: string} | spec.selector.made: field is present and should be absent
          """)
  void finds_what_we_say_otherwise(String where, String facet, String value, String difference)
      throws JsonProcessingException {
    JsonNode ours = YAML.readTree(OURS);
    ours.withObject(where).set(facet, YAML.readTree(value));

    SchemaComparison comparison = compare(ours);

    assertThat(comparison.differences()).extracting(Difference::toString).contains(difference);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /properties/ports/items/properties/protocol | default | spec.ports[].protocol: default is absent and should be "TCP"
          /properties/ports | x-kubernetes-list-map-keys | spec.ports: x-kubernetes-list-map-keys is absent and should be ["number","protocol"]
          /properties/ports/items/properties | target | spec.ports[].target: field is absent and should be present
          /properties/limits | additionalProperties | spec.limits: additionalProperties is absent and should be present
          /properties/metadata/properties | labels | spec.metadata.labels: field is absent and should be present
          """)
  void finds_what_we_leave_out(String where, String facet, String difference)
      throws JsonProcessingException {
    JsonNode ours = YAML.readTree(OURS);
    ours.withObject(where).remove(facet);

    SchemaComparison comparison = compare(ours);

    assertThat(comparison.differences()).extracting(Difference::toString).contains(difference);
  }

  private static SchemaComparison compare(JsonNode ours) {
    OpenApi api = OpenApi.parse(THEIRS);
    return SchemaComparison.of("spec", ours, api.type("test.Spec"), api);
  }
}
