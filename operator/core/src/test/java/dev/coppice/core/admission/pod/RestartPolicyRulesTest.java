package dev.coppice.core.admission.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.field.Findings;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RestartPolicyRulesTest {

  private static final String POD = "/spec/template/cliques/0/spec/podSpec";
  private static final String POLICY = POD + "/restartPolicy";

  private final RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);

  private static List<String> told(Findings findings) {
    return findings.warnings().stream().filter(text -> text.contains("estartPolicy")).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"OnFailure", "Never"})
  void a_policy_that_lets_pods_end_is_accepted_with_a_word(String policy) {
    Findings findings = table.create(SampleSet.valid().with(POLICY, policy));

    assertThat(findings.violations()).isEmpty();
    assertThat(findings.warnings())
        .containsExactly(
            "spec.template.cliques[0].spec.podSpec.restartPolicy: a pod whose containers have all"
                + " ended is replaced, whatever the policy");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Always", "", SampleSet.ABSENT})
  void the_usual_policy_needs_no_word(String policy) {
    assertThat(table.create(SampleSet.valid().with(POLICY, policy)).warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /restartPolicy                  | Never     |
          /restartPolicy                  | ""        |
          /restartPolicy                  | (absent)  |
          /restartPolicy                  | OnFailure |
          /restartPolicy                  | Always    | restartPolicy
          /containers/0/restartPolicy     | OnFailure |
          /containers/0/restartPolicy     | Always    | containers[0].restartPolicy
          /initContainers/0/restartPolicy | Always    |
          /containers                     | [null]    |
          /containers                     | (absent)  |
          """)
  void pods_of_a_training_job_have_to_end(String place, String policy, String field) {
    SampleSet set = SampleSet.training().with(POD + place, policy);

    table.verify(
        set,
        field == null
            ? null
            : "spec.template.cliques[0].spec.podSpec."
                + field
                + ": Invalid value: \"Always\": a pod of a training job has to end, and such a one"
                + " never does");
    assertThat(told(table.create(set))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/restartPolicy, restartPolicy",
    "/containers/0/restartPolicy, containers[0].restartPolicy"
  })
  void what_may_fail_for_ever_is_told_so_where_no_deadline_ends_it(String place, String field) {
    SampleSet set = SampleSet.training().with(POD + place, "OnFailure");

    assertThat(told(table.create(set.with("/spec/trainingSpec", SampleSet.ABSENT))))
        .containsExactly(
            "spec.template.cliques[0].spec.podSpec."
                + field
                + ": what fails again and again is started again for ever, and is no failure of the"
                + " job; spec.trainingSpec.maxRuntime ends it");
  }

  @Test
  void what_does_not_fit_is_told_of_every_clique() {
    SampleSet set =
        SampleSet.training()
            .with("/spec/template/cliques/1/spec/podSpec/restartPolicy", "Always")
            .with("/spec/template/cliques/2/spec/podSpec/restartPolicy", "Always");

    assertThat(table.create(set).violations())
        .extracting(violation -> violation.path().text())
        .containsExactly(
            "spec.template.cliques[1].spec.podSpec.restartPolicy",
            "spec.template.cliques[2].spec.podSpec.restartPolicy");
  }
}
