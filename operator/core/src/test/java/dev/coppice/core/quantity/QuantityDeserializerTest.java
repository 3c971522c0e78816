package dev.coppice.core.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityDeserializerTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  static {
    QuantityDeserializer.register(JSON);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "1000m",
        "0.50",
        "16Gi",
        "1e3",
        "+1",
        ".5",
        "5.",
        "-1",
        "100Ei",
        "1e999999999",
        "1e-999999999",
        "1e40000000",
        "-1e2147483648",
        "boom",
        "",
        " 1 ",
        "1m3",
        "٣"
      })
  void an_object_with_any_text_can_be_held_compared_and_written_as_it_was(String text)
      throws Exception {
    String json = "{\"limits\":{\"cpu\":\"" + text + "\"}}";
    assertTimeoutPreemptively(
        Duration.ofSeconds(5),
        () -> {
          ResourceRequirements one = JSON.readValue(json, ResourceRequirements.class);
          ResourceRequirements other = JSON.readValue(json, ResourceRequirements.class);
          ResourceRequirements another =
              JSON.readValue("{\"limits\":{\"cpu\":\"7\"}}", ResourceRequirements.class);

          assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
          assertThat(one).isNotEqualTo(another);
          assertThat(another).isNotEqualTo(one);
          assertThat(Set.of(one, another)).contains(other);
          assertThat(one.getLimits().get("cpu")).isEqualByComparingTo(other.getLimits().get("cpu"));
          assertThat(JSON.writeValueAsString(one)).isEqualTo(json);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999999999", "1e18Ei", "1.5e3k", "boom", "", " 1 "})
  void what_builders_make_of_a_text_that_is_no_amount_is_none_either(String text) throws Exception {
    PodSpec read =
        JSON.readValue(
            "{\"volumes\":[{\"name\":\"v\",\"emptyDir\":{\"sizeLimit\":\"%s\"}}]}".formatted(text),
            PodSpec.class);

    PodSpec built = new PodSpecBuilder(read).build();

    Quantity limit = built.getVolumes().getFirst().getEmptyDir().getSizeLimit();
    assertThat(BoundedQuantity.text(limit)).isEqualTo(text);
    assertThat(BoundedQuantity.parse(limit.toString())).isInstanceOf(BoundedQuantity.Refusal.class);
  }

  @Test
  void amounts_stay_equal_whatever_their_unit() throws Exception {
    assertThat(quantity("\"1000m\"")).isEqualTo(quantity("\"1\"")).hasSameHashCodeAs(quantity("1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          1                                     | 1
          1.5                                   | 1.5
          -7                                    | -7
          1e300                                 | 1e300
          """)
  void reads_a_number_as_it_stands_there(String json, String text) throws Exception {
    assertThat(quantity(json)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "{}", "true", "[\"1\"]", "{\"amount\": \"1\"}"})
  void tells_where_something_stands_that_is_no_value(String json) {
    assertThatThrownBy(
            () -> JSON.readValue("{\"overhead\": {\"cpu\": " + json + "}}", PodSpec.class))
        .isInstanceOf(MismatchedInputException.class)
        .hasMessageContaining("[\"cpu\"]");
  }

  @Test
  void what_is_null_stays_null() throws Exception {
    assertThat(
            JSON.readValue("{\"limits\":{\"cpu\":null}}", ResourceRequirements.class).getLimits())
        .containsEntry("cpu", null);
  }

  private static Quantity quantity(String json) throws JsonProcessingException {
    return JSON.readValue(json, Quantity.class);
  }
}
