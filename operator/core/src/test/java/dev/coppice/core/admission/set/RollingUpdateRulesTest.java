package dev.coppice.core.admission.set;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RollingUpdateRulesTest {

  private static final String OF_CLIQUE = "/spec/template/cliques/0/rollingUpdate";
  private static final String OF_MEMBER = "/spec/template/cliques/1/rollingUpdate";
  private static final String OF_GROUP = "/spec/template/podCliqueScalingGroups/0/rollingUpdate";

  private final RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          {}                       |
          {maxUnavailable: 1}      |
          {maxUnavailable: 99}     |
          {progressDeadline: 10m}  |
          {maxUnavailable: 0}      | maxUnavailable: Invalid value: 0: must be greater than 0
          {maxUnavailable: -1}     | maxUnavailable: Invalid value: -1: must be greater than 0
          {progressDeadline: 0s}   | progressDeadline: Invalid value: "0s": must be greater than 0; leave it out to be told of no deadline
          {progressDeadline: soon} | progressDeadline: Invalid value: "soon": must be a length of time such as 90s or 4h
          """)
  void has_numbers_above_zero(String said, String violation) {
    table.verify(
        SampleSet.valid().with(OF_CLIQUE, said),
        violation == null ? null : "spec.template.cliques[0].rollingUpdate." + violation);
    table.verify(
        SampleSet.valid().with(OF_GROUP, said),
        violation == null
            ? null
            : "spec.template.podCliqueScalingGroups[0].rollingUpdate." + violation);
  }

  @Test
  void of_a_clique_in_a_group_stands_at_the_group() {
    table.verify(
        SampleSet.valid().with(OF_MEMBER, "{maxUnavailable: 1}"),
        "spec.template.cliques[1].rollingUpdate: Forbidden: the clique is updated with its scaling"
            + " group decode; write it there");
  }

  @Test
  void is_only_where_something_rolls() {
    table.verify(
        SampleSet.valid()
            .with("/spec/updateStrategy", "{type: OnDelete}")
            .with(OF_CLIQUE, "{maxUnavailable: 1}")
            .with(OF_GROUP, "{maxUnavailable: 1}"),
        "spec.template.cliques[0].rollingUpdate: Forbidden: only with updateStrategy.type"
            + " RollingRecreate && spec.template.podCliqueScalingGroups[0].rollingUpdate: Forbidden:"
            + " only with updateStrategy.type RollingRecreate");
    table.verify(
        SampleSet.training().with(OF_CLIQUE, "{maxUnavailable: 1}"),
        "spec.template.cliques[0].rollingUpdate: Forbidden: pods of a training job are not updated");
  }
}
