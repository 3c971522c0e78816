package dev.coppice.core.admission.subgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.field.Findings;
import org.junit.jupiter.api.Test;

/** What is told of groups of pods that are not refused. */
class SubGroupWarningsTest {

  private static final String TEMPLATE = "/spec/template";
  private static final String GROUP = TEMPLATE + "/podCliqueScalingGroups/0";
  private static final String TERM =
      "{requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, labelSelector: {}},"
          + " {topologyKey: rack, labelSelector: {}}]}";

  private final RuleTable table = new RuleTable(RuleTable.WITHOUT_GANGS);

  private void warns(SampleSet set, String... warnings) {
    Findings created = table.create(set);
    RuleTable.verify(created, null);
    assertThat(created.warnings())
        .filteredOn(warning -> !warning.contains("does nothing yet"))
        .containsExactlyInAnyOrder(warnings);
  }

  @Test
  void a_leader_in_no_subgroup_that_has_tpus_is_a_slice_of_its_own() {
    SampleSet set =
        SampleSet.valid()
            .with(
                GROUP + "/subGroupPolicy", "{subGroupPolicyType: LeaderExcluded, subGroupSize: 3}")
            .with(
                TEMPLATE + "/cliques/2/spec/podSpec/containers/0/resources",
                "{limits: {google.com/tpu: 4}}");

    warns(set);
    warns(
        set.with(
            TEMPLATE + "/cliques/1/spec/podSpec/containers/0/resources",
            "{requests: {google.com/tpu: 4}}"),
        "spec.template.podCliqueScalingGroups[0].subGroupPolicy.subGroupPolicyType: the leader asks"
            + " for google.com/tpu and is in no subgroup: it is a slice of its own");
  }

  @Test
  void a_term_of_the_template_in_the_same_topology_has_to_hold_as_well() {
    SampleSet set =
        SampleSet.valid()
            .with(
                TEMPLATE + "/cliques/0/spec/podSpec/affinity", "{podAffinity: %s}".formatted(TERM))
            .with(
                TEMPLATE + "/cliques/2/spec/podSpec/affinity",
                "{podAffinity: {}, podAntiAffinity: %s}".formatted(TERM))
            .with(GROUP + "/subGroupPolicy", "{subGroupSize: 2}");

    warns(set);
    warns(
        set.with(GROUP + "/annotations", "{grove.io/subgroup-exclusive-topology: rack}"),
        "spec.template.cliques[2].spec.podSpec.affinity.podAntiAffinity"
            + ".requiredDuringSchedulingIgnoredDuringExecution[1].topologyKey: rack is also where"
            + " its group wants to be alone: both terms have to hold");
    warns(
        set.with("/metadata/annotations", "{grove.io/exclusive-topology: zone}"),
        "spec.template.cliques[0].spec.podSpec.affinity.podAffinity"
            + ".requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: zone is also where"
            + " its group wants to be alone: both terms have to hold",
        "spec.template.cliques[2].spec.podSpec.affinity.podAntiAffinity"
            + ".requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: zone is also where"
            + " its group wants to be alone: both terms have to hold");
  }

  @Test
  void pods_that_have_no_name_before_they_are_ready_do_not_find_each_other() {
    SampleSet set =
        SampleSet.valid()
            .with(TEMPLATE + "/headlessServiceConfig", "{publishNotReadyAddresses: false}");

    warns(set);
    warns(
        set.with(GROUP + "/subGroupPolicy", "{subGroupSize: 2}"),
        "spec.template.headlessServiceConfig.publishNotReadyAddresses: pods of one subgroup cannot"
            + " resolve each other while they start");
  }
}
