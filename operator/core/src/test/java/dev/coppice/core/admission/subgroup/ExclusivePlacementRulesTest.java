package dev.coppice.core.admission.subgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.KnownObjects;
import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.AdmissionSettingsBuilder;
import dev.coppice.core.subgroup.ExclusiveLevel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which groups can be brought into domains of their own, by which scheduler. */
class ExclusivePlacementRulesTest {

  private static final String TEMPLATE = "/spec/template";
  private static final String ROUTER = TEMPLATE + "/cliques/0";
  private static final String GROUP = TEMPLATE + "/podCliqueScalingGroups/0";
  private static final String PATH =
      "spec.template.podCliqueScalingGroups[0].annotations[grove.io/exclusive-topology]: ";
  private static final String SUBPATH =
      "spec.template.podCliqueScalingGroups[0].annotations[grove.io/subgroup-exclusive-topology]: ";

  private static final AdmissionSettings UNAWARE =
      AdmissionSettingsBuilder.builder(RuleTable.EVERYTHING_ON)
          .topologyAwareScheduling(false)
          .build();

  private static SampleSet by(String scheduler, String keyOfGroup) {
    SampleSet set =
        SampleSet.valid()
            .with("/metadata/labels", "{kai.scheduler/queue: q}")
            .with(GROUP + "/annotations", "{%s: %s}".formatted(key(), keyOfGroup));
    for (int clique = 0; clique < 3; clique++) {
      set =
          set.with(
              "%s/cliques/%d/spec/podSpec/schedulerName".formatted(TEMPLATE, clique), scheduler);
    }
    return set;
  }

  private static String key() {
    return ExclusiveLevel.GROUP.spellings().getFirst();
  }

  /** Without the clique that stands alone beside the group. */
  private static SampleSet alone(SampleSet set) {
    return set.with(TEMPLATE + "/cliques/0", SampleSet.ABSENT)
        .with(TEMPLATE + "/cliques/0/spec/startsAfter", SampleSet.ABSENT);
  }

  private static Findings create(AdmissionSettings settings, SampleSet set, String... topologies) {
    KnownObjects known = new KnownObjects();
    Arrays.stream(topologies).map(RuleTable::topology).forEach(known::add);
    return new Admission(settings, known).onCreate(set.set());
  }

  private static void verify(Findings findings, @Nullable String violation) {
    RuleTable.verify(findings, violation);
  }

  @Test
  void one_by_one_any_number_of_groups_follow_their_leaders() {
    verify(create(RuleTable.WITHOUT_GANGS, by("default-scheduler", "block")), null);
  }

  @Test
  void a_gang_of_the_stock_scheduler_is_one_group_and_nothing_else() {
    String why =
        "Forbidden: default-scheduler places a PodGang as a whole by one node label: it has to be one group and nothing else, and ";

    verify(
        create(RuleTable.EVERYTHING_ON, by("default-scheduler", "block")),
        PATH + why + "the first one of each replica is 2");
    verify(create(RuleTable.EVERYTHING_ON, alone(by("default-scheduler", "block"))), null);
    verify(
        create(
            RuleTable.EVERYTHING_ON,
            alone(by("default-scheduler", "block"))
                .with(GROUP + "/minAvailable", "2")
                .with(GROUP + "/scaleConfig/minReplicas", "2")),
        PATH + why + "the first one of each replica is 2");
    verify(
        create(
            RuleTable.EVERYTHING_ON,
            alone(by("default-scheduler", "example.com/rack"))
                .with(
                    TEMPLATE + "/topologyConstraint", "{topologyName: dc, pack: {required: zone}}"),
            "dc"),
        PATH + why + "spec.template.topologyConstraint requires a level too");
    verify(create(RuleTable.EVERYTHING_ON, by("default-scheduler", "none")), null);
  }

  @Test
  void what_the_set_says_for_all_is_refused_once() {
    verify(
        create(
            RuleTable.EVERYTHING_ON,
            by("default-scheduler", "block")
                .with(GROUP + "/annotations", SampleSet.ABSENT)
                .with("/metadata/annotations", "{grove.io/exclusive-topology: block}")),
        "metadata.annotations[grove.io/exclusive-topology]: Forbidden: default-scheduler places a PodGang as a whole by one node label: it has to be one group and nothing else, and the first one of each replica is 2");
  }

  @Test
  void other_schedulers_cannot_keep_groups_together() {
    verify(
        create(RuleTable.WITHOUT_GANGS, by("volcano", "block")),
        PATH + "Forbidden: volcano cannot keep a group in a domain of its own");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          example.com/rack | dc       |
          example.com/rack | ''       | needs a topology: no topologyConstraint names one, and there is not exactly one ClusterTopologyBinding with a level of example.com/rack
          example.com/rack | dc other | needs a topology: no topologyConstraint names one, and there is not exactly one ClusterTopologyBinding with a level of example.com/rack
          block            | dc       | needs a topology: no topologyConstraint names one, and there is not exactly one ClusterTopologyBinding with a level of block
          """)
  void kai_needs_the_one_topology_that_has_the_level(
      String key, String topologies, @Nullable String why) {
    String[] known = topologies.isEmpty() ? new String[0] : topologies.split(" ");

    verify(
        create(RuleTable.WITHOUT_GANGS, by("kai-scheduler", key), known),
        why == null ? null : PATH + "Forbidden: kai-scheduler " + why);
  }

  @Test
  void kai_takes_the_topology_that_the_set_names() {
    SampleSet set =
        by("kai-scheduler", "example.com/rack")
            .with(ROUTER + "/topologyConstraint", "{topologyName: dc, pack: {required: host}}");

    verify(create(RuleTable.WITHOUT_GANGS, set, "dc", "other"), null);
    verify(
        create(UNAWARE, by("kai-scheduler", "example.com/rack"), "dc"),
        PATH
            + "Forbidden: topology-aware scheduling is not enabled in the operator's configuration, and kai-scheduler needs it");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          kai-scheduler     | rack |
          kai-scheduler     | zone | "example.com/rack": the topologyConstraint of scaling group decode requires topology.kubernetes.io/zone: the scheduler can be told of one only
          default-scheduler | zone |
          default-scheduler | host | "example.com/rack": must not be broader than kubernetes.io/hostname, which all of scaling group decode is in
          """)
  void a_group_has_one_constraint_and_is_nowhere_but_where_it_has_to_be(
      String scheduler, String required, @Nullable String why) {
    SampleSet set =
        by(scheduler, "example.com/rack")
            .with(
                GROUP + "/topologyConstraint",
                "{topologyName: dc, pack: {required: %s}}".formatted(required));

    verify(
        create(RuleTable.WITHOUT_GANGS, set, "dc"),
        why == null ? null : PATH + "Invalid value: " + why);
  }

  @Test
  void a_group_is_inside_of_what_its_set_requires() {
    SampleSet set =
        by("kai-scheduler", "topology.kubernetes.io/zone")
            .with(TEMPLATE + "/topologyConstraint", "{topologyName: dc, pack: {required: rack}}");

    verify(
        create(RuleTable.WITHOUT_GANGS, set, "dc"),
        PATH
            + "Invalid value: \"topology.kubernetes.io/zone\": must not be broader than example.com/rack, which all of the set is in");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2 | none             | topology.kubernetes.io/zone | "topology.kubernetes.io/zone": must be narrower than example.com/rack, which all of scaling group decode is in
          2 | none             | example.com/rack            | "example.com/rack": must be narrower than example.com/rack, which all of scaling group decode is in
          2 | none             | kubernetes.io/hostname      |
          4 | none             | example.com/rack            |
          2 | example.com/rack | kubernetes.io/hostname      |
          """)
  void subgroups_are_inside_of_their_group(
      int size, String group, String key, @Nullable String why) {
    SampleSet set =
        by("default-scheduler", group)
            .with(
                GROUP + "/annotations",
                "{%s: %s, grove.io/subgroup-exclusive-topology: %s}".formatted(key(), group, key))
            .with(GROUP + "/subGroupPolicy", "{subGroupSize: %d}".formatted(size))
            .with(GROUP + "/topologyConstraint", "{topologyName: dc, pack: {required: rack}}");

    verify(
        create(RuleTable.WITHOUT_GANGS, set, "dc"),
        why == null ? null : SUBPATH + "Invalid value: " + why);
  }

  @Test
  void several_subgroups_do_not_fit_into_a_group_of_a_narrower_level() {
    SampleSet set =
        by("kai-scheduler", "example.com/rack")
            .with(
                GROUP + "/annotations",
                "{%s: example.com/rack, grove.io/subgroup-exclusive-topology: topology.kubernetes.io/zone}"
                    .formatted(key()))
            .with(GROUP + "/subGroupPolicy", "{subGroupSize: 2}");

    verify(
        create(RuleTable.WITHOUT_GANGS, set, "dc"),
        SUBPATH
            + "Invalid value: \"topology.kubernetes.io/zone\": must not be broader than example.com/rack, which all of each group of scaling group decode is in");
  }

  @Test
  void a_label_that_is_no_level_is_taken_with_a_warning() {
    SampleSet set =
        by("default-scheduler", "block")
            .with(GROUP + "/topologyConstraint", "{topologyName: dc, pack: {required: zone}}");

    Findings findings = create(RuleTable.WITHOUT_GANGS, set, "dc");

    verify(findings, null);
    assertThat(findings.warnings())
        .containsExactly(
            PATH
                + "block is no level of the ClusterTopologyBinding dc, so that nobody knows whether it goes with the others");
  }
}
