package dev.coppice.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.admission.rule.AdmissionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AdmissionTest {

  private final RuleTable table = new RuleTable(AdmissionSettings.standard());

  @Test
  void tells_five_mistakes_in_five_places_at_once() {
    SampleSet set =
        SampleSet.valid()
            .with("/metadata/name", "7b")
            .with("/spec/template/cliques/0/spec/minAvailable", "3")
            .with("/spec/template/cliques/0/spec/autoScalingConfig", SampleSet.ABSENT)
            .with("/spec/template/cliques/2/spec/startsAfter", "[nobody]")
            .with("/spec/template/podCliqueScalingGroups/0/replicas", "0")
            .with("/spec/template/podCliqueScalingGroups/0/minAvailable", "0")
            .with("/spec/template/podCliqueScalingGroups/0/scaleConfig", SampleSet.ABSENT)
            .with("/spec/template/terminationDelay", "soon");

    assertThat(table.create(set).violations())
        .extracting(violation -> violation.path().text())
        .containsExactly(
            "metadata.name",
            "spec.template.cliques[0].spec.minAvailable",
            "spec.template.podCliqueScalingGroups[0].replicas",
            "spec.template.podCliqueScalingGroups[0].minAvailable",
            "spec.template.cliques[2].spec.startsAfter[0]",
            "spec.template.terminationDelay");
  }

  static Stream<Named<SampleSet>> samples() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("../../docs/samples"))) {
      return files.sorted().toList().stream()
          .flatMap(file ->
              SampleSet.allIn(file).stream()
                  .map(set -> Named.of(file.getFileName().toString(), set)));
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void accepts_the_samples_of_the_documentation_without_a_word(SampleSet sample) {
    assertThat(table.create(sample).message()).isEmpty();
    assertThat(table.create(sample).warnings()).isEmpty();
    assertThat(table.update(sample, sample).message()).isEmpty();
  }

  @Test
  void judges_a_set_as_it_is_with_its_defaults() {
    SampleSet bare =
        SampleSet.of(
            """
            metadata: {name: s}
            spec: {template: {cliques: [{name: c, spec: {replicas: 0, podSpec: {}}}]}}
            """);

    assertThat(table.create(bare).message()).isEmpty();
  }
}
