package dev.coppice.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.core.testing.TestYaml;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MissingFieldsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {properties: {a: {type: string}}}                      | {properties: {a: {type: string}}}                      | []
          {properties: {a: {type: string}}}                      | {properties: {a: {type: string}, b: {type: string}}}   | []
          {properties: {a: {type: string}, b: {type: string}}}   | {properties: {a: {type: string}}}                      | [status.b]
          {properties: {a: {properties: {b: {}, c: {}}}}}        | {properties: {a: {properties: {c: {}}}}}               | [status.a.b]
          {properties: {a: {properties: {b: {}, c: {}}}}}        | {properties: {}}                                       | [status.a]
          {properties: {a: {properties: {b: {}}}}}               | {x-kubernetes-preserve-unknown-fields: true}           | []
          {properties: {a: {properties: {b: {}}}}}               | {x-kubernetes-preserve-unknown-fields: true, properties: {a: {}}} | [status.a.b]
          {properties: {a: {properties: {b: {}}}}}               | {additionalProperties: {properties: {b: {}}}}          | []
          {properties: {a: {properties: {b: {}}}}}               | {additionalProperties: {properties: {c: {}}}}          | [status.a.b]
          {properties: {a: {items: {properties: {b: {}}}}}}      | {properties: {a: {items: {properties: {c: {}}}}}}      | [status.a[].b]
          {properties: {a: {items: {properties: {b: {}}}}}}      | {properties: {a: {items: {properties: {b: {}}}}}}      | []
          {properties: {a: {additionalProperties: {properties: {b: {}}}}}} | {properties: {a: {additionalProperties: {}}}} | [status.a.*.b]
          {properties: {a: {additionalProperties: {type: string}}}} | {properties: {a: {type: object}}}                   | [status.a.*]
          {properties: {a: {additionalProperties: {type: string}}}} | {properties: {a: {additionalProperties: {type: string}}}} | []
          {properties: {a: {x-kubernetes-preserve-unknown-fields: true}}} | {properties: {a: {type: object}}}             | [status.a.*]
          {properties: {a: {x-kubernetes-preserve-unknown-fields: true}}} | {properties: {a: {x-kubernetes-preserve-unknown-fields: true}}} | []
          """)
  void names_what_the_served_schema_has_no_place_for(String wanted, String served, String missing) {
    assertThat(MissingFields.of("status", schema(wanted), schema(served))).hasToString(missing);
  }

  @Test
  void a_schema_lacks_nothing_of_itself() {
    JsonNode schema =
        schema("{properties: {a: {items: {additionalProperties: {properties: {b: {}}}}}, c: {}}}");

    assertThat(MissingFields.of("status", schema, schema)).isEqualTo(List.of());
  }

  private static JsonNode schema(String yaml) {
    return TestYaml.read(yaml, JsonNode.class);
  }
}
