package dev.coppice.core.slots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupFactsTest {

  private static Map<String, String> told(PodClique wanted, PodCliqueSet set) {
    return GroupFacts.on(wanted, set, Optional.empty()).getMetadata().getAnnotations();
  }

  @Test
  void a_member_of_a_scaling_group_is_told_what_it_cannot_know_alone() {
    PodClique member =
        GroupSets.member("work", 1, "{containers: [{name: c, image: i}]}", "{note: hello}");

    assertThat(told(member, GroupSets.REPLICAS))
        .isEqualTo(
            Map.of(
                "note", "hello",
                "grove.io/group-name", "llm-0-tpu-1",
                "grove.io/group-size", "5",
                "grove.io/group-worker-offset", "1",
                "grove.io/subgroup-size", "2",
                "grove.io/subgroup-policy-type", "LeaderExcluded",
                "grove.io/subgroup-layout", "EXCLUDED",
                "grove.io/exclusive-topology", "example.com/block"));
  }

  @ParameterizedTest
  @CsvSource({"8, EVEN", "9, EXTRA"})
  void a_clique_that_stands_alone_is_told_the_layout_of_its_template(int pods, String layout) {
    PodClique clique = GroupSets.worker(pods, pods, "{subGroupSize: 4}", "{}");

    assertThat(told(clique, GroupSets.alone(pods, 4)))
        .isEqualTo(
            Map.of(
                "grove.io/subgroup-size", "4",
                "grove.io/subgroup-policy-type", "LeaderWorker",
                "grove.io/subgroup-layout", layout));
  }

  @ParameterizedTest
  @CsvSource({"EXTRA, EXTRA", "Extra, EVEN", "EXCLUDED, EVEN"})
  void it_stays_divided_as_it_is_if_that_can_be(String stored, String layout) {
    PodClique wanted = GroupSets.worker(8, 8, "{subGroupSize: 4}", "{}");
    PodClique seen =
        GroupSets.worker(
            9, 9, "{subGroupSize: 4}", "{grove.io/subgroup-layout: %s}".formatted(stored));

    GroupFacts.on(wanted, GroupSets.alone(8, 4), Optional.of(seen));

    assertThat(wanted.getMetadata().getAnnotations())
        .containsEntry("grove.io/subgroup-layout", layout);
  }

  @Test
  void a_clique_of_no_group_is_left_as_it_is() {
    PodCliqueSet set =
        GroupSets.set(
            """
            metadata: {name: train, namespace: default}
            spec:
              template:
                cliques:
                - {name: worker, spec: {replicas: 3, podSpec: {containers: [{name: c, image: i}]}}}
            """);
    PodClique wanted = GroupSets.worker(3, 3, "null", "{note: hello}");
    PodClique seen = GroupSets.worker(3, 3, "null", "{grove.io/subgroup-layout: EVEN}");

    GroupFacts.on(wanted, set, Optional.of(seen));

    assertThat(wanted.getMetadata().getAnnotations()).isEqualTo(Map.of("note", "hello"));
  }

  @Test
  void a_clique_is_told_where_it_wants_to_be_alone_in_our_words() {
    PodCliqueSet set =
        GroupSets.set(
            """
            metadata:
              name: train
              namespace: default
              annotations:
                grove.io/exclusive-topology: example.com/block
                leaderworkerset.sigs.k8s.io/subgroup-exclusive-topology: example.com/slice
            spec:
              template:
                cliques:
                - name: worker
                  annotations: {leaderworkerset.sigs.k8s.io/exclusive-topology: example.com/rack}
                  spec:
                    replicas: 8
                    podSpec: {containers: [{name: c, image: i}]}
                    subGroupPolicy: {subGroupSize: 4}
            """);

    assertThat(told(GroupSets.worker(8, 8, "{subGroupSize: 4}", "{}"), set))
        .containsEntry("grove.io/exclusive-topology", "example.com/rack")
        .containsEntry("grove.io/subgroup-exclusive-topology", "example.com/slice");
  }

  @Test
  void a_scaling_group_tells_how_its_replicas_are_divided() {
    PodCliqueScalingGroupConfig config =
        GroupSets.REPLICAS.getSpec().template().podCliqueScalingGroups().getFirst();

    assertThat(GroupFacts.of(config, GroupSets.REPLICAS))
        .isEqualTo(
            Map.of(
                "grove.io/subgroup-size", "2",
                "grove.io/subgroup-policy-type", "LeaderExcluded",
                "grove.io/subgroup-layout", "EXCLUDED"));
  }
}
