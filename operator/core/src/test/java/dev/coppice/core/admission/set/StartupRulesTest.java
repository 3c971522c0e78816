package dev.coppice.core.admission.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartupRulesTest {

  private final RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /1 | [router, worker]         | spec.template.cliques: Invalid value: "leader, worker": these cliques wait for each other, so that none of them would ever start
          /1 | []                       |
          /2 | [router, leader]         |
          /2 | [" "]                    | spec.template.cliques[2].spec.startsAfter[0]: Required value: must be the name of a clique of this set
          /2 | [worker]                 | spec.template.cliques[2].spec.startsAfter[0]: Invalid value: "worker": a clique cannot start after itself
          /2 | [leader, router, leader] | spec.template.cliques[2].spec.startsAfter[2]: Duplicate value: "leader"
          /2 | [nobody]                 | spec.template.cliques[2].spec.startsAfter[0]: Invalid value: "nobody": must be the name of a clique of this set
          /0 | [worker]                 | spec.template.cliques: Invalid value: "router, leader, worker": these cliques wait for each other, so that none of them would ever start
          """)
  void parents_of_an_explicit_order(String clique, String parents, String violations) {
    table.verify(
        SampleSet.valid().with("/spec/template/cliques" + clique + "/spec/startsAfter", parents),
        violations);
  }

  @Test
  void parents_that_no_order_asks_for_are_told_to_do_nothing() {
    SampleSet set =
        SampleSet.valid()
            .with("/spec/template/cliqueStartupType", "CliqueStartupTypeAnyOrder")
            .with("/spec/template/cliques/1/spec/startsAfter", "[router]")
            .with("/spec/template/cliques/2/spec/startsAfter", "[]");

    assertThat(table.create(set).warnings())
        .contains(
            "spec.template.cliques[1].spec.startsAfter: does nothing with CliqueStartupTypeAnyOrder;"
                + " set spec.template.cliqueStartupType to CliqueStartupTypeExplicit");
  }

  @Test
  void two_circles_are_two_violations() {
    SampleSet set =
        SampleSet.of(
            """
            metadata: {name: s, namespace: n}
            spec:
              template:
                cliqueStartupType: CliqueStartupTypeExplicit
                cliques:
                - {name: a, spec: {startsAfter: [b], podSpec: {restartPolicy: Always}}}
                - {name: b, spec: {startsAfter: [a], podSpec: {restartPolicy: Always}}}
                - {name: c, spec: {startsAfter: [d, a], podSpec: {restartPolicy: Always}}}
                - {name: d, spec: {startsAfter: [c], podSpec: {restartPolicy: Always}}}
                - {name: e, spec: {startsAfter: [d], podSpec: {restartPolicy: Always}}}
            """);

    table.verify(
        set,
        "spec.template.cliques: Invalid value: \"a, b\": these cliques wait for each other, so that"
            + " none of them would ever start && spec.template.cliques: Invalid value: \"c, d\":"
            + " these cliques wait for each other, so that none of them would ever start");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"CliqueStartupTypeAnyOrder", "CliqueStartupTypeInOrder", SampleSet.ABSENT})
  void parents_do_not_matter_in_any_other_order(String type) {
    table.verify(
        SampleSet.valid()
            .with("/spec/template/cliqueStartupType", type)
            .with("/spec/template/cliques/0/spec/startsAfter", "[nobody, router, router]"),
        null);
  }
}
