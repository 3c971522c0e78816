package dev.coppice.core.admission.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.admission.KnownObjects;
import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.testing.TestYaml;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A training job has one size, and what belongs to one is told by who controls it. */
class TrainingScaleTest {

  private static final String ROUTER = "llm-0-router";
  private static final String GROUP = "llm-0-decode";
  private static final String WORKER = "llm-0-decode-1-worker";
  private static final String SET_OWNER = owner("PodCliqueSet", "llm");
  private static final String GROUP_OWNER = owner("PodCliqueScalingGroup", GROUP);
  private static final String NOBODY = "ownerReferences: []";

  private final KnownObjects known = new KnownObjects();
  private final Admission admission = new Admission(RuleTable.EVERYTHING_ON, known);

  private static String owner(String kind, String name) {
    return "ownerReferences: [{apiVersion: grove.io/v1alpha1, kind: %s, name: %s, uid: u, controller: true}]"
        .formatted(kind, name);
  }

  private static PodClique clique(String name, int replicas, String metadata) {
    return TestYaml.read(
        """
        metadata: {namespace: serving, name: %s, %s}
        spec: {replicas: %d, podSpec: {containers: []}}
        """
            .formatted(name, metadata, replicas),
        PodClique.class);
  }

  private static PodCliqueScalingGroup group(int replicas, String metadata) {
    return TestYaml.read(
        """
        metadata: {namespace: serving, name: %s, %s}
        spec: {replicas: %d, cliqueNames: [leader, worker]}
        """
            .formatted(GROUP, metadata, replicas),
        PodCliqueScalingGroup.class);
  }

  private static void isRefused(Findings findings, int replicas) {
    RuleTable.verify(
        findings,
        "spec.replicas: Invalid value: %d: field is immutable: a training job is not scaled"
            .formatted(replicas));
  }

  @BeforeEach
  void a_job_is_there() {
    known.add(SampleSet.training().set());
  }

  @ParameterizedTest
  @CsvSource({
    "POD_CLIQUE_SET,           llm,                   3",
    "POD_CLIQUE_SET,           llm,                   1",
    "POD_CLIQUE_SET,           llm,                   -1",
    "POD_CLIQUE_SCALING_GROUP, llm-0-decode,          3",
    "POD_CLIQUE_SCALING_GROUP, llm-0-decode,          0",
    "POD_CLIQUE,               llm-0-router,          3",
    "POD_CLIQUE,               llm-0-router,          0",
    "POD_CLIQUE,               llm-0-decode-1-worker, 4",
    "POD_CLIQUE,               llm-0-decode-1-worker, 2"
  })
  void a_training_job_is_not_scaled_at_any_level(ScalableKind kind, String name, int replicas) {
    known
        .add(group(2, SET_OWNER))
        .add(clique(ROUTER, 2, SET_OWNER))
        .add(clique(WORKER, 3, GROUP_OWNER));

    isRefused(admission.onScale(kind, "serving", name, replicas), replicas);
  }

  @ParameterizedTest
  @CsvSource({
    "POD_CLIQUE_SET,           llm,                   2",
    "POD_CLIQUE_SCALING_GROUP, llm-0-decode,          2",
    "POD_CLIQUE,               llm-0-router,          2"
  })
  void the_number_that_there_is_may_be_written_again(ScalableKind kind, String name, int same) {
    known.add(group(2, SET_OWNER)).add(clique(ROUTER, 2, SET_OWNER));

    RuleTable.verify(admission.onScale(kind, "serving", name, same), null);
  }

  @Test
  void replicas_that_are_written_directly_are_judged_alike() {
    known.add(group(2, SET_OWNER));

    isRefused(admission.onUpdate(clique(ROUTER, 2, SET_OWNER), clique(ROUTER, 3, SET_OWNER)), 3);
    isRefused(
        admission.onUpdate(clique(WORKER, 3, GROUP_OWNER), clique(WORKER, 1, GROUP_OWNER)), 1);
    isRefused(admission.onUpdate(group(2, SET_OWNER), group(1, SET_OWNER)), 1);
  }

  @Test
  void another_owner_in_the_same_write_is_no_way_round() {
    isRefused(admission.onUpdate(clique(ROUTER, 2, SET_OWNER), clique(ROUTER, 3, NOBODY)), 3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "labels: {app.kubernetes.io/part-of: other}",
        "labels: {app.kubernetes.io/part-of: gone}",
        "labels: {}"
      })
  void no_label_leads_away_from_the_set_that_controls_an_object(String labels) {
    known.add(SampleSet.valid().with("/metadata/name", "other").set());

    isRefused(
        admission.onUpdate(
            clique(ROUTER, 2, SET_OWNER + ", " + labels),
            clique(ROUTER, 3, SET_OWNER + ", " + labels)),
        3);
  }

  @Test
  void no_label_leads_from_another_set_to_the_job() {
    known.add(SampleSet.valid().with("/metadata/name", "other").set());
    String ofAnother =
        owner("PodCliqueSet", "other") + ", labels: {app.kubernetes.io/part-of: llm}";

    RuleTable.verify(
        admission.onUpdate(clique(ROUTER, 2, ofAnother), clique(ROUTER, 3, ofAnother)), null);
  }

  @Test
  void what_nobody_controls_belongs_to_the_set_that_its_label_names() {
    String orphan = "labels: {app.kubernetes.io/part-of: llm}";
    known.add(group(2, orphan));

    isRefused(admission.onUpdate(clique(ROUTER, 2, orphan), clique(ROUTER, 3, orphan)), 3);
    isRefused(
        admission.onUpdate(clique(WORKER, 3, GROUP_OWNER), clique(WORKER, 4, GROUP_OWNER)), 4);
  }

  @Test
  void what_lost_its_set_or_its_group_is_not_held() {
    String ofGone = owner("PodCliqueSet", "gone");
    String ofAnything = owner("PodCliqueScalingGroup", GROUP).replace("grove.io", "example.com");

    for (String metadata : new String[] {ofGone, GROUP_OWNER, ofAnything, NOBODY}) {
      RuleTable.verify(
          admission.onUpdate(clique(WORKER, 3, metadata), clique(WORKER, 4, metadata)), null);
    }
  }

  @Test
  void groups_that_control_each_other_lead_nowhere() {
    known.add(group(2, GROUP_OWNER));

    RuleTable.verify(
        admission.onUpdate(clique(WORKER, 3, GROUP_OWNER), clique(WORKER, 4, GROUP_OWNER)), null);
  }

  @Test
  void what_is_being_deleted_is_not_held() {
    String leaving = SET_OWNER + ", deletionTimestamp: '2026-01-01T00:00:00Z'";

    RuleTable.verify(
        admission.onUpdate(clique(ROUTER, 2, leaving), clique(ROUTER, 0, leaving)), null);
  }

  @Test
  void who_cannot_be_asked_about_the_set_gives_no_answer() {
    known.fail();

    assertThatThrownBy(
            () -> admission.onUpdate(clique(ROUTER, 2, SET_OWNER), clique(ROUTER, 3, SET_OWNER)))
        .hasMessage("the cluster does not answer");
  }

  @Test
  void a_number_that_came_past_the_webhook_does_not_make_an_object_invalid() {
    String part = "labels: {app.kubernetes.io/part-of: llm}";

    assertThat(
            Validity.standard()
                .of(clique(ROUTER, 5, part), Defaults.of(SampleSet.training().set()))
                .isAllowed())
        .isTrue();
  }
}
