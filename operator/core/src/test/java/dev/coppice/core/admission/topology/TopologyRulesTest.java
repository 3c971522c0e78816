package dev.coppice.core.admission.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.KnownObjects;
import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.testing.TestYaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The topology dc has the levels zone, rack and host. Rows give the set, the group, a member. */
class TopologyRulesTest {

  private static final String SET = "/spec/template/topologyConstraint";
  private static final String GROUP = "/spec/template/podCliqueScalingGroups/0/topologyConstraint";
  private static final String ROUTER = "/spec/template/cliques/0/topologyConstraint";
  private static final String WORKER = "/spec/template/cliques/2/topologyConstraint";

  private final RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);

  private static SampleSet constrained(String set, String group, String worker) {
    return SampleSet.valid().with(SET, set).with(GROUP, group).with(WORKER, worker);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          {topologyName: dc, pack: {required: zone}} | {pack: {required: rack}} | {pack: {required: host}} |
          {topologyName: dc, pack: {preferred: zone}} | (absent) | {pack: {preferred: zone}} |
          (absent) | {topologyName: dc, pack: {required: rack}} | {pack: {required: host}} |
          (absent) | (absent) | {topologyName: dc, pack: {required: host}} |
          {topologyName: dc, pack: {required: zone, preferred: host}} | {topologyName: dc, pack: {required: zone, preferred: host}} | (absent) |
          {pack: {required: zone}} | (absent) | (absent) | spec.template.topologyConstraint.topologyName: Required value: must be the name of a ClusterTopologyBinding
          {pack: {required: zone}} | {topologyName: dc, pack: {required: zone}} | {pack: {required: zone}} | spec.template.topologyConstraint.topologyName: Required value: must be the name of a ClusterTopologyBinding
          (absent) | {pack: {required: rack}} | {topologyName: dc, pack: {required: host}} | spec.template.podCliqueScalingGroups[0].topologyConstraint.topologyName: Required value: must be the name of a ClusterTopologyBinding
          {topologyName: dc, pack: {required: zone}} | {topologyName: other, pack: {required: zone}} | (absent) | spec.template.topologyConstraint.topologyName: Invalid value: "dc": all constraints of a set must name the same topology && spec.template.podCliqueScalingGroups[0].topologyConstraint.topologyName: Invalid value: "other": all constraints of a set must name the same topology
          {topologyName: nowhere, pack: {required: zone}} | (absent) | (absent) | spec.template.topologyConstraint.topologyName: Invalid value: "nowhere": there is no such ClusterTopologyBinding
          {topologyName: dc, pack: {required: block}} | (absent) | (absent) | spec.template.topologyConstraint.pack.required: Invalid value: "block": the topology dc has no such level; it has: zone, rack, host
          (absent) | (absent) | {topologyName: dc, pack: {preferred: block}} | spec.template.cliques[2].topologyConstraint.pack.preferred: Invalid value: "block": the topology dc has no such level; it has: zone, rack, host
          {topologyName: dc, pack: {required: host}} | {pack: {required: rack}} | (absent) | spec.template.topologyConstraint.pack.required: Invalid value: "host": must not be narrower than rack of spec.template.podCliqueScalingGroups[0].topologyConstraint, which lies inside
          {topologyName: dc, pack: {required: rack}} | (absent) | {pack: {required: zone}} | spec.template.topologyConstraint.pack.required: Invalid value: "rack": must not be narrower than zone of spec.template.cliques[2].topologyConstraint, which lies inside
          {topologyName: dc, pack: {required: zone}} | {pack: {required: host}} | {pack: {required: rack}} | spec.template.podCliqueScalingGroups[0].topologyConstraint.pack.required: Invalid value: "host": must not be narrower than rack of spec.template.cliques[2].topologyConstraint, which lies inside
          {topologyName: dc, pack: {preferred: host}} | {pack: {preferred: zone}} | (absent) | spec.template.topologyConstraint.pack.preferred: Invalid value: "host": must not be narrower than zone of spec.template.podCliqueScalingGroups[0].topologyConstraint, which lies inside
          {topologyName: dc, pack: {required: host}} | {pack: {preferred: zone}} | (absent) |
          {topologyName: dc} | (absent) | (absent) | spec.template.topologyConstraint.pack: Required value: topologyConstraint must specify pack or deprecated packDomain
          {topologyName: dc, pack: {}} | (absent) | (absent) | spec.template.topologyConstraint.pack: Required value: pack must specify at least one of required or preferred
          {topologyName: dc, packDomain: zone} | (absent) | (absent) | spec.template.topologyConstraint.packDomain: Forbidden: packDomain is deprecated and cannot be used on new workloads; use pack.required
          {topologyName: dc, packDomain: zone, pack: {preferred: rack}} | (absent) | (absent) | spec.template.topologyConstraint.packDomain: Forbidden: packDomain is deprecated and cannot be used on new workloads; use pack.required
          """)
  void of_a_new_set(String set, String group, String worker, String violations) {
    RuleTable.verify(table.create(constrained(set, group, worker)), violations);
  }

  @Test
  void a_clique_that_stands_alone_does_not_lie_inside_a_group() {
    SampleSet set =
        constrained(
                SampleSet.ABSENT, "{topologyName: dc, pack: {required: host}}", SampleSet.ABSENT)
            .with(ROUTER, "{topologyName: dc, pack: {required: zone}}");

    RuleTable.verify(table.create(set), null);
  }

  @Test
  void both_ways_to_ask_for_a_level_exclude_each_other_in_every_set() {
    SampleSet set =
        SampleSet.valid().with(SET, "{topologyName: dc, packDomain: zone, pack: {required: zone}}");

    RuleTable.verify(
        table.update(set, set),
        "spec.template.topologyConstraint.pack.required: Invalid value: \"zone\": must not set both"
            + " pack.required and deprecated packDomain");
  }

  @Test
  void a_level_that_is_there_twice_is_none_to_ask_for() {
    ClusterTopologyBinding ambiguous =
        TestYaml.read(
            """
            metadata: {name: dc}
            spec: {levels: [{domain: zone, key: z}, {domain: rack, key: r}, {domain: zone, key: y}]}
            """,
            ClusterTopologyBinding.class);
    Admission admission = new Admission(RuleTable.EVERYTHING_ON, new KnownObjects().add(ambiguous));

    RuleTable.verify(
        admission.onCreate(
            SampleSet.valid().with(SET, "{topologyName: dc, pack: {required: zone}}").set()),
        "spec.template.topologyConstraint.pack.required: Invalid value: \"zone\": the topology dc"
            + " has more than one level of that name");
    RuleTable.verify(
        admission.onCreate(
            SampleSet.valid().with(SET, "{topologyName: dc, pack: {required: rack}}").set()),
        null);
  }

  @Test
  void a_preference_that_cannot_matter_is_told() {
    SampleSet set =
        SampleSet.valid().with(SET, "{topologyName: dc, pack: {required: rack, preferred: zone}}");

    assertThat(table.create(set).violations()).isEmpty();
    assertThat(table.create(set).warnings())
        .containsExactly(
            "spec.template.topologyConstraint.pack.preferred: zone is broader than the required"
                + " level rack, so it has no effect");
  }

  @Test
  void all_constraints_are_refused_in_a_new_set_while_they_would_do_nothing() {
    RuleTable off = new RuleTable(AdmissionSettings.standard());
    String constraint = "{topologyName: dc, pack: {required: zone}}";
    SampleSet set = constrained(constraint, constraint, constraint);
    String text =
        ".topologyConstraint: Invalid value:"
            + " {\"topologyName\":\"dc\",\"pack\":{\"required\":\"zone\"}}: topology-aware"
            + " scheduling is not enabled in the operator's configuration";

    RuleTable.verify(
        off.create(set),
        String.join(
            " && ",
            "spec.template" + text,
            "spec.template.podCliqueScalingGroups[0]" + text,
            "spec.template.cliques[2]" + text));
    RuleTable.verify(off.update(set, set), null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          {topologyName: dc, pack: {required: zone}} | {topologyName: dc, pack: {required: zone}} |
          {topologyName: dc, pack: {required: zone}} | {topologyName: other, pack: {required: zone}} | .topologyName: Forbidden: field is immutable
          {topologyName: dc, pack: {required: zone}} | {topologyName: dc, pack: {required: rack}} | : Forbidden: field is immutable
          {topologyName: dc, pack: {required: zone}} | {topologyName: dc, pack: {required: zone, preferred: rack}} | : Forbidden: field is immutable
          {topologyName: dc, pack: {required: zone}} | (absent) | : Forbidden: cannot be removed: field is immutable
          (absent) | {topologyName: dc, pack: {required: zone}} | : Forbidden: cannot be added: field is immutable
          {topologyName: dc, packDomain: zone} | {topologyName: dc, pack: {required: zone}} |
          {topologyName: dc, packDomain: zone, pack: {preferred: rack}} | {topologyName: dc, pack: {required: zone, preferred: rack}} |
          {topologyName: dc, packDomain: zone} | {topologyName: dc, pack: {required: rack}} | : Forbidden: field is immutable
          {topologyName: dc, packDomain: zone} | {topologyName: dc, pack: {required: zone, preferred: rack}} | : Forbidden: field is immutable
          {topologyName: dc, packDomain: zone} | {topologyName: other, pack: {required: zone}} | .topologyName: Forbidden: field is immutable
          {topologyName: dc, pack: {required: zone}} | {topologyName: dc, packDomain: zone} | : Forbidden: field is immutable
          {packDomain: zone} | {topologyName: dc, packDomain: zone} |
          {packDomain: zone} | {topologyName: nowhere, packDomain: zone} | .topologyName: Invalid value: "nowhere": there is no such ClusterTopologyBinding
          {packDomain: block} | {topologyName: dc, packDomain: block} | .packDomain: Invalid value: "block": the topology dc has no such level; it has: zone, rack, host
          {packDomain: zone} | {topologyName: dc, pack: {required: zone}} | .topologyName: Forbidden: field is immutable
          {pack: {required: zone}} | {topologyName: dc, pack: {required: zone}} | .topologyName: Forbidden: field is immutable
          {packDomain: zone} | {packDomain: zone} |
          """)
  void of_a_changed_set_stay_as_they_are(String before, String after, String violation) {
    for (String level : new String[] {"", "/cliques/0", "/podCliqueScalingGroups/0"}) {
      String place = "/spec/template" + level + "/topologyConstraint";
      String path =
          "spec.template%s.topologyConstraint"
              .formatted(level.replaceAll("/([a-zA-Z]+)/0", ".$1[0]"));

      RuleTable.verify(
          table.update(SampleSet.valid().with(place, before), SampleSet.valid().with(place, after)),
          violation == null ? null : path + violation);
    }
  }

  @Test
  void a_topology_is_not_named_late_while_topologies_are_off() {
    RuleTable off = new RuleTable(AdmissionSettings.standard());

    RuleTable.verify(
        off.update(
            SampleSet.valid().with(SET, "{packDomain: zone}"),
            SampleSet.valid().with(SET, "{topologyName: dc, packDomain: zone}")),
        "spec.template.topologyConstraint: Invalid value:"
            + " {\"topologyName\":\"dc\",\"packDomain\":\"zone\"}: topology-aware scheduling is not"
            + " enabled in the operator's configuration");
  }

  @Test
  void the_old_field_is_told_at_every_change() {
    SampleSet old = SampleSet.valid().with(SET, "{topologyName: dc, packDomain: zone}");

    assertThat(table.update(old, old).warnings())
        .containsExactly(
            "spec.template.topologyConstraint.packDomain: deprecated, use pack.required");
  }
}
