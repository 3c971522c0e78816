package dev.coppice.core.admission.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupSpecBuilder;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.KnownObjects;
import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.AdmissionSettingsBuilder;
import dev.coppice.core.object.ChildLabels;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The set has two replicas of 10 pods: 2 routers, and in each of two replicas of the group 1 leader
 * and 3 workers. At most 10,000 pods are allowed.
 */
class ScaleRulesTest {

  private static final String GROUP = Names.podCliqueScalingGroup("llm", 0, "decode");
  private static final String ROUTER = Names.standalonePodClique("llm", 0, "router");

  private final KnownObjects known = new KnownObjects();
  private final Admission admission =
      new Admission(
          AdmissionSettingsBuilder.builder(RuleTable.EVERYTHING_ON).maxPods(10_000).build(), known);

  private static PodCliqueScalingGroup group(String name, int replicas) {
    PodCliqueScalingGroup group = new PodCliqueScalingGroup();
    group.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("serving")
            .withName(name)
            .withLabels(ChildLabels.scalingGroup("llm", 0, name))
            .build());
    group.setSpec(
        PodCliqueScalingGroupSpecBuilder.builder()
            .replicas(replicas)
            .cliqueNames(List.of("leader", "worker"))
            .build());
    return group;
  }

  private static PodClique clique(String name, int replicas, Map<String, String> labels) {
    PodClique clique = new PodClique();
    clique.setMetadata(
        new ObjectMetaBuilder().withNamespace("serving").withName(name).withLabels(labels).build());
    clique.setSpec(
        PodCliqueSpecBuilder.builder().podSpec(new PodSpec()).replicas(replicas).build());
    return clique;
  }

  private static PodClique router(int replicas) {
    return clique(ROUTER, replicas, ChildLabels.standaloneClique("llm", 0, ROUTER, "llm-0"));
  }

  private static PodClique worker(int replicas) {
    return worker(1, replicas);
  }

  private static PodClique worker(int groupReplica, int replicas) {
    String name = Names.groupPodClique(GROUP, groupReplica, "worker");
    String gang = groupReplica == 0 ? "llm-0" : "llm-0-decode-0";
    return clique(
        name,
        replicas,
        ChildLabels.groupClique("llm", 0, GROUP, groupReplica, name, gang, "llm-0"));
  }

  private Findings scale(ScalableKind kind, String name, int replicas) {
    return admission.onScale(kind, "serving", name, replicas);
  }

  @Test
  void what_is_being_deleted_is_not_judged() {
    PodClique leaving = router(2);
    leaving.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
    known.add(SampleSet.valid().set()).add(leaving);

    RuleTable.verify(scale(ScalableKind.POD_CLIQUE, ROUTER, 1_000_000), null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          POD_CLIQUE_SET           | llm                 | 1000
          POD_CLIQUE_SET           | llm                 | 0
          POD_CLIQUE_SCALING_GROUP | llm-0-decode        | 2497
          POD_CLIQUE_SCALING_GROUP | llm-0-decode        | 0
          POD_CLIQUE               | llm-0-router        | 9982
          POD_CLIQUE               | llm-0-router        | 0
          POD_CLIQUE               | llm-0-decode-1-worker | 9983
          POD_CLIQUE               | llm-0-decode-1-worker | 1
          POD_CLIQUE               | not-there           | -1
          """)
  void so_many_are_possible(ScalableKind kind, String name, int replicas) {
    known.add(SampleSet.valid().set()).add(group(GROUP, 2)).add(router(2)).add(worker(3));

    RuleTable.verify(scale(kind, name, replicas), null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          POD_CLIQUE_SET           | llm                   | 1001       | 10010
          POD_CLIQUE_SET           | llm                   | 2147483647 | 21474836470
          POD_CLIQUE_SCALING_GROUP | llm-0-decode          | 2498       | 10004
          POD_CLIQUE_SCALING_GROUP | llm-0-decode          | 2147483647 | 8589934600
          POD_CLIQUE               | llm-0-router          | 9983       | 10001
          POD_CLIQUE               | llm-0-decode-1-worker | 9984       | 10001
          """)
  void more_pods_than_a_set_may_have_are_refused(
      ScalableKind kind, String name, int replicas, long pods) {
    known.add(SampleSet.valid().set()).add(group(GROUP, 2)).add(router(2)).add(worker(3));

    RuleTable.verify(
        scale(kind, name, replicas),
        "spec.replicas: Invalid value: %d: the set would have %d pods; at most 10000 are allowed"
            .formatted(replicas, pods));
  }

  @ParameterizedTest
  @CsvSource({
    "POD_CLIQUE_SET, llm",
    "POD_CLIQUE_SCALING_GROUP, llm-0-decode",
    "POD_CLIQUE, llm-0-router"
  })
  void less_than_nothing_is_refused(ScalableKind kind, String name) {
    known.add(SampleSet.valid().set()).add(group(GROUP, 2)).add(router(2));

    RuleTable.verify(
        scale(kind, name, -1),
        "spec.replicas: Invalid value: -1: must be greater than or equal to 0");
  }

  @Test
  void a_set_is_not_scaled_beyond_the_length_of_its_names() {
    known.add(
        SampleSet.valid()
            .with("/spec/template/podCliqueScalingGroups/0/name", "g".repeat(40))
            .set());

    RuleTable.verify(scale(ScalableKind.POD_CLIQUE_SET, "llm", 10), null);
    assertThat(scale(ScalableKind.POD_CLIQUE_SET, "llm", 11).message())
        .startsWith("spec.replicas: Invalid value: 11: the longest name made of it, llm-10-ggg")
        .endsWith("-xxxxx, has 64 characters; at most 63 are possible");
  }

  @Test
  void a_group_is_not_scaled_beyond_the_length_of_its_names() {
    String name = Names.podCliqueScalingGroup("llm", 0, "g".repeat(40));
    known.add(SampleSet.valid().set()).add(group(name, 2));

    RuleTable.verify(scale(ScalableKind.POD_CLIQUE_SCALING_GROUP, name, 10), null);
    assertThat(scale(ScalableKind.POD_CLIQUE_SCALING_GROUP, name, 11).message())
        .endsWith("-10-leader-0-xxxxx, has 64 characters; at most 63 are possible");
  }

  @Test
  void a_clique_is_not_scaled_beyond_the_length_of_its_names() {
    String name = "c".repeat(55);
    known.add(clique(name, 1, Map.of()));

    RuleTable.verify(scale(ScalableKind.POD_CLIQUE, name, 10), null);
    assertThat(scale(ScalableKind.POD_CLIQUE, name, 11).message())
        .endsWith("-10-xxxxx, has 64 characters; at most 63 are possible");
  }

  @Test
  void fewer_are_possible_even_where_there_are_too_many() {
    known.add(SampleSet.valid().with("/spec/replicas", "2000").set()).add(router(200_000));

    RuleTable.verify(scale(ScalableKind.POD_CLIQUE_SET, "llm", 1_999), null);
    RuleTable.verify(scale(ScalableKind.POD_CLIQUE, ROUTER, 199_999), null);
  }

  @Test
  void what_belongs_to_no_set_is_judged_by_itself() {
    known.add(clique("c", 1, Map.of())).add(group(GROUP, 2));

    assertThat(scale(ScalableKind.POD_CLIQUE, "c", 10_001).violations()).hasSize(1);
    assertThat(scale(ScalableKind.POD_CLIQUE, "c", 10_000).violations()).isEmpty();
    assertThat(scale(ScalableKind.POD_CLIQUE_SCALING_GROUP, GROUP, 10_001).violations()).hasSize(1);
  }

  @Test
  void what_another_template_ends_with_is_not_mistaken_for_it() {
    known.add(
        SampleSet.valid()
            .with("/spec/template/cliques/1/name", "uter")
            .with("/spec/template/podCliqueScalingGroups/0/cliqueNames", "[uter, worker]")
            .set());
    known.add(router(2));

    RuleTable.verify(scale(ScalableKind.POD_CLIQUE, ROUTER, 9_982), null);
  }

  @Test
  void replicas_that_are_written_directly_are_judged_alike() {
    known.add(SampleSet.valid().set());

    assertThat(admission.onUpdate(router(2), router(9_983)).violations()).hasSize(1);
    assertThat(admission.onUpdate(router(2), router(9_982)).violations()).isEmpty();
    assertThat(admission.onUpdate(group(GROUP, 2), group(GROUP, 2_498)).violations()).hasSize(1);
    assertThat(admission.onUpdate(group(GROUP, 2), group(GROUP, 2_497)).violations()).isEmpty();
  }

  @Test
  void what_lacks_a_specification_is_left_to_the_schema() {
    PodClique clique = new PodClique();
    clique.setMetadata(router(2).getMetadata());
    PodCliqueScalingGroup group = new PodCliqueScalingGroup();
    group.setMetadata(group(GROUP, 2).getMetadata());

    assertThat(admission.onUpdate(clique, router(9_983))).isEqualTo(Findings.NONE);
    assertThat(admission.onUpdate(router(2), clique)).isEqualTo(Findings.NONE);
    assertThat(admission.onUpdate(group, group(GROUP, 2_498))).isEqualTo(Findings.NONE);
    assertThat(admission.onUpdate(group(GROUP, 2), group)).isEqualTo(Findings.NONE);
  }

  @Test
  void other_changes_and_what_is_being_deleted_are_not_judged() {
    PodClique tooLarge = router(200_000);
    PodClique leaving = router(300_000);
    leaving.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");

    assertThat(admission.onUpdate(tooLarge, tooLarge)).isEqualTo(Findings.NONE);
    assertThat(admission.onUpdate(tooLarge, leaving)).isEqualTo(Findings.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void what_is_not_there_is_left_to_the_api_server(ScalableKind kind) {
    assertThat(scale(kind, "nothing", -1)).isEqualTo(Findings.NONE);
  }

  @Test
  void a_label_that_names_no_set_in_view_does_no_harm() {
    known.add(clique("c", 1, Map.of(Labels.PART_OF, "gone")));

    RuleTable.verify(scale(ScalableKind.POD_CLIQUE, "c", 5), null);
  }

  // llm-0-router-12345-xxxxx: 24 characters; llm-0-decode-1-worker-12345-xxxxx: 33; the longest
  // name
  // by the template, llm-1-decode-2-worker-2-xxxxx, has 29. With a router go 4 pods of the group,
  // with
  // a worker of its first replica a leader and 2 routers, with one of the second a leader.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          llm-0-router          | 22576 |
          llm-0-router          | 22577 | 22581 pods, which takes 22581 x (26 + 29 + 7) = 1400022 bytes
          llm-0-decode-0-worker | 21209 |
          llm-0-decode-0-worker | 21210 | 21213 pods, which takes 21213 x (26 + 33 + 7) = 1400058 bytes
          llm-0-decode-1-worker | 21211 |
          llm-0-decode-1-worker | 21212 | 21213 pods, which takes 21213 x (26 + 33 + 7) = 1400058 bytes
          """)
  void a_gang_has_as_many_pods_as_can_be_written_down(String name, int replicas, String refusal) {
    Admission unbounded = new Admission(RuleTable.EVERYTHING_ON, known);
    known.add(SampleSet.valid().set()).add(router(2)).add(worker(0, 3)).add(worker(1, 3));

    Findings findings = unbounded.onScale(ScalableKind.POD_CLIQUE, "serving", name, replicas);

    RuleTable.verify(
        findings,
        refusal == null
            ? null
            : "spec.replicas: Invalid value: %d: a PodGang would refer to %s; at most 1400000 fit an object"
                .formatted(replicas, refusal));
  }

  @Test
  void a_gang_that_is_too_large_may_shrink_but_not_grow() {
    Admission unbounded = new Admission(RuleTable.EVERYTHING_ON, known);
    known
        .add(SampleSet.valid().with("/spec/template/cliques/0/spec/replicas", "30000").set())
        .add(router(30_000));

    RuleTable.verify(unbounded.onScale(ScalableKind.POD_CLIQUE, "serving", ROUTER, 29_999), null);
    assertThat(unbounded.onScale(ScalableKind.POD_CLIQUE, "serving", ROUTER, 30_001).message())
        .contains("a PodGang would refer to 30005 pods");
  }

  // Two replicas more bring an index of two digits, to the set or to the group.
  @ParameterizedTest
  @CsvSource({"POD_CLIQUE_SET, llm", "POD_CLIQUE_SCALING_GROUP, llm-0-decode"})
  void longer_names_of_further_replicas_count_too(ScalableKind kind, String name) {
    AdmissionSettings settings =
        AdmissionSettingsBuilder.builder(RuleTable.EVERYTHING_ON).maxPods(10_000_000).build();
    Admission unbounded = new Admission(settings, known);
    known
        .add(SampleSet.valid().with("/spec/template/cliques/2/spec/replicas", "21209").set())
        .add(group(GROUP, 2));

    RuleTable.verify(unbounded.onScale(kind, "serving", name, 10), null);
    assertThat(unbounded.onScale(kind, "serving", name, 11).message())
        .contains("x (26 + 34 + 7) = ");
  }
}
