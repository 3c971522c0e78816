package dev.coppice.core.slots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.core.subgroup.GroupMember;
import dev.coppice.core.subgroup.Layout;
import dev.coppice.core.subgroup.SlotGroup;
import dev.coppice.core.subgroup.SubGroups;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnGroupTest {

  private static final String PLAIN = "{containers: [{name: c, image: i}]}";
  private static final String WITH_TPU =
      "{containers: [{name: c, image: i, resources: {limits: {google.com/tpu: \"4\"}}}]}";

  private static SlotGroup replica(PodClique clique) {
    return OwnGroup.of(clique, GroupSets.REPLICAS).orElseThrow();
  }

  @Test
  void a_clique_that_stands_alone_is_a_group_by_itself() {
    PodClique clique = GroupSets.worker(9, 8, "{subGroupSize: 4}", "{}");

    SlotGroup group = OwnGroup.of(clique, GroupSets.alone(8, 4)).orElseThrow();

    assertThat(group.name().key(1)).isEqualTo("1a41ddb1a554cff55ae3f8bed9a2212a46ec5e5e");
    assertThat(group.subdomain()).isEqualTo("train-0");
    assertThat(group.members()).containsExactly(new GroupMember("train-0-worker", 8, List.of()));
    assertThat(group.subGroups()).isEqualTo(new SubGroups(Layout.EVEN, 8, 4));
  }

  @Test
  void the_layout_is_the_stored_one_and_not_that_of_the_live_replicas() {
    PodClique clique =
        GroupSets.worker(12, 5, "{subGroupSize: 4}", "{grove.io/subgroup-layout: EXTRA}");

    assertThat(OwnGroup.of(clique, GroupSets.alone(5, 4)).orElseThrow().subGroups())
        .isEqualTo(new SubGroups(Layout.EXTRA, 9, 4));
  }

  @Test
  void a_replica_of_a_scaling_group_is_counted_through_its_cliques_in_the_order_of_their_names() {
    SlotGroup group = replica(GroupSets.member("work", 1, WITH_TPU, "{}"));

    assertThat(group.name().name()).isEqualTo("llm-0-tpu-1");
    assertThat(group.members())
        .extracting(GroupMember::podClique)
        .containsExactly("llm-0-tpu-1-lead", "llm-0-tpu-1-work");
    assertThat(group.slot("llm-0-tpu-1-work", 2).orElseThrow().number()).isEqualTo(3);
    assertThat(group.subGroups()).isEqualTo(new SubGroups(Layout.EXCLUDED, 5, 2));
    assertThat(group.name()).isEqualTo(replica(GroupSets.member("lead", 1, PLAIN, "{}")).name());
  }

  @Test
  void containers_with_tpus_are_its_own_of_itself_and_those_of_the_template_of_others() {
    SlotGroup changed = replica(GroupSets.member("work", 0, PLAIN, "{}"));
    SlotGroup other = replica(GroupSets.member("lead", 0, WITH_TPU, "{}"));

    assertThat(changed.members().get(1).tpuContainers()).isEmpty();
    assertThat(other.members().get(0).tpuContainers()).hasSize(1);
    assertThat(other.members().get(1).tpuContainers()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{grove.io/subgroup-size: '2', grove.io/subgroup-policy-type: LeaderExcluded}",
        "{grove.io/subgroup-size: '0', grove.io/subgroup-policy-type: '', grove.io/subgroup-layout: x}",
        "{grove.io/subgroup-layout: EVEN}"
      })
  void what_a_member_does_not_tell_well_is_taken_from_the_template(String annotations) {
    assertThat(replica(GroupSets.member("work", 0, WITH_TPU, annotations)).subGroups())
        .isEqualTo(new SubGroups(Layout.EXCLUDED, 5, 2));
  }

  @Test
  void a_member_stays_divided_as_it_was_made() {
    assertThat(
            replica(
                    GroupSets.member(
                        "work",
                        0,
                        WITH_TPU,
                        "{grove.io/subgroup-size: '4', grove.io/subgroup-policy-type: LeaderWorker, grove.io/subgroup-layout: EXTRA}"))
                .subGroups())
        .isEqualTo(new SubGroups(Layout.EXTRA, 5, 4));
  }

  @Test
  void a_group_that_only_wants_to_be_alone_is_not_divided() {
    var set =
        GroupSets.set(
            """
            metadata:
              name: train
              namespace: default
              annotations: {leaderworkerset.sigs.k8s.io/exclusive-topology: example.com/block}
            spec:
              template:
                cliques:
                - {name: worker, spec: {replicas: 3, podSpec: {containers: [{name: c, image: i}]}}}
            """);

    SlotGroup group = OwnGroup.of(GroupSets.worker(3, 3, "null", "{}"), set).orElseThrow();

    assertThat(group.subGroups()).isNull();
    assertThat(group.slots()).isEqualTo(3);
  }

  @Test
  void pods_of_other_sets_are_in_no_group() {
    var set =
        GroupSets.set(
            """
            metadata: {name: train, namespace: default}
            spec:
              template:
                cliques:
                - {name: worker, spec: {replicas: 3, podSpec: {containers: [{name: c, image: i}]}}}
            """);

    assertThat(OwnGroup.of(GroupSets.worker(3, 3, "null", "{}"), set)).isEmpty();
  }

  @Test
  void a_clique_that_takes_itself_out_of_what_its_set_wants_is_in_none() {
    var set =
        GroupSets.set(
            """
            metadata:
              name: train
              namespace: default
              annotations: {grove.io/exclusive-topology: example.com/block}
            spec:
              template:
                cliques:
                - name: worker
                  annotations: {grove.io/exclusive-topology: none}
                  spec: {replicas: 3, podSpec: {containers: [{name: c, image: i}]}}
            """);

    assertThat(OwnGroup.of(GroupSets.worker(3, 3, "null", "{}"), set)).isEmpty();
  }

  @Test
  void a_group_of_more_pods_than_can_be_counted_is_none() {
    var set =
        GroupSets.set(
            """
            metadata: {name: llm, namespace: default}
            spec:
              template:
                cliques:
                - {name: lead, spec: {replicas: 2147483647, podSpec: {containers: [{name: c, image: i}]}}}
                - {name: work, spec: {replicas: 2147483647, podSpec: {containers: [{name: c, image: i}]}}}
                podCliqueScalingGroups:
                - {name: tpu, cliqueNames: [lead, work], subGroupPolicy: {subGroupSize: 2}}
            """);

    assertThat(OwnGroup.of(GroupSets.member("work", 0, WITH_TPU, "{}"), set)).isEmpty();
  }
}
