package dev.coppice.core.admission.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpec;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.KnownObjects;
import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.Violation;
import dev.coppice.core.testing.QuantityPlaces;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityRulesTest {

  private static final String POD = "/spec/template/cliques/0/spec/podSpec";
  private static final String BOUNDS =
      "must be below 2^63 (9223372036854775808) and above -2^63, with an exponent from -40 to 40";

  private final RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);

  static List<QuantityPlaces.Place> places() {
    return QuantityPlaces.in(PodCliqueSetSpec.class);
  }

  @Test
  void knows_of_quantities_beside_containers() {
    assertThat(places())
        .extracting(QuantityPlaces.Place::path)
        .contains(
            "template.cliques[0].spec.podSpec.containers[0].resources.limits[some]",
            "template.cliques[0].spec.podSpec.containers[0].env[0].valueFrom.resourceFieldRef.divisor",
            "template.cliques[0].spec.podSpec.initContainers[0].resources.requests[some]",
            "template.cliques[0].spec.podSpec.ephemeralContainers[0].resources.limits[some]",
            "template.cliques[0].spec.podSpec.overhead[some]",
            "template.cliques[0].spec.podSpec.resources.limits[some]",
            "template.cliques[0].spec.podSpec.volumes[0].emptyDir.sizeLimit",
            "template.cliques[0].spec.podSpec.volumes[0].downwardAPI.items[0].resourceFieldRef.divisor",
            "template.cliques[0].spec.podSpec.volumes[0].projected.sources[0].downwardAPI.items[0].resourceFieldRef.divisor",
            "template.cliques[0].spec.podSpec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests[some]",
            "template.cliques[0].spec.autoScalingConfig.metrics[0].resource.target.averageValue",
            "template.podCliqueScalingGroups[0].scaleConfig.metrics[0].pods.target.value");
  }

  // The places are those of the model: one that a later model adds is asked for as well.
  @ParameterizedTest
  @MethodSource("places")
  void names_a_quantity_that_kubernetes_does_not_hold_wherever_it_stands(
      QuantityPlaces.Place place) {
    PodCliqueSet set = new PodCliqueSet();
    set.setSpec(TestYaml.read(place.with("1e999999999").toString(), PodCliqueSetSpec.class));
    Findings.Collector found = new Findings.Collector();

    QuantityRules.check(set, found);

    assertThat(found.findings().violations())
        .extracting(Violation::toString)
        .containsExactly("spec.%s: Invalid value: \"1e999999999\": %s".formatted(place, BOUNDS));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          {limits: {cpu: "1", memory: 7Ei}, requests: {cpu: 1e18, a.b/c: 500m}} |
          {limits: {cpu: two}} |
          {limits: {cpu: null}} |
          {limits: {a: "1e40000000"}} | limits[a]: Invalid value: "1e40000000": must be below 2^63 (9223372036854775808) and above -2^63, with an exponent from -40 to 40
          {requests: {a: "-1e19"}} | requests[a]: Invalid value: "-1e19": must be below 2^63 (9223372036854775808) and above -2^63, with an exponent from -40 to 40
          {requests: {a: 8Ei}} | requests[a]: Invalid value: "8Ei": must be below 2^63 (9223372036854775808) and above -2^63, with an exponent from -40 to 40
          {requests: {a: "0.0000000000000000000000000000000000000001"}} | requests[a]: Invalid value: "0.0000000000000000000000000000000000000001": must have at most 40 characters
          """)
  void refuses_what_kubernetes_does_not_hold(String resources, String violation) {
    table.verify(
        SampleSet.valid().with(POD + "/containers/0/resources", resources),
        violation == null
            ? null
            : "spec.template.cliques[0].spec.podSpec.containers[0].resources." + violation);
  }

  @Test
  void a_stored_set_is_not_valid() {
    SampleSet set =
        SampleSet.valid().with(POD + "/volumes", "[{name: a, emptyDir: {sizeLimit: '1e99'}}]");

    assertThat(Validity.standard().of(set.set()).message())
        .isEqualTo(
            "spec.template.cliques[0].spec.podSpec.volumes[0].emptyDir.sizeLimit: Invalid value: \"1e99\": "
                + BOUNDS);
  }

  @Test
  void a_field_that_nobody_knows_holds_what_it_likes() {
    Findings findings =
        table.create(SampleSet.valid().with(POD + "/x", "{limits: {a: \"1e999999999\"}}"));

    assertThat(findings.violations()).isEmpty();
    assertThat(findings.warnings()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e40000000", "1e999999999", "1e-999999999", "-1e2147483647", "boom", ""})
  void to_judge_a_set_costs_no_more_than_it_is_long(String quantity) {
    PodCliqueSet set =
        SampleSet.valid()
            .with(POD + "/containers/0/resources", "{limits: {cpu: \"%s\"}}".formatted(quantity))
            .with(
                POD + "/volumes", "[{name: a, emptyDir: {sizeLimit: \"%s\"}}]".formatted(quantity))
            .with(POD + "/x", "{limits: {a: \"%s\"}}".formatted(quantity))
            .set();
    // One that came past our readers.
    set.getSpec()
        .template()
        .cliques()
        .get(1)
        .spec()
        .podSpec()
        .setOverhead(Map.of("cpu", new Quantity(quantity, "")));
    Admission admission = new Admission(RuleTable.EVERYTHING_ON, new KnownObjects());

    assertTimeoutPreemptively(
        Duration.ofSeconds(5),
        () -> {
          admission.onCreate(set);
          admission.onUpdate(set, set);
        });
  }
}
