package dev.coppice.core.admission.subgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.Validity;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where groups and subgroups of pods may ask to be alone. */
class ExclusiveTopologyRulesTest {

  private static final String TEMPLATE = "/spec/template";
  private static final String GROUP = TEMPLATE + "/podCliqueScalingGroups/0";

  private final RuleTable table = new RuleTable(RuleTable.WITHOUT_GANGS);

  /** The scaling group has two subgroups of two; the router is one group that is not divided. */
  private static SampleSet divided() {
    return SampleSet.valid().with(GROUP + "/subGroupPolicy", "{subGroupSize: 2}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /metadata/annotations            | {grove.io/subgroup-exclusive-topology: rack} | metadata.annotations[grove.io/subgroup-exclusive-topology]: Forbidden: no clique and no scaling group has a subGroupPolicy
          /metadata/annotations            | {grove.io/subgroup-exclusive-topology: none} |
          /metadata/annotations            | {leaderworkerset.sigs.k8s.io/subgroup-exclusive-topology: rack} | metadata.annotations[leaderworkerset.sigs.k8s.io/subgroup-exclusive-topology]: Forbidden: no clique and no scaling group has a subGroupPolicy
          /spec/template/cliques/0/annotations                | {grove.io/subgroup-exclusive-topology: rack} | spec.template.cliques[0].annotations[grove.io/subgroup-exclusive-topology]: Forbidden: there is no subGroupPolicy
          /spec/template/podCliqueScalingGroups/0/annotations | {grove.io/subgroup-exclusive-topology: rack} | spec.template.podCliqueScalingGroups[0].annotations[grove.io/subgroup-exclusive-topology]: Forbidden: there is no subGroupPolicy
          /spec/template/podCliqueScalingGroups/0/annotations | {grove.io/subgroup-exclusive-topology: none} |
          /spec/template/podCliqueScalingGroups/0/annotations | {grove.io/exclusive-topology: rack} |
          /metadata/annotations            | {grove.io/exclusive-topology: rack} |
          """)
  void subgroups_are_placed_only_where_there_are_some(
      String place, String annotations, @Nullable String violation) {
    table.verifyBinding(SampleSet.valid().with(place, annotations), violation);
  }

  @Test
  void what_the_set_says_about_subgroups_is_for_the_parts_that_have_some() {
    table.verifyBinding(
        divided().with("/metadata/annotations", "{grove.io/subgroup-exclusive-topology: rack}"),
        null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          {grove.io/exclusive-topology: example.com/rack} |
          {grove.io/exclusive-topology: none} |
          {grove.io/exclusive-topology: a b} | grove.io/exclusive-topology]: Invalid value: "a b": the name of a key must have 1 to 63 letters, digits, '-', '_' and '.', and begin and end with a letter or digit
          {grove.io/exclusive-topology: ""} | grove.io/exclusive-topology]: Invalid value: "": the name of a key must have 1 to 63 letters, digits, '-', '_' and '.', and begin and end with a letter or digit
          {leaderworkerset.sigs.k8s.io/subgroup-exclusive-topology: "*/rack"} | leaderworkerset.sigs.k8s.io/subgroup-exclusive-topology]: Invalid value: "*/rack": the part before '/' must be a DNS name
          {grove.io/exclusive-topology: rack, leaderworkerset.sigs.k8s.io/exclusive-topology: rack} |
          {grove.io/exclusive-topology: rack, leaderworkerset.sigs.k8s.io/exclusive-topology: block} | leaderworkerset.sigs.k8s.io/exclusive-topology]: Invalid value: "block": means the same as grove.io/exclusive-topology, which is rack here
          {grove.io/exclusive-topology: rack, grove.io/subgroup-exclusive-topology: host} |
          {grove.io/exclusive-topology: rack, grove.io/subgroup-exclusive-topology: rack} | grove.io/subgroup-exclusive-topology]: Invalid value: "rack": must not be that of the whole group: 2 subgroups of scaling group decode cannot each be alone in one domain
          {leaderworkerset.sigs.k8s.io/exclusive-topology: rack, grove.io/subgroup-exclusive-topology: rack} | grove.io/subgroup-exclusive-topology]: Invalid value: "rack": must not be that of the whole group: 2 subgroups of scaling group decode cannot each be alone in one domain
          """)
  void a_topology_is_the_key_of_a_node_label_and_another_one_for_subgroups(
      String annotations, @Nullable String violation) {
    table.verifyBinding(
        divided().with(GROUP + "/annotations", annotations),
        violation == null
            ? null
            : "spec.template.podCliqueScalingGroups[0].annotations[" + violation);
  }

  @Test
  void one_subgroup_may_be_alone_where_its_group_is() {
    table.verifyBinding(
        divided()
            .with(GROUP + "/subGroupPolicy", "{subGroupSize: 4}")
            .with(
                GROUP + "/annotations",
                "{grove.io/exclusive-topology: rack, grove.io/subgroup-exclusive-topology: rack}"),
        null);
  }

  @Test
  void the_nearest_word_counts_also_about_one_topology_for_both() {
    SampleSet set =
        divided()
            .with("/metadata/annotations", "{grove.io/subgroup-exclusive-topology: rack}")
            .with(GROUP + "/annotations", "{grove.io/exclusive-topology: rack}");

    table.verifyBinding(
        set,
        "metadata.annotations[grove.io/subgroup-exclusive-topology]: Invalid value: \"rack\": must"
            + " not be that of the whole group: 2 subgroups of scaling group decode cannot each be"
            + " alone in one domain");
    table.verifyBinding(
        set.with(GROUP + "/annotations", "{grove.io/exclusive-topology: none}"), null);
  }

  @Test
  void the_annotations_of_a_member_stand_at_its_group() {
    table.verifyBinding(
        divided()
            .with(
                TEMPLATE + "/cliques/2/annotations",
                "{grove.io/exclusive-topology: rack,"
                    + " leaderworkerset.sigs.k8s.io/subgroup-exclusive-topology: none}"),
        "spec.template.cliques[2].annotations[grove.io/exclusive-topology]: Forbidden: the clique"
            + " belongs to the scaling group decode: put the annotation there"
            + " && spec.template.cliques[2].annotations[leaderworkerset.sigs.k8s.io/subgroup-exclusive-topology]:"
            + " Forbidden: the clique belongs to the scaling group decode: put the annotation"
            + " there");
  }

  @Test
  void no_template_chooses_the_domain_of_its_group() {
    table.verifyBinding(
        SampleSet.valid()
            .with(GROUP + "/annotations", "{grove.io/exclusive-topology: rack}")
            .with(TEMPLATE + "/cliques/2/spec/podSpec/nodeSelector", "{rack: r1, zone: z1}"),
        "spec.template.cliques[2].spec.podSpec.nodeSelector[rack]: Forbidden: the domain of scaling"
            + " group decode is chosen by its leader");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grove.io/group-size",
        "grove.io/leader-name",
        "grove.io/group-name",
        "grove.io/group-worker-offset",
        "grove.io/group-epoch",
        "grove.io/subgroup-size",
        "grove.io/subgroup-policy-type",
        "grove.io/subgroup-layout",
        "leaderworkerset.sigs.k8s.io/size",
        "leaderworkerset.sigs.k8s.io/subgroup-size",
        "leaderworkerset.sigs.k8s.io/subgroup-policy-type",
        "leaderworkerset.sigs.k8s.io/leader-name",
        "leaderworkerset.sigs.k8s.io/leader-requests-tpus"
      })
  void what_the_operator_writes_about_groups_is_its_own(String key) {
    table.verifyBinding(
        SampleSet.valid()
            .with(TEMPLATE + "/cliques/1/annotations", "{%s: x}".formatted(key))
            .with(GROUP + "/annotations", "{%s: x}".formatted(key)),
        "spec.template.cliques[1].annotations[%s]: Forbidden: is written by the operator && spec.template.podCliqueScalingGroups[0].annotations[%s]: Forbidden: is written by the operator"
            .formatted(key, key));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "group-index",
        "worker-index",
        "group-key",
        "subgroup-index",
        "subgroup-worker-index",
        "subgroup-key"
      })
  void so_are_the_labels_by_which_others_know_them(String key) {
    table.verifyBinding(
        SampleSet.valid()
            .with(
                TEMPLATE + "/cliques/1/labels",
                "{leaderworkerset.sigs.k8s.io/%s: x}".formatted(key)),
        "spec.template.cliques[1].labels[leaderworkerset.sigs.k8s.io/%s]: Forbidden: is written by the operator"
            .formatted(key));
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "template-revision-hash"})
  void no_template_gives_pods_to_leader_worker_set(String key) {
    table.verifyBinding(
        SampleSet.valid()
            .with(
                TEMPLATE + "/cliques/1/labels",
                "{leaderworkerset.sigs.k8s.io/%s: x}".formatted(key)),
        "spec.template.cliques[1].labels[leaderworkerset.sigs.k8s.io/%s]: Forbidden: LeaderWorkerSet would take the pods for its own"
            .formatted(key));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "group-key",
        "group-worker-index",
        "subgroup-index",
        "subgroup-worker-index",
        "subgroup-key"
      })
  void so_are_our_own_labels_in_every_set(String key) {
    table.verify(
        SampleSet.valid().with(TEMPLATE + "/cliques/1/labels", "{grove.io/%s: x}".formatted(key)),
        "spec.template.cliques[1].labels[grove.io/%s]: Forbidden: is written by the operator"
            .formatted(key));
  }

  @Test
  void sets_that_were_stored_with_them_run_on() {
    assertThat(
            Validity.standard()
                .of(
                    SampleSet.valid()
                        .with("/metadata/annotations", "{grove.io/exclusive-topology: a b}")
                        .set())
                .isAllowed())
        .isTrue();
  }
}
