package dev.coppice.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainmentTest {

  private static final JsonMapper JSON = new JsonMapper();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a":1}                       | {"a":1}
          {"a":1}                       | {"a":1,"b":2}
          {"a":{"b":1}}                 | {"a":{"b":1,"c":2}}
          {"a":[{"b":1}]}               | {"a":[{"b":1,"c":2}]}
          {"a":false,"b":0,"c":""}      | {}
          {"a":[],"b":{},"c":null}      | {}
          {}                            | {"a":1}
          {"a":"1000m"}                 | {"a":"1"}
          {"a":"1Ei"}                   | {"a":"1024Pi"}
          {"a":1e999}                   | {"a":1e999}
          {"a":1.0}                     | {"a":1}
          {"selector":{"a":"1"}}        | {"selector":{"a":"1"}}
          """)
  void holds(String asked, String found) throws Exception {
    assertThat(Containment.difference("/spec", json(asked), json(found))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a":1}                  | {"a":2}                        | /spec/a
          {"a":1}                  | {}                             | /spec/a
          {"a":{"b":1,"c":2}}      | {"a":{"b":1,"c":3}}            | /spec/a/c
          {"a":[1,2]}              | {"a":[1,3]}                    | /spec/a/1
          {"a":[1]}                | {"a":[1,2]}                    | /spec/a
          {"a":[]}                 | {"a":[1]}                      | /spec/a
          {"e.io/a":"b"}           | {"e.io/a":"c"}                 | /spec/e.io~1a
          {"a":"web"}              | {"a":"db"}                     | /spec/a
          {"a":"1"}                | {"a":"2"}                      | /spec/a
          {"a":"1e999999999"}      | {"a":"10e999999998"}           | /spec/a
          {"a":"1e-999999999"}     | {"a":"1"}                      | /spec/a
          {"a":1e999}              | {"a":1}                        | /spec/a
          {"a":0}                  | {"a":-1e999}                   | /spec/a
          {"selector":{"a":"1"}}   | {"selector":{"a":"1","b":"2"}} | /spec/selector/b
          {"a":true}               | {"a":"true"}                   | /spec/a
          """)
  void names_the_first_value_that_is_another(String asked, String found, String path)
      throws Exception {
    assertThat(Containment.difference("/spec", json(asked), json(found)))
        .get()
        .extracting(Containment.Difference::path)
        .isEqualTo(path);
  }

  @Test
  void compares_numbers_without_their_digits() {
    JsonNode huge = DecimalNode.valueOf(new BigDecimal("1e999999999"));
    JsonNode tiny = DecimalNode.valueOf(new BigDecimal("1e-999999999"));

    assertTimeoutPreemptively(
        Duration.ofSeconds(5),
        () -> {
          assertThat(Containment.difference("/a", huge, tiny)).isPresent();
          assertThat(Containment.difference("/a", tiny, IntNode.valueOf(0))).isPresent();
          assertThat(
                  Containment.difference(
                      "/a", huge, DecimalNode.valueOf(new BigDecimal("1.0e999999999"))))
              .isEmpty();
        });
  }

  private static JsonNode json(String text) throws Exception {
    return JSON.readTree(text);
  }
}
