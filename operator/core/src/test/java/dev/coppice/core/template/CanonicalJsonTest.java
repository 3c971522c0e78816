package dev.coppice.core.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.core.testing.QuantityPlaces;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {

  static List<QuantityPlaces.Place> places() {
    return QuantityPlaces.in(PodSpec.class);
  }

  // The places are those of the model: one that a later model adds is asked for as well.
  @ParameterizedTest
  @MethodSource("places")
  void takes_quantities_by_value_wherever_a_pod_has_one(QuantityPlaces.Place place) {
    assertThat(hash(place.with("1000m"))).isEqualTo(hash(place.with("1")));
    assertThat(hash(place.with("1000m"))).isNotEqualTo(hash(place.with("2")));
  }

  @ParameterizedTest
  @MethodSource("places")
  void writes_no_more_digits_than_there_are(QuantityPlaces.Place place) {
    String one =
        assertTimeoutPreemptively(Duration.ofSeconds(5), () -> hash(place.with("1e999999999")));

    assertThat(one)
        .isEqualTo(hash(place.with("1e999999999")))
        .isNotEqualTo(hash(place.with("1e999999998")));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "1000m, 1",
    "1.50, 1.5",
    "1Gi, 1073741824",
    "250m, 0.25",
    "1e3, 1000",
    "1e-3, 0.001",
    "100m3, 100000",
    // What a cluster runs with keeps its form, also where Kubernetes holds less.
    "1Ei, 1152921504606847000",
    "100Ei, 115292150460684700000",
    "1e40, 10000000000000000000000000000000000000000",
    "1e-40, 0.0000000000000000000000000000000000000001",
  })
  void keeps_the_form_that_quantities_have_in_the_hashes_of_running_pods(
      String text, String canonical) {
    for (String pointer : List.of("/containers/0/resources/limits/cpu", "/x/limits/cpu")) {
      assertThat(canonical(pointer, text)).isEqualTo(canonical);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e999999999",
        "-1e999999999",
        "1e-999999999",
        "1e2147483647",
        "1e99999999999",
        "1m999999999",
        "boom",
        "",
        "0.0000000000000000000000000000000000000000000",
      })
  void takes_what_is_not_worth_its_digits_as_it_stands(String text) {
    assertTimeoutPreemptively(
        Duration.ofSeconds(5), () -> assertThat(canonical("/x/y/sizeLimit", text)).isEqualTo(text));
  }

  @Test
  void costs_no_more_than_a_text_is_long() {
    String digits = "9".repeat(1 << 20);

    assertTimeoutPreemptively(
        Duration.ofSeconds(5), () -> assertThat(canonical("/x/divisor", digits)).isEqualTo(digits));
  }

  @Provide
  Arbitrary<String> numbers() {
    return Combinators.combine(
            Arbitraries.strings().withChars("0123456789.+-").ofMinLength(1).ofMaxLength(30),
            Arbitraries.of(
                "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Ei", "e", "E", "x"),
            Arbitraries.integers().between(-40, 40).map(Object::toString).injectNull(0.7))
        .as((number, unit, exponent) -> number + unit + (exponent == null ? "" : exponent));
  }

  /** As it was computed when the hashes of running clusters were made. */
  private static String inRunningClusters(String text) {
    try {
      return Quantity.getAmountInBytes(Quantity.parse(text)).stripTrailingZeros().toPlainString();
    } catch (IllegalArgumentException _) {
      return text;
    }
  }

  @Property
  void no_upgrade_changes_the_form_of_what_pods_run_with(@ForAll("numbers") String text) {
    assertThat(canonical("/x/limits/cpu", text)).isEqualTo(inRunningClusters(text));
  }

  private static String canonical(String pointer, String text) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    ObjectNode parent = tree;
    String[] way = pointer.substring(1).split("/", -1);
    for (int i = 0; i < way.length - 1; i++) {
      parent = parent.putObject(way[i]);
    }
    parent.put(way[way.length - 1], text);
    return CanonicalJson.of(tree).at(pointer).asText();
  }

  private static String hash(JsonNode podSpec) {
    return TemplateHash.ofPodSpec(TestYaml.read(podSpec.toString(), PodSpec.class));
  }
}
