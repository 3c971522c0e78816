package dev.coppice.core.admission.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.rule.AdmissionSettingsBuilder;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a pod template says in vain is accepted, with a word about it. */
class OverwrittenFieldsTest {

  private final RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          0 | schedulingGates      | []                             |
          0 | schedulingGates      | [{name: example.com/mine}]     | schedulingGates: overwritten: the gates of a pod are those of its gang, and any other would stay for ever
          0 | hostname             | ""                             |
          0 | hostname             | web                            | hostname: overwritten: the host name of a pod is the name of its PodClique and its index
          1 | subdomain            | web                            | subdomain: overwritten: the subdomain of a pod is the headless Service of its replica
          0 | containers/0/env     | [{name: A}, {name: GROVE_PCS_NAME, value: x}] | containers[0].env[1].name: overwritten: the operator sets the variable GROVE_PCS_NAME
          0 | containers/0/env     | [{name: GROVE_HEADLESS_SERVICE}] | containers[0].env[0].name: overwritten: the operator sets the variable GROVE_HEADLESS_SERVICE
          0 | initContainers/0/env | [{name: GROVE_PCLQ_POD_INDEX}] | initContainers[0].env[0].name: overwritten: the operator sets the variable GROVE_PCLQ_POD_INDEX
          0 | containers/0/env     | [{name: GROVE_PCSG_NAME}]      |
          1 | containers/0/env     | [{name: GROVE_PCSG_NAME}]      | containers[0].env[0].name: overwritten: the operator sets the variable GROVE_PCSG_NAME
          1 | containers/0/env     | [{name: GROVE_OF_MY_OWN}]      |
          1 | containers/-         | null                           |
          """)
  void each_is_told_whenever_the_set_is_written(
      int clique, String place, String value, String warning) {
    SampleSet set =
        SampleSet.valid()
            .with("/spec/template/cliques/%d/spec/podSpec/%s".formatted(clique, place), value);

    for (Findings findings : List.of(table.create(set), table.update(set, set))) {
      RuleTable.verify(findings, null);
      assertThat(findings.warnings())
          .isEqualTo(
              warning == null
                  ? List.of()
                  : List.of(
                      "spec.template.cliques[%d].spec.podSpec.%s".formatted(clique, warning)));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          true  | '""'              | overwritten: the PodGroup of a pod is that by which its gang is placed
          true  | default-scheduler | overwritten: the PodGroup of a pod is that by which its gang is placed
          true  | kai-scheduler     | unknown field, kept as it is
          false | '""'              | unknown field, kept as it is
          """)
  void the_pod_group_of_a_pod_is_the_operators_where_the_stock_scheduler_places_gangs(
      boolean nativeGangs, String scheduler, String warning) {
    RuleTable asked =
        new RuleTable(
            AdmissionSettingsBuilder.builder(RuleTable.EVERYTHING_ON)
                .nativeGangs(nativeGangs)
                .build());
    SampleSet set =
        SampleSet.valid()
            .with("/metadata/labels/kai.scheduler~1queue", "q")
            .with("/spec/template/cliques/0/spec/podSpec/schedulerName", scheduler)
            .with("/spec/template/cliques/0/spec/podSpec/schedulingGroup", "{podGroupName: mine}");

    assertThat(asked.create(set).warnings())
        .filteredOn(one -> one.contains("schedulingGroup"))
        .containsExactly("spec.template.cliques[0].spec.podSpec.schedulingGroup: " + warning);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | /spec/template/cliques/0/spec/subGroupPolicy         | {subGroupSize: 1} | 1",
        "1 | /spec/template/podCliqueScalingGroups/0/subGroupPolicy | {subGroupSize: 1} | 1",
        "1 | /spec/template/cliques/0/spec/subGroupPolicy         | {subGroupSize: 1} | 0",
        "0 | /spec/template/podCliqueScalingGroups/0/subGroupPolicy | {subGroupSize: 1} | 0",
      })
  void those_of_subgroups_are_the_operators_in_groups_that_are_divided(
      int clique, String place, String policy, int told) {
    SampleSet set =
        SampleSet.valid()
            .with(place, policy)
            .with(
                "/spec/template/cliques/%d/spec/podSpec/containers/0/env".formatted(clique),
                "[{name: GROVE_GROUP_SIZE}]");

    String warning =
        "spec.template.cliques[%d].spec.podSpec.containers[0].env[0].name: overwritten: the operator sets the variable GROVE_GROUP_SIZE"
            .formatted(clique);
    assertThat(table.create(set).warnings()).filteredOn(warning::equals).hasSize(told);
  }

  @ParameterizedTest
  @CsvSource({
    "true, subGroupPolicy, LWS_LEADER_ADDRESS, 1",
    "true, subGroupPolicy, LWS_GROUP_SIZE, 1",
    "true, subGroupPolicy, LWS_WORKER_INDEX, 1",
    "true, subGroupPolicy, LWS_OF_MY_OWN, 0",
    "true, startsAfter, LWS_GROUP_SIZE, 0",
    "false, subGroupPolicy, LWS_GROUP_SIZE, 0",
  })
  void those_of_leader_worker_set_are_the_operators_where_it_sets_them(
      boolean set, String field, String variable, int told) {
    RuleTable asked =
        new RuleTable(
            AdmissionSettingsBuilder.builder(RuleTable.EVERYTHING_ON)
                .leaderWorkerSetVariables(set)
                .build());
    SampleSet sample =
        SampleSet.valid()
            .with(
                "/spec/template/cliques/0/spec/" + field,
                field.equals("subGroupPolicy") ? "{subGroupSize: 1}" : SampleSet.ABSENT)
            .with(
                "/spec/template/cliques/0/spec/podSpec/containers/0/env",
                "[{name: %s}]".formatted(variable));

    assertThat(asked.create(sample).warnings())
        .filteredOn(
            "spec.template.cliques[0].spec.podSpec.containers[0].env[0].name: overwritten: the operator sets the variable %s"
                    .formatted(variable)
                ::equals)
        .hasSize(told);
  }

  @ParameterizedTest
  @CsvSource({"training, 1", "valid, 0"})
  void the_variable_of_the_attempt_is_the_operators_in_a_training_job(String sample, int told) {
    SampleSet set =
        (sample.equals("training") ? SampleSet.training() : SampleSet.valid())
            .with(
                "/spec/template/cliques/0/spec/podSpec/containers/0/env",
                "[{name: GROVE_RESTART_ATTEMPT}]");

    assertThat(table.create(set).warnings())
        .filteredOn(
            "spec.template.cliques[0].spec.podSpec.containers[0].env[0].name: overwritten: the operator sets the variable GROVE_RESTART_ATTEMPT"
                ::equals)
        .hasSize(told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          containers     | {name: grove-initc}   | containers[1].name: Invalid value: "grove-initc"
          initContainers | {name: grove-initc}   | initContainers[1].name: Invalid value: "grove-initc"
          volumes        | {name: grove-startup} | volumes[1].name: Invalid value: "grove-startup"
          containers     | {name: grove-startup} |
          volumes        | {name: grove-initc}   |
          """)
  void names_of_what_the_operator_adds_are_refused(String list, String element, String violation) {
    SampleSet set =
        SampleSet.valid()
            .with("/spec/template/cliques/0/spec/podSpec/volumes", "[{name: models}]")
            .with("/spec/template/cliques/0/spec/podSpec/%s/-".formatted(list), element);

    table.verifyBinding(
        set,
        violation == null
            ? null
            : "spec.template.cliques[0].spec.podSpec.%s: is the name of what the operator adds for the startup order"
                .formatted(violation));
  }
}
