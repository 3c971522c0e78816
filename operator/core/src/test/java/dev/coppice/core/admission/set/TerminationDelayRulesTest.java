package dev.coppice.core.admission.set;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminationDelayRulesTest {

  private static final String SET_DELAY = "/spec/template/terminationDelay";
  private static final String GROUP_DELAY =
      "/spec/template/podCliqueScalingGroups/0/terminationDelay";

  private final RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          4h       | 2h       |
          4h       | 8h       |
          4h       | 1ms      |
          4h       | (absent) |
          (absent) | (absent) |
          4h       | 0s       | Invalid value: "0s": must be greater than 0; leave it out to never terminate
          4h       | -1s      | Invalid value: "-1s": must be greater than 0; leave it out to never terminate
          4h       | soon     | Invalid value: "soon": must be a length of time such as 90s or 4h
          (absent) | 2h       | Forbidden: only in a set with a terminationDelay of its own
          """)
  void a_group_has_its_own_delay_only_where_the_set_has_one(
      String ofSet, String ofGroup, String detail) {
    table.verify(
        SampleSet.valid().with(SET_DELAY, ofSet).with(GROUP_DELAY, ofGroup),
        detail == null
            ? null
            : "spec.template.podCliqueScalingGroups[0].terminationDelay: " + detail);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          0s       | 0s       |
          0s       | (absent) |
          0s       | 5m       |
          5m       | 0s       |
          -0s      | -0s      |
          (absent) | 0s       |
          (absent) | 5m       |
          (absent) | (absent) |
          0s       | -1s      | podCliqueScalingGroups[0].terminationDelay: Invalid value: "-1s": must be greater than or equal to 0
          -1s      | (absent) | terminationDelay: Invalid value: "-1s": must be greater than or equal to 0
          soon     | (absent) | terminationDelay: Invalid value: "soon": must be a length of time such as 90s or 4h
          """)
  void a_training_job_need_not_wait_and_its_default_counts_as_one_of_the_set(
      String ofSet, String ofGroup, String violation) {
    table.verify(
        SampleSet.training().with(SET_DELAY, ofSet).with(GROUP_DELAY, ofGroup),
        violation == null ? null : "spec.template." + violation);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          0s  | spec.template.terminationDelay: Invalid value: "0s": must be greater than 0; leave it out to never terminate
          -1s | spec.template.terminationDelay: Invalid value: "-1s": must be greater than 0; leave it out to never terminate
          """)
  void any_other_set_waits(String ofSet, String violation) {
    table.verify(SampleSet.valid().with(SET_DELAY, ofSet), violation);
  }

  @Test
  void tells_both_that_the_set_has_none_and_that_the_group_has_a_bad_one() {
    table.verify(
        SampleSet.valid().with(SET_DELAY, SampleSet.ABSENT).with(GROUP_DELAY, "0s"),
        "spec.template.podCliqueScalingGroups[0].terminationDelay: Invalid value: \"0s\": must be"
            + " greater than 0; leave it out to never terminate"
            + " && spec.template.podCliqueScalingGroups[0].terminationDelay: Forbidden: only in a"
            + " set with a terminationDelay of its own");
  }
}
