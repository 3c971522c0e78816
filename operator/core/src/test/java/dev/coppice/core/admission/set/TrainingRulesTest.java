package dev.coppice.core.admission.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.admission.Defaults;
import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.Validity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrainingRulesTest {

  private static final String AUTOSCALING = "/spec/template/cliques/0/spec/autoScalingConfig";
  private static final String SCALE_CONFIG = "/spec/template/podCliqueScalingGroups/0/scaleConfig";

  private final RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /spec/trainingSpec                         | (absent) |
          /spec/trainingSpec                         | {}       |
          /spec/trainingSpec/maxRuntime              | (absent) |
          /spec/trainingSpec/maxRuntime              | 1ns      |
          /spec/trainingSpec/maxRuntime              | 0s       | spec.trainingSpec.maxRuntime: Invalid value: "0s": must be greater than 0; leave it out to run without a deadline
          /spec/trainingSpec/maxRuntime              | -24h     | spec.trainingSpec.maxRuntime: Invalid value: "-24h": must be greater than 0; leave it out to run without a deadline
          /spec/trainingSpec/maxRuntime              | soon     | spec.trainingSpec.maxRuntime: Invalid value: "soon": must be a length of time such as 90s or 4h
          /spec/trainingSpec/maxRuntime              | ""       | spec.trainingSpec.maxRuntime: Invalid value: "": must be a length of time such as 90s or 4h
          /spec/trainingSpec/maxRuntime              | 1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1 | spec.trainingSpec.maxRuntime: Too long: may not be more than 64 bytes
          /spec/trainingSpec/maxRestarts             | 0        |
          /spec/trainingSpec/maxRestarts             | -1       | spec.trainingSpec.maxRestarts: Invalid value: -1: must be greater than or equal to 0
          /spec/trainingSpec/ttlSecondsAfterFinished | 0        |
          /spec/trainingSpec/ttlSecondsAfterFinished | -1       | spec.trainingSpec.ttlSecondsAfterFinished: Invalid value: -1: must be greater than or equal to 0
          /spec/replicas                             | 1        |
          /spec/replicas                             | 0        | spec.replicas: Invalid value: 0: must be greater than or equal to 1
          /spec/replicas                             | (absent) | spec.replicas: Invalid value: 0: must be greater than or equal to 1
          /spec/replicas                             | -1       | spec.replicas: Invalid value: -1: must be greater than or equal to 1
          """)
  void limits_of_a_training_job(String place, String value, String violations) {
    table.verify(SampleSet.training().with(place, value), violations);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Inference", SampleSet.ABSENT})
  void what_is_said_about_a_training_job_is_refused_elsewhere(String type) {
    table.verify(
        SampleSet.valid()
            .with("/spec/workloadType", type)
            .with("/spec/trainingSpec", "{maxRestarts: -1}"),
        "spec.trainingSpec: Forbidden: only in a set with workloadType Training");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Inference", SampleSet.ABSENT})
  void any_other_set_is_what_it_was(String type) {
    table.verify(SampleSet.valid().with("/spec/workloadType", type), null);
  }

  @Test
  void a_training_job_is_not_scaled() {
    table.verify(
        SampleSet.training()
            .with(AUTOSCALING, "{minReplicas: 1, maxReplicas: 4}")
            .with(SCALE_CONFIG, "{minReplicas: 1, maxReplicas: 3}"),
        "spec.template.cliques[0].spec.autoScalingConfig: Forbidden: a training job is not scaled"
            + " && spec.template.podCliqueScalingGroups[0].scaleConfig: Forbidden: a training job"
            + " is not scaled");
  }

  @Test
  void all_that_is_wrong_is_told_at_once_and_by_the_controllers_too() {
    SampleSet set =
        SampleSet.training()
            .with("/spec/replicas", "0")
            .with("/spec/trainingSpec", "{maxRuntime: 0s, maxRestarts: -1}")
            .with("/spec/template/terminationDelay", "-1s")
            .with("/spec/template/cliques/1/spec/podSpec/restartPolicy", "Always")
            .with(AUTOSCALING, "{maxReplicas: 4}");

    assertThat(table.create(set).violations())
        .extracting(violation -> violation.path().text())
        .containsExactly(
            "spec.replicas",
            "spec.template.cliques[1].spec.podSpec.restartPolicy",
            "spec.template.terminationDelay",
            "spec.trainingSpec.maxRuntime",
            "spec.trainingSpec.maxRestarts",
            "spec.template.cliques[0].spec.autoScalingConfig");
    assertThat(Validity.standard().of(Defaults.of(set.set())).violations())
        .isEqualTo(table.create(set).violations());
  }
}
