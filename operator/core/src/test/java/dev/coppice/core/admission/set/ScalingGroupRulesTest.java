package dev.coppice.core.admission.set;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScalingGroupRulesTest {

  private final RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /0/name         | decode-2         |
          /0/name         | de.code          | spec.template.podCliqueScalingGroups[0].name: Invalid value: "de.code": must consist of lower-case letters, digits and '-', and begin and end with a letter or digit
          /0/name         | ""               | spec.template.podCliqueScalingGroups[0].name: Required value: every scaling group needs a name
          /0/name         | (absent)         | spec.template.podCliqueScalingGroups[0].name: Required value
          /0/cliqueNames  | [worker, leader] |
          /0/cliqueNames  | [leader, nobody] | spec.template.podCliqueScalingGroups[0].cliqueNames[1]: Invalid value: "nobody": must be the name of a clique of this set
          /0/cliqueNames  | [leader, leader] | spec.template.podCliqueScalingGroups[0].cliqueNames[1]: Duplicate value: "leader"
          /-              | {name: decode, cliqueNames: [router]} | spec.template.podCliqueScalingGroups[1].name: Duplicate value: "decode" && spec.template.cliques[0].spec.autoScalingConfig: Invalid value: "router": the clique scales with the scaling group decode only
          /-              | {name: other, cliqueNames: [worker]} | spec.template.podCliqueScalingGroups[1].cliqueNames[0]: Duplicate value: "worker"
          /0/annotations  | {a: b}           |
          /0/annotations  | {"a b": c}       | spec.template.podCliqueScalingGroups[0].annotations: Invalid value: "a b": the name of a key must have 1 to 63 letters, digits, '-', '_' and '.', and begin and end with a letter or digit
          /0/replicas     | 3                |
          /0/replicas     | (absent)         |
          /0/replicas     | 0                | spec.template.podCliqueScalingGroups[0].replicas: Invalid value: 0: must be greater than 0 && spec.template.podCliqueScalingGroups[0].minAvailable: Invalid value: 1: must not be greater than replicas (0)
          /0/minAvailable | (absent)         |
          /0/minAvailable | 0                | spec.template.podCliqueScalingGroups[0].minAvailable: Invalid value: 0: must be greater than 0
          /0/minAvailable | 3                | spec.template.podCliqueScalingGroups[0].minAvailable: Invalid value: 3: must not be greater than replicas (2) && spec.template.podCliqueScalingGroups[0].scaleConfig.minReplicas: Invalid value: 1: must not be less than minAvailable (3)
          """)
  void names_members_and_counts(String place, String value, String violations) {
    table.verify(
        SampleSet.valid().with("/spec/template/podCliqueScalingGroups" + place, value), violations);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /cliques/0/spec/autoScalingConfig     | {minReplicas: 1, maxReplicas: 2} |
          /cliques/0/spec/autoScalingConfig     | {maxReplicas: 2}                 |
          /cliques/0/spec/autoScalingConfig     | {minReplicas: 0, maxReplicas: 2} | spec.template.cliques[0].spec.autoScalingConfig.minReplicas: Invalid value: 0: must not be less than minAvailable (1)
          /cliques/0/spec/autoScalingConfig     | {minReplicas: 3, maxReplicas: 2} | spec.template.cliques[0].spec.autoScalingConfig.maxReplicas: Invalid value: 2: must not be less than minReplicas (3)
          /cliques/0/spec/autoScalingConfig     | {minReplicas: 1, maxReplicas: 1} | spec.template.cliques[0].spec.autoScalingConfig.maxReplicas: Invalid value: 1: must not be less than replicas (2)
          /podCliqueScalingGroups/0/scaleConfig | {minReplicas: 2, maxReplicas: 2} |
          /podCliqueScalingGroups/0/scaleConfig | {maxReplicas: 2}                 |
          /podCliqueScalingGroups/0/scaleConfig | {minReplicas: 0, maxReplicas: 2} | spec.template.podCliqueScalingGroups[0].scaleConfig.minReplicas: Invalid value: 0: must not be less than minAvailable (1)
          /podCliqueScalingGroups/0/scaleConfig | {minReplicas: 3, maxReplicas: 2} | spec.template.podCliqueScalingGroups[0].scaleConfig.maxReplicas: Invalid value: 2: must not be less than minReplicas (3)
          /podCliqueScalingGroups/0/scaleConfig | {minReplicas: 1, maxReplicas: 1} | spec.template.podCliqueScalingGroups[0].scaleConfig.maxReplicas: Invalid value: 1: must not be less than replicas (2)
          /podCliqueScalingGroups/0/scaleConfig | {minReplicas: 1, maxReplicas: 2, measuredClique: worker} |
          /podCliqueScalingGroups/0/scaleConfig | {minReplicas: 1, maxReplicas: 2, measuredClique: router} | spec.template.podCliqueScalingGroups[0].scaleConfig.measuredClique: Invalid value: "router": must be one of cliqueNames of the group
          /cliques/0/spec/autoScalingConfig     | {minReplicas: 1, maxReplicas: 2, measuredClique: router} | spec.template.cliques[0].spec.autoScalingConfig.measuredClique: Forbidden: only in scaleConfig of a scaling group
          /cliques/2/spec/autoScalingConfig     | {minReplicas: 2, maxReplicas: 3} | spec.template.cliques[2].spec.autoScalingConfig: Invalid value: "worker": the clique scales with the scaling group decode only
          """)
  void bounds_of_autoscaling(String place, String value, String violations) {
    table.verify(SampleSet.valid().with("/spec/template" + place, value), violations);
  }
}
