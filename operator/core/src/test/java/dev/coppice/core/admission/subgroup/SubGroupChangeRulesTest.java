package dev.coppice.core.admission.subgroup;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of groups of pods may change. */
class SubGroupChangeRulesTest {

  /** A router of two subgroups of four, and replicas of two of two; both want racks. */
  private static final SampleSet BEFORE =
      SampleSet.valid()
          .with("/metadata/annotations", "{grove.io/exclusive-topology: rack}")
          .with("/spec/template/cliques/0/spec/replicas", "8")
          .with("/spec/template/cliques/0/spec/minAvailable", "4")
          .with("/spec/template/cliques/0/spec/autoScalingConfig", SampleSet.ABSENT)
          .with("/spec/template/cliques/0/spec/subGroupPolicy", "{subGroupSize: 4}")
          .with("/spec/template/podCliqueScalingGroups/0/subGroupPolicy", "{subGroupSize: 2}")
          .with(
              "/spec/template/podCliqueScalingGroups/0/annotations",
              "{grove.io/subgroup-exclusive-topology: host}");

  private final RuleTable table = new RuleTable(RuleTable.WITHOUT_GANGS);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /cliques/0/spec/subGroupPolicy           | (absent) | spec.template.cliques[0].spec.subGroupPolicy: Forbidden: cannot be removed: field is immutable
          /cliques/0/spec/subGroupPolicy           | {subGroupSize: 2} | spec.template.cliques[0].spec.subGroupPolicy: Invalid value: {"subGroupPolicyType":"LeaderWorker","subGroupSize":2}: field is immutable
          /podCliqueScalingGroups/0/subGroupPolicy | (absent) | spec.template.podCliqueScalingGroups[0].annotations[grove.io/subgroup-exclusive-topology]: Forbidden: there is no subGroupPolicy
          /podCliqueScalingGroups/0/subGroupPolicy | {subGroupPolicyType: LeaderExcluded, subGroupSize: 3} | spec.template.podCliqueScalingGroups[0].subGroupPolicy: Invalid value: {"subGroupPolicyType":"LeaderExcluded","subGroupSize":3}: field is immutable
          /podCliqueScalingGroups/0/subGroupPolicy | {subGroupPolicyType: LeaderWorker, subGroupSize: 2} |
          /podCliqueScalingGroups/0/replicas       | 3 |
          /cliques/0/spec/replicas                 | 12 |
          /cliques/0/spec/replicas                 | 4 |
          /cliques/0/spec/replicas                 | 9 | spec.template.cliques[0].spec.minAvailable: Invalid value: 4: must make whole subgroups: the leader and a multiple of 4
          /cliques/0/spec/replicas                 | 10 | spec.template.cliques[0].spec.subGroupPolicy.subGroupSize: Invalid value: 4: neither 10 nor 9 pods can be divided into subgroups of 4
          /cliques/2/spec/replicas                 | 5 | spec.template.cliques[2].spec.replicas: Invalid value: 5: field is immutable: the pods of scaling group decode are divided
          /cliques/0/annotations                   | {grove.io/exclusive-topology: rack} |
          /cliques/0/annotations                   | {leaderworkerset.sigs.k8s.io/exclusive-topology: rack} |
          /cliques/0/annotations                   | {grove.io/exclusive-topology: zone} | spec.template.cliques[0].annotations[grove.io/exclusive-topology]: Invalid value: "zone": the annotation is immutable
          /cliques/0/annotations                   | {grove.io/exclusive-topology: none} | spec.template.cliques[0].annotations[grove.io/exclusive-topology]: Forbidden: cannot be removed: the annotation is immutable
          /cliques/0/annotations                   | {grove.io/subgroup-exclusive-topology: host} | spec.template.cliques[0].annotations[grove.io/subgroup-exclusive-topology]: Forbidden: cannot be added: the annotation is immutable
          /podCliqueScalingGroups/0/annotations    | (absent) | spec.template.podCliqueScalingGroups[0].annotations[grove.io/subgroup-exclusive-topology]: Forbidden: cannot be removed: the annotation is immutable
          """)
  void groups_stay_divided_and_placed_as_they_are(
      String place, String value, @Nullable String violations) {
    RuleTable.verify(
        table.update(BEFORE, BEFORE.with("/spec/template" + place, value)), violations);
  }

  @Test
  void the_type_alone_does_not_change() {
    String policy = "/spec/template/podCliqueScalingGroups/0/subGroupPolicy";
    SampleSet extra = BEFORE.with(policy, "{subGroupSize: 3}");

    RuleTable.verify(
        table.update(
            extra, extra.with(policy, "{subGroupPolicyType: LeaderExcluded, subGroupSize: 3}")),
        "spec.template.podCliqueScalingGroups[0].subGroupPolicy: Invalid value:"
            + " {\"subGroupPolicyType\":\"LeaderExcluded\",\"subGroupSize\":3}: field is immutable");
  }

  @Test
  void a_clique_without_an_extra_leader_gets_none() {
    SampleSet before = BEFORE.with("/spec/template/cliques/0/spec/minAvailable", SampleSet.ABSENT);

    RuleTable.verify(
        table.update(
            before,
            before
                .with("/spec/template/cliques/0/spec/replicas", "9")
                .with("/spec/template/cliques/0/spec/minAvailable", "9")),
        "spec.template.cliques[0].spec.minAvailable: Invalid value: 9: field is immutable &&"
            + " spec.template.cliques[0].spec.replicas: Invalid value: 9: must make whole"
            + " subgroups: a multiple of 4");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /cliques/0/spec/subGroupPolicy           | {subGroupSize: 1} | spec.template.cliques[0].spec.subGroupPolicy: Forbidden: cannot be added: field is immutable
          /podCliqueScalingGroups/0/subGroupPolicy | {subGroupSize: 2} | spec.template.podCliqueScalingGroups[0].subGroupPolicy: Forbidden: cannot be added: field is immutable
          /podCliqueScalingGroups/0/annotations    | {grove.io/exclusive-topology: rack} | spec.template.podCliqueScalingGroups[0].annotations[grove.io/exclusive-topology]: Forbidden: cannot be added: the annotation is immutable
          /cliques/2/spec/replicas                 | 4 |
          """)
  void groups_that_are_not_divided_stay_so(
      String place, String value, @Nullable String violations) {
    RuleTable.verify(
        table.update(SampleSet.valid(), SampleSet.valid().with("/spec/template" + place, value)),
        violations);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          {grove.io/exclusive-topology: rack, a: b}            |
          {leaderworkerset.sigs.k8s.io/exclusive-topology: rack} |
          {grove.io/exclusive-topology: zone}                  | metadata.annotations[grove.io/exclusive-topology]: Invalid value: "zone": the annotation is immutable
          {}                                                   | metadata.annotations[grove.io/exclusive-topology]: Forbidden: cannot be removed: the annotation is immutable
          """)
  void what_the_set_says_holds_for_all_its_parts(String annotations, @Nullable String violations) {
    RuleTable.verify(
        table.update(BEFORE, BEFORE.with("/metadata/annotations", annotations)), violations);
  }
}
