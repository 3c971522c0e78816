package dev.coppice.core.admission.pod;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceSharingRulesTest {

  private static final SampleSet WITH_TEMPLATE =
      SampleSet.valid()
          .with(
              "/spec/template/resourceClaimTemplates",
              "[{name: gpus, templateSpec: {spec: {devices: {requests: [{name: gpu}]}}}}]");

  private final RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /0/name         | nics     |
          /0/name         | ""       | spec.template.resourceClaimTemplates[0].name: Required value: every template needs a name
          /0/name         | (absent) | spec.template.resourceClaimTemplates[0].name: Required value: every template needs a name
          /0/templateSpec | (absent) | spec.template.resourceClaimTemplates[0].templateSpec: Required value
          /0/templateSpec | {}       | spec.template.resourceClaimTemplates[0].templateSpec.spec.devices.requests: Required value: at least one request is required
          /0/templateSpec/spec | {}  | spec.template.resourceClaimTemplates[0].templateSpec.spec.devices.requests: Required value: at least one request is required
          /0/templateSpec/spec/devices/requests | [] | spec.template.resourceClaimTemplates[0].templateSpec.spec.devices.requests: Required value: at least one request is required
          /-              | {name: nics, templateSpec: {spec: {devices: {requests: [{name: nic}]}}}} |
          /-              | {name: gpus, templateSpec: {spec: {devices: {requests: [{name: nic}]}}}} | spec.template.resourceClaimTemplates[1].name: Duplicate value: "gpus"
          """)
  void templates_of_claims(String place, String value, String violations) {
    table.verify(
        WITH_TEMPLATE.with("/spec/template/resourceClaimTemplates" + place, value), violations);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          [{name: gpus, scope: AllReplicas}, {name: elsewhere, scope: PerReplica}] |
          [{name: "", scope: AllReplicas}]                     | [0].name: Required value: must be the name of a template of claims
          [{name: gpus, scope: AllReplicas}, {name: gpus, scope: PerReplica}] | [1].name: Duplicate value: "gpus"
          [{name: gpus}]                                       | [0].scope: Unsupported value: "": supported values: "AllReplicas", "PerReplica"
          [{name: gpus, scope: PerReplica, namespace: ""}]     |
          [{name: gpus, scope: PerReplica, namespace: serving}] | [0].namespace: Invalid value: "serving": must be empty: the template gpus is in this set
          [{name: gpus, scope: PerReplica, namespace: other}]  | [0].namespace: Invalid value: "other": must be empty: the template gpus is in this set
          [{name: elsewhere, scope: PerReplica, namespace: serving}] |
          [{name: elsewhere, scope: PerReplica, namespace: other}] | [0].namespace: Forbidden: templates of other namespaces cannot be used
          """)
  void sharing_is_the_same_at_all_three_levels(String sharing, String violation) {
    for (String level :
        new String[] {"", "cliques/0/", "cliques/1/", "podCliqueScalingGroups/0/"}) {
      String path = "spec.template." + level.replaceAll("/([0-9])/", "[$1].") + "resourceSharing";

      table.verify(
          WITH_TEMPLATE.with("/spec/template/" + level + "resourceSharing", sharing),
          violation == null ? null : path + violation);
    }
  }

  // Claims: llm-1-..., llm-1-decode-1-..., llm-1-router-1-..., llm-1-decode-2-leader-0-...
  @ParameterizedTest
  @CsvSource({
    "'', PerReplica, 57, llm-1-",
    "'', AllReplicas, 55, llm-all-",
    "podCliqueScalingGroups/0/, PerReplica, 48, llm-1-decode-1-",
    "podCliqueScalingGroups/0/, AllReplicas, 46, llm-1-decode-all-",
    "cliques/0/, PerReplica, 48, llm-1-router-1-",
    "cliques/1/, AllReplicas, 37, llm-1-decode-2-leader-all-"
  })
  void claims_have_names_that_fit(String level, String scope, int longest, String prefix) {
    String place = "/spec/template/" + level + "resourceSharing";
    String path = "spec.template." + level.replaceAll("/([0-9])/", "[$1].") + "resourceSharing";
    String fits = "t".repeat(longest);
    String tooLong = "t".repeat(longest + 1);

    table.verify(
        SampleSet.valid().with(place, "[{name: %s, scope: %s}]".formatted(fits, scope)), null);
    table.verify(
        SampleSet.valid().with(place, "[{name: %s, scope: %s}]".formatted(tooLong, scope)),
        "%s[0].name: Invalid value: \"%s\": the longest name made of it, %s, has 64 characters; at most 63 are possible"
            .formatted(path, tooLong, prefix + tooLong));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          {childCliqueNames: [router]}        |
          {childCliqueNames: [leader]}        |
          {childScalingGroupNames: [decode]}  |
          {childCliqueNames: [router], childScalingGroupNames: [decode]} |
          {}                                  | spec.template.resourceSharing[0].filter: Required value: name a clique or a scaling group, or leave the filter out
          {childCliqueNames: [router, decode]} | spec.template.resourceSharing[0].filter.childCliqueNames[1]: Not found: "decode"
          {childScalingGroupNames: [router]}  | spec.template.resourceSharing[0].filter.childScalingGroupNames[0]: Not found: "router"
          """)
  void filters_of_a_set(String filter, String violations) {
    String sharing = "[{name: gpus, scope: AllReplicas, filter: %s}]".formatted(filter);

    table.verify(WITH_TEMPLATE.with("/spec/template/resourceSharing", sharing), violations);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          {childCliqueNames: [leader, worker]} |
          {childCliqueNames: []} | spec.template.podCliqueScalingGroups[0].resourceSharing[0].filter.childCliqueNames: Required value: name a clique, or leave the filter out
          {childCliqueNames: [router]} | spec.template.podCliqueScalingGroups[0].resourceSharing[0].filter.childCliqueNames[0]: Not found: "router"
          """)
  void filters_of_a_scaling_group(String filter, String violations) {
    String sharing = "[{name: gpus, scope: AllReplicas, filter: %s}]".formatted(filter);

    table.verify(
        WITH_TEMPLATE.with("/spec/template/podCliqueScalingGroups/0/resourceSharing", sharing),
        violations);
  }
}
