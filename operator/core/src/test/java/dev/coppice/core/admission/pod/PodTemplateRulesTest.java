package dev.coppice.core.admission.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.rule.AdmissionSettings;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodTemplateRulesTest {

  private static final String POD = "/spec/template/cliques/0/spec/podSpec";

  private final RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /containers/0/env     | [{name: A}, {name: a.b-c_D}, {name: 1 of 2}] |
          /containers/0/env     | [{name: ""}]          | spec.template.cliques[0].spec.podSpec.containers[0].env[0].name: Invalid value: "": must consist of printable ASCII characters other than '='
          /containers/0/env     | [{name: A=B}]         | spec.template.cliques[0].spec.podSpec.containers[0].env[0].name: Invalid value: "A=B": must consist of printable ASCII characters other than '='
          /containers/0/env     | [{name: "Ä"}]         | spec.template.cliques[0].spec.podSpec.containers[0].env[0].name: Invalid value: "Ä": must consist of printable ASCII characters other than '='
          /containers/0/env     | [{value: x}]          | spec.template.cliques[0].spec.podSpec.containers[0].env[0].name: Invalid value: "": must consist of printable ASCII characters other than '='
          /containers/0/env     | [{name: A}, {name: A}] | spec.template.cliques[0].spec.podSpec.containers[0].env[1].name: Duplicate value: "A"
          /containers/-         | {name: side, env: [{name: PORT}]} |
          /initContainers/0/env | [{name: A}]           |
          /initContainers/0/env | [{name: =}]           | spec.template.cliques[0].spec.podSpec.initContainers[0].env[0].name: Invalid value: "=": must consist of printable ASCII characters other than '='
          /initContainers/0/env | [{name: A}, {name: A}] | spec.template.cliques[0].spec.podSpec.initContainers[0].env[1].name: Duplicate value: "A"
          /containers           | [null]                |
          /containers           | (absent)              |
          """)
  void environment_variables(String place, String value, String violations) {
    table.verify(SampleSet.valid().with(POD + place, value), violations);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /nodeName                  | ""     |
          /nodeName                  | node-1 | spec.template.cliques[0].spec.podSpec.nodeName: Invalid value: "node-1": must not be set: a scheduler places the pods of a set
          /topologySpreadConstraints | []     |
          /topologySpreadConstraints | [{maxSkew: 1}] | spec.template.cliques[0].spec.podSpec.topologySpreadConstraints: Invalid value: [{"maxSkew":1}]: must not be set: it works against placing a gang together
          """)
  void places_are_chosen_by_nobody_but_the_scheduler(
      String place, String value, String violations) {
    SampleSet set = SampleSet.valid().with(POD + place, value);

    table.verifyBinding(set, violations);
    RuleTable.verify(table.update(SampleSet.valid(), set), violations);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /nodeName                  | node-1         | node-2
          /nodeName                  | node-1         | (absent)
          /topologySpreadConstraints | [{maxSkew: 1}] | [{maxSkew: 2}]
          /topologySpreadConstraints | [{maxSkew: 1}] | [{maxSkew: 1}, {maxSkew: 1, topologyKey: zone}]
          /topologySpreadConstraints | [{maxSkew: 1}] | []
          """)
  void a_place_that_is_stored_may_go_and_not_change(String place, String stored, String changed) {
    SampleSet before = SampleSet.valid().with(POD + place, stored);
    SampleSet after = SampleSet.valid().with(POD + place, changed);

    Findings findings = table.update(before, after);

    boolean goes = changed.equals("(absent)") || changed.equals("[]");
    assertThat(findings.violations()).hasSize(goes ? 0 : 1);
    assertThat(findings.warnings()).noneMatch(warning -> warning.contains(place.substring(1)));
  }

  @Test
  void a_place_that_is_stored_in_one_clique_may_not_be_written_into_another() {
    SampleSet before = SampleSet.valid().with(POD + "/nodeName", "node-1");
    SampleSet after = before.with("/spec/template/cliques/1/spec/podSpec/nodeName", "node-1");

    RuleTable.verify(
        table.update(before, after),
        "spec.template.cliques[1].spec.podSpec.nodeName: Invalid value: \"node-1\": must not be set: a scheduler places the pods of a set");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          kai-scheduler     | kai-scheduler | kai-scheduler |
          default-scheduler | ""            | (absent)      |
          ""                | default-scheduler | ""        |
          kai-scheduler     | kai-scheduler | volcano       | spec.template.cliques[2].spec.podSpec.schedulerName: Invalid value: "volcano": all cliques must have the same scheduler; the first has "kai-scheduler"
          kai-scheduler     | (absent)      | kai-scheduler | spec.template.cliques[1].spec.podSpec.schedulerName: Invalid value: "default-scheduler": all cliques must have the same scheduler; the first has "kai-scheduler"
          mine              | mine          | mine          | spec.template.cliques[0].spec.podSpec.schedulerName: Invalid value: "mine": the scheduler is not enabled in the operator's configuration; enabled: default-scheduler, kai-scheduler, volcano && spec.template.cliques[1].spec.podSpec.schedulerName: Invalid value: "mine": the scheduler is not enabled in the operator's configuration; enabled: default-scheduler, kai-scheduler, volcano && spec.template.cliques[2].spec.podSpec.schedulerName: Invalid value: "mine": the scheduler is not enabled in the operator's configuration; enabled: default-scheduler, kai-scheduler, volcano
          """)
  void one_scheduler_that_is_enabled(String first, String second, String third, String violations) {
    table.verify(
        SampleSet.valid()
            .with("/metadata/labels", "{kai.scheduler/queue: team}")
            .with("/spec/template/cliques/0/spec/podSpec/schedulerName", first)
            .with("/spec/template/cliques/1/spec/podSpec/schedulerName", second)
            .with("/spec/template/cliques/2/spec/podSpec/schedulerName", third),
        violations);
  }

  @Test
  void pods_that_name_no_scheduler_have_the_default_one() {
    AdmissionSettings kai =
        new AdmissionSettings(
            64,
            100,
            AdmissionSettings.DEFAULT_MAX_SET_BYTES,
            List.of("default-scheduler", "kai-scheduler"),
            "kai-scheduler",
            false,
            Set.of(),
            false,
            false,
            false,
            false);
    SampleSet set =
        SampleSet.valid()
            .with("/metadata/labels", "{kai.scheduler/queue: team}")
            .with(POD + "/schedulerName", "kai-scheduler");

    new RuleTable(kai).verify(set, null);
  }

  @ParameterizedTest
  @CsvSource({
    "/hostnam, hostnam",
    "/containers/0/imagePullPolcy, containers[0].imagePullPolcy",
    "/containers/0/securityContext/privilegd, containers[0].securityContext.privilegd",
    "/volumes/0/emptyDir/sizeLimt, volumes[0].emptyDir.sizeLimt",
    "/initContainers/0/env/0/valueForm, initContainers[0].env[0].valueForm"
  })
  void a_field_that_is_not_known_is_kept_with_a_word(String place, String path) {
    SampleSet set =
        SampleSet.valid().with(POD + "/volumes", "[{name: v}]").with(POD + place, "{new: true}");

    Findings findings = table.create(set);

    assertThat(findings.violations()).isEmpty();
    assertThat(findings.warnings())
        .containsExactly(
            "spec.template.cliques[0].spec.podSpec." + path + ": unknown field, kept as it is");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /cliques/0/labels      | {example.com/podclique: mine}     |
          /cliques/0/labels      | {grove.io/podclique: mine}        | spec.template.cliques[0].labels[grove.io/podclique]: Forbidden: is written by the operator
          /cliques/0/labels      | {grove.io/anything: mine}         | spec.template.cliques[0].labels[grove.io/anything]: Forbidden: is written by the operator
          /cliques/0/labels      | {app.kubernetes.io/name: mine}    | spec.template.cliques[0].labels[app.kubernetes.io/name]: Forbidden: is written by the operator
          /cliques/0/labels      | {app.kubernetes.io/managed-by: me} | spec.template.cliques[0].labels[app.kubernetes.io/managed-by]: Forbidden: is written by the operator
          /cliques/0/labels      | {app.kubernetes.io/part-of: mine} | spec.template.cliques[0].labels[app.kubernetes.io/part-of]: Forbidden: is written by the operator
          /cliques/0/labels      | {app.kubernetes.io/component: a}  | spec.template.cliques[0].labels[app.kubernetes.io/component]: Forbidden: is written by the operator
          /cliques/0/labels      | {app.kubernetes.io/version: "1"}  |
          /cliques/0/annotations | {grove.io/mnnvl-group: none}      |
          /cliques/0/annotations | {grove.io/topology-name: mine}    | spec.template.cliques[0].annotations[grove.io/topology-name]: Forbidden: is written by the operator
          /cliques/0/annotations | {grove.io/startup-released: now}  | spec.template.cliques[0].annotations[grove.io/startup-released]: Forbidden: is written by the operator
          /podCliqueScalingGroups/0/annotations | {grove.io/topology-name: mine} | spec.template.podCliqueScalingGroups[0].annotations[grove.io/topology-name]: Forbidden: is written by the operator
          """)
  void keys_of_the_operator(String place, String value, String violations) {
    table.verify(SampleSet.valid().with("/spec/template" + place, value), violations);
    table.verify(SampleSet.training().with("/spec/template" + place, value), violations);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /cliques/0                | grove.io/restart-attempt | cliques[0]
          /cliques/0                | grove.io/attempt-run     | cliques[0]
          /podCliqueScalingGroups/0 | grove.io/restart-attempt | podCliqueScalingGroups[0]
          /podCliqueScalingGroups/0 | grove.io/attempt-run     | podCliqueScalingGroups[0]
          """)
  void keys_of_attempts_are_the_operators_and_kept_only_in_sets_that_know_no_attempts(
      String place, String key, String path) {
    String annotations = "/spec/template%s/annotations".formatted(place);
    String value = "{%s: \"1\"}".formatted(key);
    String refusal =
        "spec.template.%s.annotations[%s]: Forbidden: is written by the operator"
            .formatted(path, key);

    table.verify(SampleSet.training().with(annotations, value), refusal);
    table.verifyBinding(SampleSet.valid().with(annotations, value), refusal);
  }
}
