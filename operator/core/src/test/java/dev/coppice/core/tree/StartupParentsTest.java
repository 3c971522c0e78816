package dev.coppice.core.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.template.CliqueTemplates;
import dev.coppice.core.testing.TestYaml;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartupParentsTest {

  // Groups: g = {b, c} with minAvailable 2, h = {d} with minAvailable 1.
  private static PodCliqueSet set(String type) {
    return Defaults.of(
        TestYaml.read(
            """
            metadata: {name: p, namespace: n, uid: u}
            spec:
              replicas: 2
              template:
                cliqueStartupType: %s
                cliques:
                - {name: a, spec: {podSpec: {}}}
                - {name: b, spec: {podSpec: {}, startsAfter: [a, c]}}
                - {name: c, spec: {podSpec: {}, startsAfter: [a]}}
                - {name: d, spec: {podSpec: {}, startsAfter: [b, c]}}
                - {name: e, spec: {podSpec: {}, startsAfter: [d, b]}}
                podCliqueScalingGroups:
                - {name: g, cliqueNames: [b, c], replicas: 3, minAvailable: 2}
                - {name: h, cliqueNames: [d], replicas: 2, minAvailable: 1}
            """
                .formatted(type),
            PodCliqueSet.class));
  }

  private static List<String> parents(
      PodCliqueSet set, String clique, String replica, PodCliqueScalingGroup... live) {
    StartupParents parents =
        new StartupParents(set, GroupSizes.of(set, Stream.of(live), _ -> true));
    PodCliqueTemplate template =
        CliqueTemplates.named(set.getSpec().template(), List.of(clique)).getFirst();
    return CliqueTemplates.groupOf(set.getSpec().template(), clique)
        .map(group -> ofMember(parents, group, replica, template))
        .orElseGet(() -> parents.ofStandalone(0, template));
  }

  private static List<String> ofMember(
      StartupParents parents,
      PodCliqueScalingGroupConfig group,
      String replica,
      PodCliqueTemplate template) {
    return parents.ofMember(0, group, Integer.parseInt(replica), template);
  }

  private static PodCliqueScalingGroup live(PodCliqueSet set, String name, int replicas) {
    PodCliqueScalingGroup group =
        TestYaml.read(
            "{metadata: {name: %s, namespace: n}, spec: {replicas: %d, minAvailable: 2, cliqueNames: [b, c]}}"
                .formatted(name, replicas),
            PodCliqueScalingGroup.class);
    group.getMetadata().setOwnerReferences(List.of(Ownership.controllerReference(set)));
    return group;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          CliqueStartupTypeAnyOrder | e | -1 |
          CliqueStartupTypeAnyOrder | b |  0 |
          CliqueStartupTypeInOrder  | a | -1 |
          CliqueStartupTypeInOrder  | b |  0 | p-0-a
          CliqueStartupTypeInOrder  | b |  2 |
          CliqueStartupTypeInOrder  | c |  1 | p-0-g-0-b p-0-g-1-b
          CliqueStartupTypeInOrder  | c |  2 | p-0-g-2-b
          CliqueStartupTypeInOrder  | d |  0 | p-0-g-0-c p-0-g-1-c
          CliqueStartupTypeInOrder  | d |  1 |
          CliqueStartupTypeInOrder  | e | -1 | p-0-h-0-d
          CliqueStartupTypeExplicit | a | -1 |
          CliqueStartupTypeExplicit | b |  1 | p-0-a p-0-g-0-c p-0-g-1-c
          CliqueStartupTypeExplicit | b |  2 | p-0-g-2-c
          CliqueStartupTypeExplicit | d |  0 | p-0-g-0-b p-0-g-1-b p-0-g-0-c p-0-g-1-c
          CliqueStartupTypeExplicit | d |  1 |
          CliqueStartupTypeExplicit | e | -1 | p-0-h-0-d p-0-g-0-b p-0-g-1-b
          """)
  void expands_parents_within_the_base_gang_and_within_a_scaled_replica(
      String type, String clique, String replica, String expected) {
    List<String> names = expected == null ? List.of() : Arrays.asList(expected.split(" "));

    assertThat(parents(set(type), clique, replica)).isEqualTo(names);
  }

  @Test
  void counts_the_replicas_that_a_group_below_its_minimum_still_has() {
    PodCliqueSet set = set("CliqueStartupTypeInOrder");

    assertThat(parents(set, "d", "0", live(set, "p-0-g", 1))).containsExactly("p-0-g-0-c");
    assertThat(parents(set, "d", "0", live(set, "p-0-g", 0))).isEmpty();
  }

  @Test
  void does_not_take_a_group_of_another_owner_or_replica_for_the_live_one() {
    PodCliqueSet set = set("CliqueStartupTypeInOrder");
    PodCliqueScalingGroup foreign = live(set, "p-0-g", 1);
    foreign.getMetadata().getOwnerReferences().getFirst().setUid("another");

    assertThat(parents(set, "d", "0", foreign)).hasSize(2);
    assertThat(parents(set, "d", "0", live(set, "p-1-g", 1))).hasSize(2);
  }
}
