package dev.coppice.core.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.core.plan.PlannedEvent;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.testing.TestYaml;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnsupportedFieldsTest {

  private static final String POD_SPEC = "podSpec: {containers: [{name: c, image: i}]}";
  private static final String CONSTRAINED =
      """
      metadata: {name: s}
      spec:
        replicas: 1
        template:
          topologyConstraint: {pack: {required: rack}}
          cliques:
          - {name: a, spec: {%s}}
      """
          .formatted(POD_SPEC);

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
                "annotations: {grove.io/mnnvl-group: none}",
                "terminationDelay: 10s",
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
          labels: {} | topologyConstraint: {pack: {required: rack}} | labels: {} | replicas: 1 | spec.template.topologyConstraint
          labels: {} | 'resourceSharing: [{name: c, scope: AllReplicas}]' | labels: {} | replicas: 1 | spec.template.resourceSharing
          labels: {} | 'resourceClaimTemplates: [{name: c, templateSpec: {spec: {}}}]' | labels: {} | replicas: 1 | spec.template.resourceClaimTemplates
          labels: {} | terminationDelay: 1s | topologyConstraint: {pack: {preferred: rack}} | replicas: 1 | spec.template.cliques[1].topologyConstraint
          labels: {} | terminationDelay: 1s | 'resourceSharing: [{name: c, scope: PerReplica}]' | replicas: 1 | spec.template.cliques[1].resourceSharing
          labels: {} | terminationDelay: 1s | 'annotations: {grove.io/mnnvl-group: x}' | replicas: 1 | spec.template.cliques[1].annotations[grove.io/mnnvl-group]
          labels: {} | terminationDelay: 1s | labels: {} | topologyConstraint: {pack: {preferred: rack}} | spec.template.podCliqueScalingGroups[0].topologyConstraint
          labels: {} | terminationDelay: 1s | labels: {} | 'resourceSharing: [{name: c, scope: PerReplica}]' | spec.template.podCliqueScalingGroups[0].resourceSharing
          labels: {} | terminationDelay: 1s | labels: {} | 'annotations: {grove.io/mnnvl-group: x}' | spec.template.podCliqueScalingGroups[0].annotations[grove.io/mnnvl-group]
          """)
  void names_each_field_by_its_path(
      String metadata, String template, String clique, String group, String path) {
    assertThat(fieldsOf(metadata, template, clique, group)).containsExactly(path);
  }

  @Test
  void says_so_in_a_condition_and_in_one_event_and_runs_the_set_all_the_same() {
    SetScene scene = new SetScene(CONSTRAINED);

    scene.settle();

    assertThat(scene.status()).returns(1, PodCliqueSetStatus::availableReplicas);
    assertThat(Conditions.find(scene.status().conditions(), ConditionTypes.SUPPORTED))
        .get()
        .matches(condition -> condition.getStatus().equals("False"))
        .matches(condition -> condition.getReason().equals("NotImplemented"))
        .matches(condition -> condition.getMessage().contains("spec.template.topologyConstraint"));
    assertThat(scene.cluster.events())
        .filteredOn(event -> event.reason().equals(EventReasons.NOT_IMPLEMENTED))
        .singleElement()
        .matches(PlannedEvent::warning)
        .matches(event -> event.message().contains("spec.template.topologyConstraint"));
  }

  @Test
  void takes_the_condition_back_with_the_last_such_field() {
    SetScene scene = new SetScene(CONSTRAINED);
    scene.settle();

    scene.changeSet(set ->
        SetScene.withSpec(
            set,
            PodCliqueSetSpecBuilder.builder(set.getSpec())
                .template(
                    PodCliqueSetTemplateBuilder.builder(set.getSpec().template())
                        .topologyConstraint(null)
                        .build())
                .build()));
    scene.settle();

    assertThat(Conditions.find(scene.status().conditions(), ConditionTypes.SUPPORTED)).isEmpty();
  }
}
