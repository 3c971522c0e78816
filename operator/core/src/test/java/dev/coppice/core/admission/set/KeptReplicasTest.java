package dev.coppice.core.admission.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.KnownObjects;
import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.testing.TestYaml;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeptReplicasTest {

  private static final String ROUTER = "/spec/template/cliques/0/spec/replicas";
  private static final String WORKER = "/spec/template/cliques/2/spec/replicas";
  private static final String DECODE = "/spec/template/podCliqueScalingGroups/0/replicas";
  private static final String LABELS = "labels: {app.kubernetes.io/part-of: %s}";

  /** Nothing in it scales automatically, and it has one replica. */
  private static final SampleSet BEFORE =
      SampleSet.valid()
          .with("/spec/replicas", "1")
          .with("/spec/template/cliques/0/spec/autoScalingConfig", SampleSet.ABSENT)
          .with("/spec/template/podCliqueScalingGroups/0/scaleConfig", SampleSet.ABSENT);

  private final KnownObjects known =
      new KnownObjects()
          .add(clique("llm-0-router", "llm", 3))
          .add(clique("llm-0-decode-0-worker", "llm", 3))
          .add(group("llm-0-decode", 5));

  private static PodClique clique(String name, String set, int replicas) {
    return TestYaml.read(
        """
        metadata: {name: %s, namespace: serving, %s}
        spec: {roleName: r, replicas: %d, podSpec: {containers: []}}
        """
            .formatted(name, LABELS.formatted(set), replicas),
        PodClique.class);
  }

  private static PodCliqueScalingGroup group(String name, int replicas) {
    return TestYaml.read(
        """
        metadata: {name: %s, namespace: serving, %s}
        spec: {replicas: %d, cliqueNames: [leader, worker]}
        """
            .formatted(name, LABELS.formatted("llm"), replicas),
        PodCliqueScalingGroup.class);
  }

  private List<String> warnings(SampleSet before, SampleSet after) {
    Findings findings =
        new Admission(RuleTable.EVERYTHING_ON, known).keptReplicas(before.set(), after.set());
    assertThat(findings.violations()).isEmpty();
    return findings.warnings();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /spec/template/cliques/0/spec/replicas             | 4 | spec.template.cliques[0].spec.replicas: 4 is for new PodCliques only: PodClique llm-0-router keeps its own number, 3; to change it: kubectl scale pclq/llm-0-router -n serving --replicas=4
          /spec/template/cliques/2/spec/replicas             | 6 | spec.template.cliques[2].spec.replicas: 6 is for new PodCliques only: PodClique llm-0-decode-0-worker keeps its own number, 3, and those of the other replicas keep theirs; to change it: kubectl scale pclq/llm-0-decode-0-worker -n serving --replicas=6
          /spec/template/podCliqueScalingGroups/0/replicas   | 1 | spec.template.podCliqueScalingGroups[0].replicas: 1 is for new PodCliqueScalingGroups only: PodCliqueScalingGroup llm-0-decode keeps its own number, 5; to change it: kubectl scale pcsg/llm-0-decode -n serving --replicas=1
          """)
  void a_number_that_a_live_object_does_not_follow_is_told_with_the_command_that_changes_it(
      String place, String number, String warning) {
    assertThat(warnings(BEFORE, BEFORE.with(place, number))).containsExactly(warning);
  }

  @Test
  void the_objects_of_further_replicas_of_the_set_are_told_of() {
    SampleSet before = BEFORE.with("/spec/replicas", "2");

    assertThat(warnings(before, before.with(DECODE, "3")))
        .singleElement()
        .asString()
        .contains("keeps its own number, 5, and those of the other replicas keep theirs; to");
  }

  @Test
  void an_autoscaler_is_named_where_it_would_take_a_scaling_back() {
    SampleSet before = SampleSet.valid();

    assertThat(warnings(before, before.with(ROUTER, "4").with(DECODE, "3")))
        .satisfiesExactly(
            router ->
                assertThat(router)
                    .endsWith("; its HorizontalPodAutoscaler changes it, as autoScalingConfig says")
                    .doesNotContain("kubectl"),
            decode ->
                assertThat(decode)
                    .endsWith("; its HorizontalPodAutoscaler changes it, as scaleConfig says"));
  }

  @Test
  void nothing_is_told_where_the_template_follows_what_was_scaled() {
    assertThat(warnings(BEFORE, BEFORE.with(ROUTER, "3").with(DECODE, "5"))).isEmpty();
  }

  @Test
  void nothing_is_told_of_objects_that_are_not_there_or_belong_to_another_set() {
    KnownObjects others = new KnownObjects().add(clique("llm-0-router", "another", 3));

    assertThat(
            new Admission(RuleTable.EVERYTHING_ON, others)
                .keptReplicas(BEFORE.set(), BEFORE.with(ROUTER, "4").with(WORKER, "6").set()))
        .isEqualTo(Findings.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /spec/replicas                                    | 4
          /spec/template/cliques/0/spec/podSpec/hostNetwork | true
          /spec/template/cliques/0/labels/team              | other
          /metadata/annotations/note                        | other
          """)
  void nothing_is_looked_up_for_any_other_change(String place, String value) {
    known.fail();

    assertThat(warnings(BEFORE, BEFORE.with(place, value))).isEmpty();
  }

  @Test
  void nothing_is_looked_up_for_a_set_without_replicas_or_one_that_is_being_deleted() {
    known.fail();
    SampleSet changed = BEFORE.with(ROUTER, "4");

    assertThat(warnings(BEFORE, changed.with("/spec/replicas", "0"))).isEmpty();
    assertThat(
            warnings(
                BEFORE, changed.with("/metadata/deletionTimestamp", "\"2026-01-01T00:00:00Z\"")))
        .isEmpty();
  }

  @Test
  void nothing_is_looked_up_for_a_training_job_of_which_no_number_changes() {
    known.fail();
    SampleSet job = SampleSet.training();

    assertThat(warnings(job, job.with(ROUTER, "4").with(DECODE, "3"))).isEmpty();
  }

  @Test
  void nothing_is_looked_up_where_the_stored_set_lacks_its_parts() {
    known.fail();

    assertThat(warnings(BEFORE.with("/spec/template", SampleSet.ABSENT), BEFORE.with(ROUTER, "4")))
        .isEmpty();
  }

  @Test
  void no_more_is_looked_up_than_a_review_has_time_for() {
    SampleSet before = BEFORE.with("/spec/template/podCliqueScalingGroups", "[]");
    SampleSet after = before.with(ROUTER, "4");
    for (int i = 0; i < 30; i++) {
      String clique =
          "{name: c%d, spec: {replicas: %%d, podSpec: {containers: [{name: c}]}}}".formatted(i);
      before = before.with("/spec/template/cliques/-", clique.formatted(1));
      after = after.with("/spec/template/cliques/-", clique.formatted(2));
      known.add(clique("llm-0-c" + i, "llm", 1));
    }

    assertThat(warnings(before, after)).hasSize(10);
  }
}
