package dev.coppice.core.admission.set;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a set that runs may change. */
class ChangeRulesTest {

  private static final SampleSet BEFORE =
      SampleSet.valid()
          .with("/spec/template/cliqueStartupType", "CliqueStartupTypeAnyOrder")
          .with("/spec/template/cliques/0/spec/podSpec/schedulerName", "default-scheduler");

  private final RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /cliques/0/spec/roleName                 | front         | spec.template.cliques[0].spec.roleName: Invalid value: "front": field is immutable
          /cliques/0/spec/roleName                 | (absent)      |
          /cliques/2/spec/minAvailable             | 1             | spec.template.cliques[2].spec.minAvailable: Invalid value: 1: field is immutable
          /cliques/2/spec/minAvailable             | (absent)      |
          /cliques/2/spec/startsAfter              | [router]      | spec.template.cliques[2].spec.startsAfter: Invalid value: ["router"]: field is immutable
          /cliques/2/spec/podSpec/schedulerName    | default-scheduler | spec.template.cliques[2].spec.podSpec.schedulerName: Invalid value: "default-scheduler": field is immutable
          /cliques/2/spec/podSpec/schedulerName    | ""            |
          /cliques/2/resourceSharing               | [{name: x, scope: AllReplicas}] | spec.template.cliques[2].resourceSharing: Invalid value: [{"name":"x","scope":"AllReplicas"}]: field is immutable
          /cliqueStartupType                       | CliqueStartupTypeInOrder | spec.template.cliqueStartupType: Invalid value: "CliqueStartupTypeInOrder": field is immutable
          /resourceClaimTemplates                  | [{name: x, templateSpec: {spec: {devices: {requests: [{name: r}]}}}}] | spec.template.resourceClaimTemplates: Invalid value: [{"name":"x","templateSpec":{"spec":{"devices":{"requests":[{"name":"r"}]}}}}]: field is immutable
          /resourceSharing                         | [{name: x, scope: AllReplicas}] | spec.template.resourceSharing: Invalid value: [{"name":"x","scope":"AllReplicas"}]: field is immutable
          /podCliqueScalingGroups/0/cliqueNames    | [leader]      | spec.template.podCliqueScalingGroups[0].cliqueNames: Invalid value: ["leader"]: field is immutable
          /podCliqueScalingGroups/0/cliqueNames    | [worker, leader] | spec.template.podCliqueScalingGroups[0].cliqueNames: Invalid value: ["worker","leader"]: field is immutable
          /podCliqueScalingGroups/0/minAvailable   | 2             | spec.template.podCliqueScalingGroups[0].minAvailable: Invalid value: 2: field is immutable
          /podCliqueScalingGroups/0/resourceSharing | [{name: x, scope: AllReplicas}] | spec.template.podCliqueScalingGroups[0].resourceSharing: Invalid value: [{"name":"x","scope":"AllReplicas"}]: field is immutable
          """)
  void fields_on_which_pods_were_built_stay(String place, String value, String violations) {
    SampleSet after =
        place.endsWith("minAvailable") && place.contains("Groups")
            ? BEFORE.with("/spec/template/podCliqueScalingGroups/0/scaleConfig/minReplicas", "2")
            : BEFORE;

    RuleTable.verify(table.update(BEFORE, after.with("/spec/template" + place, value)), violations);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /spec/replicas                                  | 5
          /spec/updateStrategy                            | {type: OnDelete}
          /spec/template/priorityClassName                | high
          /spec/template/headlessServiceConfig            | {publishNotReadyAddresses: false}
          /spec/template/terminationDelay                 | 1h
          /spec/template/terminationDelay                 | (absent)
          /spec/template/cliques/0/labels                 | {team: other}
          /spec/template/cliques/0/annotations            | {a: b}
          /spec/template/cliques/0/spec/replicas          | 4
          /spec/template/cliques/0/spec/autoScalingConfig | {minReplicas: 2, maxReplicas: 9}
          /spec/template/cliques/0/spec/autoScalingConfig | (absent)
          /spec/template/cliques/0/spec/podSpec/containers/0/image | "i:2"
          /spec/template/podCliqueScalingGroups/0/replicas    | 3
          /spec/template/podCliqueScalingGroups/0/scaleConfig | (absent)
          /spec/template/podCliqueScalingGroups/0/annotations | {a: b}
          /metadata/labels                                | {a: b}
          """)
  void the_rest_may_change(String place, String value) {
    RuleTable.verify(table.update(BEFORE, BEFORE.with(place, value)), null);
  }

  @Test
  void cliques_neither_come_nor_go() {
    String more = "{name: spare, spec: {podSpec: {restartPolicy: Always}}}";

    RuleTable.verify(
        table.update(BEFORE, BEFORE.with("/spec/template/cliques/-", more)),
        "spec.template.cliques: Forbidden: cliques cannot be added or removed: there were 3"
            + " && spec.template.cliques[3].name: Forbidden: \"spare\" is new: names cannot change");
    RuleTable.verify(
        table.update(BEFORE, BEFORE.with("/spec/template/cliques/0", SampleSet.ABSENT)),
        "spec.template.cliques: Forbidden: cliques cannot be added or removed: there were 3");
    RuleTable.verify(
        table.update(BEFORE, BEFORE.with("/spec/template/cliques/0/name", "gateway")),
        "spec.template.cliques[0].name: Forbidden: \"gateway\" is new: names cannot change");
  }

  @Test
  void scaling_groups_neither_come_nor_go() {
    String more = "{name: spare, cliqueNames: [router]}";
    SampleSet before =
        BEFORE.with("/spec/template/cliques/0/spec/autoScalingConfig", SampleSet.ABSENT);

    RuleTable.verify(
        table.update(before, before.with("/spec/template/podCliqueScalingGroups/-", more)),
        "spec.template.podCliqueScalingGroups: Forbidden: scaling groups cannot be added or"
            + " removed: there were 1 && spec.template.podCliqueScalingGroups[1].name: Forbidden:"
            + " \"spare\" is new: names cannot change");
    RuleTable.verify(
        table.update(
            BEFORE, BEFORE.with("/spec/template/podCliqueScalingGroups", SampleSet.ABSENT)),
        "spec.template.podCliqueScalingGroups: Forbidden: scaling groups cannot be added or"
            + " removed: there were 1");
    RuleTable.verify(
        table.update(BEFORE, BEFORE.with("/spec/template/podCliqueScalingGroups/0/name", "other")),
        "spec.template.podCliqueScalingGroups[0].name: Forbidden: \"other\" is new: names cannot"
            + " change");
  }

  @ParameterizedTest
  @ValueSource(strings = {"CliqueStartupTypeInOrder", "CliqueStartupTypeExplicit"})
  void the_order_of_cliques_stays_where_it_matters(String type) {
    SampleSet before =
        SampleSet.of(
            """
            metadata: {name: s}
            spec:
              template:
                cliqueStartupType: %s
                cliques:
                - {name: a, spec: {podSpec: {restartPolicy: Always}}}
                - {name: b, spec: {podSpec: {restartPolicy: Always}}}
            """
                .formatted(type));
    SampleSet after = reversed(before);

    RuleTable.verify(
        table.update(before, after),
        "spec.template.cliques: Invalid value: \"b, a\": the order must not change while startup is"
            + " ordered; it was: a, b");
    String anyOrder = "CliqueStartupTypeAnyOrder";
    RuleTable.verify(
        table.update(
            before.with("/spec/template/cliqueStartupType", anyOrder),
            after.with("/spec/template/cliqueStartupType", anyOrder)),
        null);
  }

  private static SampleSet reversed(SampleSet set) {
    return set.with("/spec/template/cliques/0/name", "b")
        .with("/spec/template/cliques/1/name", "a");
  }

  @Test
  void what_is_wrong_in_itself_is_told_before_what_changed() {
    SampleSet after =
        BEFORE
            .with("/spec/replicas", "-1")
            .with("/spec/template/cliques/0/spec/roleName", "front")
            .with("/metadata/annotations", "{grove.io/mnnvl-group: a}");

    RuleTable.verify(
        table.update(BEFORE, after),
        "spec.replicas: Invalid value: -1: must be greater than or equal to 0"
            + " && metadata.annotations[grove.io/mnnvl-group]: Forbidden: cannot be added: the"
            + " annotation is immutable");
  }

  @Test
  void a_set_that_is_being_deleted_is_judged_like_any_other() {
    SampleSet leaving =
        BEFORE
            .with("/metadata/deletionTimestamp", "2026-01-01T00:00:00Z")
            .with("/spec/replicas", "-1");

    RuleTable.verify(
        table.update(BEFORE, leaving),
        "spec.replicas: Invalid value: -1: must be greater than or equal to 0");
  }
}
