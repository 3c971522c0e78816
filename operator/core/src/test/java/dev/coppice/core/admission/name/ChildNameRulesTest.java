package dev.coppice.core.admission.name;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two children of one kind with one name would be one object, with two masters. */
class ChildNameRulesTest {

  private final RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);

  private static SampleSet standalone(String clique, String group, String member) {
    return SampleSet.of(
        """
        metadata: {name: s, namespace: n}
        spec:
          template:
            cliques:
            - {name: %s, spec: {podSpec: {}}}
            - {name: %s, spec: {podSpec: {}}}
            podCliqueScalingGroups: [{name: %s, cliqueNames: [%s]}]
        """
            .formatted(clique, member, group, member));
  }

  private static SampleSet groups(String group, String member, String other, String otherMember) {
    return SampleSet.of(
        """
        metadata: {name: s, namespace: n}
        spec:
          template:
            cliques:
            - {name: %2$s, spec: {podSpec: {}}}
            - {name: %4$s, spec: {podSpec: {}}}
            podCliqueScalingGroups:
            - {name: %1$s, cliqueNames: [%2$s]}
            - {name: %3$s, cliqueNames: [%4$s]}
        """
            .formatted(group, member, other, otherMember));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          g-0-c       | g   | c   | s-0-g-0-c
          g-7-c       | g   | c   | s-0-g-7-c
          g-99999-c   | g   | c   | s-0-g-99999-c
          g-h-3-c-d   | g-h | c-d | s-0-g-h-3-c-d
          g-1-0-c     | g   | 0-c | s-0-g-1-0-c
          g-1-0-c     | g-1 | c   | s-0-g-1-0-c
          g-100000-c  | g   | c   |
          g-00-c      | g   | c   |
          g-01-c      | g   | c   |
          g-x-c       | g   | c   |
          g--c        | g   | c   |
          g-0         | g   | c   |
          0-c         | g   | c   |
          g-0-c-c     | g   | c   |
          g-0-cc      | g   | c   |
          gg-0-c      | g   | c   |
          g-4294967296-c           | g | c |
          g-99999999999999999999-c | g | c |
          """)
  void a_clique_that_stands_alone_and_a_member_of_a_group(
      String clique, String group, String member, String name) {
    table.verifyBinding(
        standalone(clique, group, member),
        name == null
            ? null
            : "spec.template.cliques[0].name: Invalid value: \"%s\": its PodClique and that of spec.template.podCliqueScalingGroups[0].cliqueNames[0] would both be named %s"
                .formatted(clique, name));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a      | 0-c     | a-0   | c   | s-0-a-0-0-c
          a      | 5-c     | a-3   | c   | s-0-a-3-5-c
          a      | b-0-c   | a-0-b | c   | s-0-a-0-b-0-c
          a      | b-12-c  | a-7-b | c   | s-0-a-7-b-12-c
          a-0    | c       | a     | 4-c | s-0-a-0-4-c
          a      | c       | a-0   | d   |
          a      | b-c     | a-0-b | c   |
          a      | b-01-c  | a-0-b | c   |
          a      | b-0-c   | a-x-b | c   |
          a      | b-0-c   | a-01-b | c  |
          a      | b-0-d   | a-0-b | c   |
          a      | c       | b     | d   |
          a      | 100000-c | a-0  | c   |
          """)
  void members_of_two_groups(
      String group, String member, String other, String otherMember, String name) {
    table.verifyBinding(
        groups(group, member, other, otherMember),
        name == null
            ? null
            : "spec.template.podCliqueScalingGroups[1].cliqueNames[0]: Invalid value: \"%s\": its PodClique and that of spec.template.podCliqueScalingGroups[0].cliqueNames[0] would both be named %s"
                .formatted(otherMember, name));
  }

  @Test
  void every_pair_is_told() {
    SampleSet set =
        SampleSet.valid()
            .with("/spec/template/cliques/0/name", "decode-0-leader")
            .with("/spec/template/cliques/1/spec/startsAfter", SampleSet.ABSENT)
            .with(
                "/spec/template/cliques/-",
                "{name: decode-10-worker, spec: {roleName: w, replicas: 1, minAvailable: 1, podSpec: {restartPolicy: Always}}}");

    table.verifyBinding(
        set,
        "spec.template.cliques[0].name: Invalid value: \"decode-0-leader\": its PodClique and that of spec.template.podCliqueScalingGroups[0].cliqueNames[0] would both be named llm-0-decode-0-leader"
            + " && spec.template.cliques[3].name: Invalid value: \"decode-10-worker\": its PodClique and that of spec.template.podCliqueScalingGroups[0].cliqueNames[1] would both be named llm-0-decode-10-worker");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          router | decode |
          router | router | spec.template.cliques[0].spec.autoScalingConfig: Invalid value: "router": its HorizontalPodAutoscaler and that of spec.template.podCliqueScalingGroups[0].scaleConfig would both be named llm-0-router
          """)
  void a_clique_and_a_group_of_one_name_that_both_scale(
      String clique, String group, String violations) {
    SampleSet set =
        SampleSet.valid()
            .with("/spec/template/cliques/0/name", clique)
            .with("/spec/template/podCliqueScalingGroups/0/name", group);

    table.verifyBinding(set, violations);
    table.verifyBinding(
        set.with("/spec/template/cliques/0/spec/autoScalingConfig", SampleSet.ABSENT), null);
    table.verifyBinding(
        set.with("/spec/template/podCliqueScalingGroups/0/scaleConfig", SampleSet.ABSENT), null);
  }

  @Test
  void a_group_without_members() {
    table.verifyBinding(
        SampleSet.valid()
            .with("/spec/template/podCliqueScalingGroups/-", "{name: none, cliqueNames: []}"),
        "spec.template.podCliqueScalingGroups[1].cliqueNames: Required value: a scaling group consists of at least one clique");
  }
}
