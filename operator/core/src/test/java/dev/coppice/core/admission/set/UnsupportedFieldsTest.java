package dev.coppice.core.admission.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.testing.TestYaml;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnsupportedFieldsTest {

  private static final String POD_SPEC = "podSpec: {containers: [{name: c, image: i}]}";

  private static final String CLAIM =
      "[{name: c, templateSpec: {spec: {devices: {requests: [{name: r}]}}}}]";

  private static List<String> fieldsOf(
      String metadata, String template, String clique, String group) {
    String yaml =
        """
        metadata: {name: s, %s}
        spec:
          template:
            cliques:
            - {name: a, spec: {%s}}
            - {name: b, %s, spec: {%s}}
            podCliqueScalingGroups: [{name: g, cliqueNames: [b], %s}]
            %s
        """
            .formatted(metadata, POD_SPEC, clique, POD_SPEC, group, template);
    return UnsupportedFields.of(TestYaml.read(yaml, PodCliqueSet.class));
  }

  @Test
  void finds_nothing_in_a_set_that_uses_none() {
    assertThat(
            fieldsOf(
                "annotations: {grove.io/mnnvl-group: none, grove.io/exclusive-topology: block}",
                "topologyConstraint: {pack: {required: rack}}",
                "labels: {a: b}",
                "minAvailable: 1"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'annotations: {grove.io/mnnvl-group: x}' | labels: {} | labels: {} | replicas: 1 | metadata.annotations[grove.io/mnnvl-group]
          labels: {} | 'resourceSharing: [{name: c, scope: AllReplicas}]' | labels: {} | replicas: 1 | spec.template.resourceSharing
          labels: {} | 'resourceClaimTemplates: [{name: c, templateSpec: {spec: {}}}]' | labels: {} | replicas: 1 | spec.template.resourceClaimTemplates
          labels: {} | terminationDelay: 1s | 'resourceSharing: [{name: c, scope: PerReplica}]' | replicas: 1 | spec.template.cliques[1].resourceSharing
          labels: {} | terminationDelay: 1s | 'annotations: {grove.io/mnnvl-group: x}' | replicas: 1 | spec.template.cliques[1].annotations[grove.io/mnnvl-group]
          labels: {} | terminationDelay: 1s | labels: {} | 'resourceSharing: [{name: c, scope: PerReplica}]' | spec.template.podCliqueScalingGroups[0].resourceSharing
          labels: {} | terminationDelay: 1s | labels: {} | 'annotations: {grove.io/mnnvl-group: x}' | spec.template.podCliqueScalingGroups[0].annotations[grove.io/mnnvl-group]
          """)
  void names_each_field_by_its_path(
      String metadata, String template, String clique, String group, String path) {
    assertThat(fieldsOf(metadata, template, clique, group)).containsExactly(path);
  }

  @Test
  void a_division_into_subgroups_is_obeyed() {
    assertThat(
            UnsupportedFields.of(
                SampleSet.valid()
                    .with("/spec/template/cliques/0/spec/subGroupPolicy", "{subGroupSize: 1}")
                    .with(
                        "/spec/template/podCliqueScalingGroups/0/subGroupPolicy",
                        "{subGroupSize: 1}")
                    .set()))
        .isEmpty();
  }

  @Test
  void each_is_told_whenever_the_set_is_written() {
    RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);
    SampleSet set =
        SampleSet.valid()
            .with("/spec/template/resourceClaimTemplates", CLAIM)
            .with("/spec/template/resourceSharing", "[{name: c, scope: PerReplica}]");

    for (Findings findings : List.of(table.create(set), table.update(set, set))) {
      RuleTable.verify(findings, null);
      assertThat(findings.warnings())
          .containsExactly(
              "spec.template.resourceClaimTemplates: does nothing yet; the set runs without it",
              "spec.template.resourceSharing: does nothing yet; the set runs without it");
    }
  }
}
