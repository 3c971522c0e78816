package dev.coppice.core.admission.set;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CliqueRulesTest {

  private final RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /metadata/name                         | llm-7b  |
          /metadata/name                         | 7b      | metadata.name: Invalid value: "7b": must consist of lower-case letters, digits and '-', begin with a letter and end with a letter or digit
          /metadata/name                         | a.b     | metadata.name: Invalid value: "a.b": must consist of lower-case letters, digits and '-', begin with a letter and end with a letter or digit
          /metadata/name                         | LLM     | metadata.name: Invalid value: "LLM": must consist of lower-case letters, digits and '-', begin with a letter and end with a letter or digit
          /metadata/name                         | größe   | metadata.name: Invalid value: "größe": must consist of lower-case letters, digits and '-', begin with a letter and end with a letter or digit
          /metadata/name                         | (absent) | metadata.name: Required value: name or generateName is required
          /metadata                              | {generateName: llm-, namespace: n} |
          /metadata/namespace                    | (absent) |
          /metadata/labels                       | {example.com/a: b} |
          /metadata/labels                       | {"a b": c} | metadata.labels: Invalid value: "a b": the name of a key must have 1 to 63 letters, digits, '-', '_' and '.', and begin and end with a letter or digit
          /metadata/labels                       | {a: "b c"} | metadata.labels[a]: Invalid value: "b c": must be empty or consist of letters, digits, '-', '_' and '.', and begin and end with a letter or digit
          /metadata/annotations                  | {Example.COM/a: any text} |
          /metadata/annotations                  | {coppice.dev/restartedAt: "2026-11-28T12:00:00Z"} |
          /metadata/annotations                  | {coppice.dev/restartedAt: " "} | metadata.annotations[coppice.dev/restartedAt]: Required value: must say when, such as 2026-11-28T12:00:00Z
          /metadata/annotations                  | {a/b/c: x} | metadata.annotations: Invalid value: "a/b/c": the name of a key must have 1 to 63 letters, digits, '-', '_' and '.', and begin and end with a letter or digit
          /metadata/annotations                  | {-/c: x} | metadata.annotations: Invalid value: "-/c": the part before '/' must be a DNS name
          /spec/replicas                         | 0       |
          /spec/replicas                         | -1      | spec.replicas: Invalid value: -1: must be greater than or equal to 0
          """)
  void the_set_itself(String place, String value, String violations) {
    table.verify(SampleSet.valid().with(place, value), violations);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /name                | router-2 |
          /name                | 2router  |
          /name                | a.b      | spec.template.cliques[0].name: Invalid value: "a.b": must consist of lower-case letters, digits and '-', and begin and end with a letter or digit
          /name                | Router   | spec.template.cliques[0].name: Invalid value: "Router": must consist of lower-case letters, digits and '-', and begin and end with a letter or digit
          /name                | " "      | spec.template.cliques[0].name: Required value: every clique needs a name
          /name                | (absent) | spec.template.cliques[0].name: Required value
          /labels              | {a: b}   |
          /labels              | {a: -}   | spec.template.cliques[0].labels[a]: Invalid value: "-": must be empty or consist of letters, digits, '-', '_' and '.', and begin and end with a letter or digit
          /labels              | {a: null} |
          /annotations         | {a: -}   |
          /annotations         | {"": b}  | spec.template.cliques[0].annotations: Invalid value: "": the name of a key must have 1 to 63 letters, digits, '-', '_' and '.', and begin and end with a letter or digit
          /spec                | (absent) | spec.template.cliques[0].spec: Required value
          /spec/podSpec        | (absent) | spec.template.cliques[0].spec.podSpec: Required value
          /spec/roleName       | front    |
          /spec/roleName       | (absent) |
          /spec/roleName       | ""       | spec.template.cliques[0].spec.roleName: Required value: leave it out to use the name of the clique
          /spec/roleName       | worker   | spec.template.cliques[2].spec.roleName: Duplicate value: "worker"
          /spec/replicas       | 4        |
          /spec/replicas       | (absent) |
          /spec/replicas       | 0        |
          /spec/replicas       | -2       | spec.template.cliques[0].spec.replicas: Invalid value: -2: must be greater than 0 && spec.template.cliques[0].spec.minAvailable: Invalid value: 1: must not be greater than replicas (-2)
          /spec/minAvailable   | 2        |
          /spec/minAvailable   | 0        | spec.template.cliques[0].spec.minAvailable: Invalid value: 0: must be greater than 0
          /spec/minAvailable   | 3        | spec.template.cliques[0].spec.minAvailable: Invalid value: 3: must not be greater than replicas (2)
          """)
  void one_clique(String place, String value, String violations) {
    SampleSet valid =
        SampleSet.valid()
            .with("/spec/template/cliqueStartupType", "CliqueStartupTypeAnyOrder")
            .with("/spec/template/cliques/0/spec/autoScalingConfig", SampleSet.ABSENT);

    table.verify(valid.with("/spec/template/cliques/0" + place, value), violations);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /spec/template/cliques        | []     | spec.template.cliques: Required value: at least one clique is required
          /spec/template/cliques        | (absent) | spec.template.cliques: Required value: at least one clique is required
          /spec/template/cliques/1/name | router | spec.template.cliques[1].name: Duplicate value: "router"
          /spec/template                | (absent) | spec.template: Required value
          /spec                         | (absent) | spec: Required value
          """)
  void all_cliques(String place, String value, String violations) {
    SampleSet valid =
        SampleSet.valid()
            .with("/spec/template/cliqueStartupType", "CliqueStartupTypeAnyOrder")
            .with("/spec/template/podCliqueScalingGroups", SampleSet.ABSENT);

    table.verify(valid.with(place, value), violations);
  }
}
