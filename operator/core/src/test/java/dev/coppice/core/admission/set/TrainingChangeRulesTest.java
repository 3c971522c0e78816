package dev.coppice.core.admission.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.admission.Defaults;
import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.template.TemplateHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a training job may change while it runs, and after its end. */
class TrainingChangeRulesTest {

  private static final String NOT_UPDATED =
      ": Forbidden: cannot change: pods of a training job are not updated";
  private static final String NOT_SCALED = ": field is immutable: a training job is not scaled";
  private static final String IMAGE = "/spec/template/cliques/0/spec/podSpec/containers/0/image";

  private static final SampleSet BEFORE =
      SampleSet.training()
          .with("/spec/template/cliqueStartupType", "CliqueStartupTypeAnyOrder")
          .with("/spec/template/priorityClassName", "low");

  private final RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /labels                                | {team: other}          | labels[team]
          /labels                                | (absent)               | labels[team]
          /labels/tier                           | front                  | labels[tier]
          /annotations                           | {other: text}          | annotations[example.com/note] && annotations[other]
          /spec/podSpec/containers/0/image       | "i:2"                  | spec.podSpec.containers[0].image
          /spec/podSpec/containers/0/env/0/value | "81"                   | spec.podSpec.containers[0].env[0].value
          /spec/podSpec/containers/0/resources   | {limits: {cpu: 2}}     | spec.podSpec.containers[0].resources
          /spec/podSpec/containers/-             | {name: side, image: s} | spec.podSpec.containers
          /spec/podSpec/initContainers           | (absent)               | spec.podSpec.initContainers
          /spec/podSpec/nodeSelector             | {disk: ssd}            | spec.podSpec.nodeSelector
          /spec/podSpec/terminationGracePeriodSeconds | 5                 | spec.podSpec.terminationGracePeriodSeconds
          /spec/podSpec/restartPolicy            | OnFailure              | spec.podSpec.restartPolicy
          /spec/podSpec/priorityClassName        | high                   | spec.podSpec.priorityClassName
          /spec/podSpec/schedulerName            | ""                     | spec.podSpec.schedulerName
          /spec/podSpec/unheardOf                | {a: 1}                 | spec.podSpec.unheardOf
          """)
  void no_template_changes_and_each_field_that_would_is_told(
      String place, String value, String fields) {
    SampleSet after = BEFORE.with("/spec/template/cliques/0" + place, value);

    RuleTable.verify(
        table.update(BEFORE, after),
        "spec.template.cliques[0]."
            + fields.replace(" && ", NOT_UPDATED + " && spec.template.cliques[0].")
            + NOT_UPDATED);
    assertThat(TemplateHash.generation(Defaults.of(after.set())))
        .isNotEqualTo(TemplateHash.generation(Defaults.of(BEFORE.set())));
  }

  @Test
  void a_change_in_several_cliques_is_told_of_each() {
    RuleTable.verify(
        table.update(
            BEFORE,
            BEFORE
                .with(IMAGE, "i:2")
                .with("/spec/template/cliques/2/spec/podSpec/containers/0/image", "i:2")),
        "spec.template.cliques[0].spec.podSpec.containers[0].image"
            + NOT_UPDATED
            + " && spec.template.cliques[2].spec.podSpec.containers[0].image"
            + NOT_UPDATED);
  }

  @Test
  void the_priority_class_of_the_set_is_told_once_and_only_if_pods_have_it() {
    SampleSet ownClasses =
        BEFORE
            .with("/spec/template/cliques/0/spec/podSpec/priorityClassName", "own")
            .with("/spec/template/cliques/1/spec/podSpec/priorityClassName", "own")
            .with("/spec/template/cliques/2/spec/podSpec/priorityClassName", "own");

    RuleTable.verify(
        table.update(BEFORE, BEFORE.with("/spec/template/priorityClassName", "high")),
        "spec.template.priorityClassName" + NOT_UPDATED);
    RuleTable.verify(
        table.update(ownClasses, ownClasses.with("/spec/template/priorityClassName", "high")),
        null);
    RuleTable.verify(
        table.update(
            BEFORE, BEFORE.with("/spec/template/cliques/0/spec/podSpec/priorityClassName", "low")),
        null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /spec/replicas                                   | 3 | spec.replicas: Invalid value: 3
          /spec/replicas                                   | 1 | spec.replicas: Invalid value: 1
          /spec/template/cliques/0/spec/replicas           | 3 | spec.template.cliques[0].spec.replicas: Invalid value: 3
          /spec/template/cliques/2/spec/replicas           | 2 | spec.template.cliques[2].spec.replicas: Invalid value: 2
          /spec/template/podCliqueScalingGroups/0/replicas | 1 | spec.template.podCliqueScalingGroups[0].replicas: Invalid value: 1
          """)
  void no_number_of_replicas_changes(String place, String value, String violation) {
    RuleTable.verify(table.update(BEFORE, BEFORE.with(place, value)), violation + NOT_SCALED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /spec/trainingSpec/maxRuntime              | 48h
          /spec/trainingSpec/maxRuntime              | (absent)
          /spec/trainingSpec/maxRestarts             | 5
          /spec/trainingSpec/maxRestarts             | 0
          /spec/trainingSpec/ttlSecondsAfterFinished | 60
          /spec/trainingSpec/ttlSecondsAfterFinished | (absent)
          /spec/trainingSpec                         | (absent)
          /spec/template/terminationDelay            | 5m
          /spec/template/terminationDelay            | (absent)
          /spec/template/podCliqueScalingGroups/0/terminationDelay | 0s
          /spec/template/podCliqueScalingGroups/0/annotations | {a: b}
          /spec/template/headlessServiceConfig       | {publishNotReadyAddresses: false}
          /spec/template/cliques/0/spec/podSpec/restartPolicy | (absent)
          /spec/updateStrategy                       | {type: OnDelete}
          /metadata/labels                           | {a: b}
          """)
  void the_rest_may_change(String place, String value) {
    RuleTable.verify(table.update(BEFORE, BEFORE.with(place, value)), null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Succeeded", "Failed"})
  void limits_may_change_after_the_end_and_templates_may_not(String phase) {
    SampleSet ended = BEFORE.with("/status", "{phase: %s}".formatted(phase));

    RuleTable.verify(
        table.update(
            ended,
            ended.with(
                "/spec/trainingSpec",
                "{maxRuntime: 1h, maxRestarts: 9, ttlSecondsAfterFinished: 1}")),
        null);
    RuleTable.verify(
        table.update(ended, ended.with(IMAGE, "i:2")),
        "spec.template.cliques[0].spec.podSpec.containers[0].image" + NOT_UPDATED);
  }

  @Test
  void the_type_is_chosen_once() {
    SampleSet inference = SampleSet.valid();

    RuleTable.verify(
        table.update(inference, inference.with("/spec/workloadType", "Inference")), null);
    assertThat(table.update(inference, SampleSet.training()).message())
        .isEqualTo("spec.workloadType: Invalid value: \"Training\": field is immutable");
    assertThat(table.update(SampleSet.training(), inference).message())
        .isEqualTo("spec.workloadType: Invalid value: \"Inference\": field is immutable");
  }

  @Test
  void another_type_is_told_beside_what_does_not_fit_it() {
    RuleTable.verify(
        table.update(BEFORE, BEFORE.with("/spec/workloadType", "Inference")),
        "spec.template.terminationDelay: Invalid value: \"0s\": must be greater than 0; leave it out"
            + " to never terminate && spec.trainingSpec: Forbidden: only in a set with workloadType"
            + " Training && spec.workloadType: Invalid value: \"Inference\": field is immutable");
  }
}
