package dev.coppice.core.admission.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.AdmissionSettingsBuilder;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueRulesTest {

  private static final String CLIQUES = "/spec/template/cliques/";
  private static final String NONE =
      "metadata.labels[kai.scheduler/queue]: Required value: kai-scheduler needs a queue: name one"
          + " by this label, or the annotation of the same key, of the set or of its cliques";

  private static SampleSet placedBy(String scheduler) {
    SampleSet set = SampleSet.valid();
    for (int i = 0; i < 3; i++) {
      set = set.with(CLIQUES + i + "/spec/podSpec/schedulerName", scheduler);
    }
    return set;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          labels: {kai.scheduler/queue: a}      | labels: {}                            | labels: {}                            |
          annotations: {kai.scheduler/queue: a} | labels: {}                            | labels: {}                            |
          labels: {kai.scheduler/queue: a}      | labels: {kai.scheduler/queue: a}      | annotations: {kai.scheduler/queue: a} |
          labels: {kai.scheduler/queue: a}, annotations: {kai.scheduler/queue: b} | labels: {kai.scheduler/queue: a} | labels: {} |
          labels: {}                            | labels: {}                            | annotations: {kai.scheduler/queue: a} |
          labels: {}                            | labels: {kai.scheduler/queue: a}      | annotations: {kai.scheduler/queue: a} |
          labels: {kai.scheduler/queue: a}      | labels: {kai.scheduler/queue: b}      | annotations: {kai.scheduler/queue: c} | spec.template.cliques[1].labels[kai.scheduler/queue]: Invalid value: "b": must be the queue of the set, "a" && spec.template.cliques[2].annotations[kai.scheduler/queue]: Invalid value: "c": must be the queue of the set, "a"
          labels: {}                            | labels: {kai.scheduler/queue: b}      | annotations: {kai.scheduler/queue: c} | spec.template.cliques[2].annotations[kai.scheduler/queue]: Invalid value: "c": all cliques must have the same queue; the first that names one has "b"
          """)
  void one_queue_for_all(String ofSet, String second, String third, String violations) {
    SampleSet set =
        placedBy("kai-scheduler")
            .with("/metadata", "{name: llm, namespace: serving, %s}".formatted(ofSet));
    new RuleTable(RuleTable.EVERYTHING_ON).verify(with(with(set, 1, second), 2, third), violations);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          labels: {}                                  | labels: {}                       | labels: {}                            |
          annotations: {kai.scheduler/queue: a}       | labels: {}                       | annotations: {kai.scheduler/queue: a} |
          annotations: {kai.scheduler/queue: team a}  | labels: {}                       | labels: {}                            | metadata.annotations[kai.scheduler/queue]: Invalid value: "team a": must be empty or consist of letters, digits, '-', '_' and '.', and begin and end with a letter or digit
          labels: {}                                  | annotations: {kai.scheduler/queue: team/a} | labels: {}                  | spec.template.cliques[1].annotations[kai.scheduler/queue]: Invalid value: "team/a": must be empty or consist of letters, digits, '-', '_' and '.', and begin and end with a letter or digit
          labels: {}                                  | labels: {kai.scheduler/queue: b} | annotations: {kai.scheduler/queue: c} | spec.template.cliques[2].annotations[kai.scheduler/queue]: Invalid value: "c": all cliques must have the same queue; the first that names one has "b"
          labels: {kai.scheduler/queue: a}            | labels: {kai.scheduler/queue: b} | labels: {}                            | spec.template.cliques[1].labels[kai.scheduler/queue]: Invalid value: "b": must be the queue of the set, "a"
          """)
  void where_there_are_queues_a_set_of_any_scheduler_has_one_at_most_and_its_name_can_be_a_label(
      String ofSet, String second, String third, String violations) {
    SampleSet set =
        with(
            with(
                placedBy("default-scheduler")
                    .with("/metadata", "{name: llm, namespace: serving, %s}".formatted(ofSet)),
                1,
                second),
            2,
            third);
    AdmissionSettings withQueues =
        AdmissionSettingsBuilder.builder(settings("default-scheduler", "default-scheduler"))
            .queues(true)
            .build();

    new RuleTable(withQueues).verify(set, violations);
    new RuleTable(settings("default-scheduler", "default-scheduler")).verify(set, null);
    assertThat(new Validity(withQueues).of(set.set()).isAllowed()).isEqualTo(violations == null);
  }

  @Test
  void the_name_of_the_queue_of_kai_can_be_a_label_too() {
    new RuleTable(RuleTable.EVERYTHING_ON)
        .verify(
            placedBy("kai-scheduler")
                .with("/metadata/annotations", "{kai.scheduler/queue: 'team a'}"),
            "metadata.annotations[kai.scheduler/queue]: Invalid value: \"team a\": must be empty"
                + " or consist of letters, digits, '-', '_' and '.', and begin and end with a"
                + " letter or digit");
  }

  private static SampleSet with(SampleSet set, int clique, String marks) {
    int colon = marks.indexOf(':');
    return set.with(
        CLIQUES + clique + "/" + marks.substring(0, colon), marks.substring(colon + 1).strip());
  }

  @Test
  void no_queue_at_all() {
    new RuleTable(RuleTable.EVERYTHING_ON).verify(placedBy("kai-scheduler"), NONE);
    new RuleTable(RuleTable.EVERYTHING_ON)
        .verify(
            placedBy("kai-scheduler").with("/metadata/labels", "{kai.scheduler/queue: ''}"), NONE);
  }

  @Test
  void pods_that_name_no_scheduler_count_where_kai_is_the_default() {
    new RuleTable(settings("kai-scheduler", "default-scheduler", "kai-scheduler"))
        .verify(SampleSet.valid(), NONE);
  }

  @Test
  void others_need_none() {
    RuleTable table =
        new RuleTable(settings("default-scheduler", "default-scheduler", "kai-scheduler"));

    table.verify(SampleSet.valid(), null);
    table.verify(placedBy("default-scheduler"), null);
  }

  @Test
  void where_kai_is_not_enabled_only_that_is_told() {
    new RuleTable(settings("default-scheduler", "default-scheduler"))
        .verify(
            placedBy("kai-scheduler"),
            "%1$s[0]%2$s && %1$s[1]%2$s && %1$s[2]%2$s"
                .formatted(
                    "spec.template.cliques",
                    ".spec.podSpec.schedulerName: Invalid value: \"kai-scheduler\": the scheduler"
                        + " is not enabled in the operator's configuration; enabled:"
                        + " default-scheduler"));
  }

  private static AdmissionSettings settings(String standard, String... enabled) {
    return new AdmissionSettings(
        64,
        100,
        AdmissionSettings.DEFAULT_MAX_SET_BYTES,
        List.of(enabled),
        standard,
        false,
        Set.of(),
        false,
        false,
        false,
        false);
  }
}
