package dev.coppice.simulator.set;

import static dev.coppice.simulator.set.DividedSets.CLIQUE;
import static dev.coppice.simulator.set.DividedSets.alone;
import static dev.coppice.simulator.set.DividedSets.fours;
import static dev.coppice.simulator.set.DividedSets.indices;
import static dev.coppice.simulator.set.DividedSets.live;
import static dev.coppice.simulator.set.DividedSets.settled;
import static dev.coppice.simulator.set.DividedSets.subGroups;
import static dev.coppice.simulator.set.DividedSets.upTo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.SubGroupStatus;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.StatusWrite;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sets whose pods are divided into subgroups, through all levels. */
class SubGroupScenarioTest {

  private static String message(PodClique clique, String type) {
    return Conditions.find(clique.statusOrEmpty().conditions(), type).orElseThrow().getMessage();
  }

  /** The labels of every pod by its host name, without those that change with the pod. */
  private static NavigableMap<String, Map<String, String>> places(SetFixture fixture) {
    return live(fixture).stream()
        .collect(
            Collectors.toMap(
                pod -> pod.getSpec().getHostname(),
                pod ->
                    pod.getMetadata().getLabels().entrySet().stream()
                        .filter(label -> label.getKey().contains("group"))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
                (one, _) -> one,
                TreeMap::new));
  }

  @Test
  void pods_of_a_clique_are_divided_by_their_indices() {
    SetFixture fixture = fours(8, 8);

    assertThat(
            live(fixture).stream()
                .collect(
                    Collectors.toMap(
                        pod -> PodState.of(pod).index(),
                        pod -> pod.getMetadata().getLabels().get(Labels.SUBGROUP_INDEX))))
        .isEqualTo(Map.of(0, "0", 1, "0", 2, "0", 3, "0", 4, "1", 5, "1", 6, "1", 7, "1"));
    assertThat(subGroups(fixture))
        .isEqualTo(new SubGroupStatus("EVEN", 8, 0, 2, 2, 8, 8, 8, List.of()));
  }

  @Test
  void pods_of_a_scaling_group_are_divided_through_all_cliques_of_a_replica() {
    SetFixture fixture =
        settled(
            """
            metadata: {name: s}
            spec:
              replicas: 1
              template:
                cliques:
                - {name: w, spec: {replicas: 4, podSpec: {containers: [{name: c, image: old}]}}}
                - {name: l, spec: {replicas: 1, podSpec: {containers: [{name: c, image: old}]}}}
                podCliqueScalingGroups:
                - name: x
                  replicas: 2
                  cliqueNames: [l, w]
                  subGroupPolicy: {subGroupPolicyType: LeaderExcluded, subGroupSize: 2}
            """);

    NavigableMap<String, Map<String, String>> places = places(fixture);

    assertThat(places).hasSize(10);
    assertThat(places.get("s-0-x-1-l-0"))
        .containsEntry("grove.io/group-worker-index", "0")
        .doesNotContainKey("grove.io/subgroup-index");
    assertThat(places.get("s-0-x-1-w-2"))
        .containsEntry("grove.io/group-worker-index", "3")
        .containsEntry("grove.io/subgroup-index", "1")
        .containsEntry("grove.io/subgroup-worker-index", "0")
        .containsEntry("leaderworkerset.sigs.k8s.io/group-index", "1");
    assertThat(fixture.clique("s-0-x-1-w").statusOrEmpty().subGroups()).isNull();
  }

  @Test
  void what_a_clique_is_told_of_its_group_comes_back_when_somebody_takes_it_away() {
    SetFixture fixture = fours(8, 8);
    Map<String, String> told = Map.copyOf(fixture.clique(CLIQUE).getMetadata().getAnnotations());
    fixture.cluster.change(
        fixture.clique(CLIQUE),
        seen -> {
          PodClique bare = new PodClique();
          bare.setMetadata(
              seen.getMetadata().edit().removeFromAnnotations("grove.io/subgroup-layout").build());
          bare.setSpec(seen.getSpec());
          return bare;
        });

    fixture.settle();

    assertThat(told).containsEntry("grove.io/subgroup-layout", "EVEN");
    assertThat(fixture.clique(CLIQUE).getMetadata().getAnnotations()).isEqualTo(told);
  }

  @ParameterizedTest(name = "{0} of {1}, scaled to {2}: {3} pods")
  @CsvSource({"12, 4, 9, 8", "12, 4, 11, 8", "12, 4, 8, 8", "12, 4, 15, 12", "12, 4, 0, 0"})
  void a_clique_has_whole_subgroups_whatever_it_is_scaled_to(
      int replicas, int minAvailable, int scaled, int pods) {
    SetFixture fixture = fours(replicas, minAvailable);

    fixture.scaleClique(CLIQUE, scaled);
    fixture.settle();

    assertThat(indices(fixture)).isEqualTo(upTo(pods));
    assertThat(subGroups(fixture).effectiveReplicas()).isEqualTo(pods);
    assertThat(subGroups(fixture).unalignedReplicas()).isEqualTo(scaled - pods);
    assertThat(
            Conditions.isTrue(
                fixture.clique(CLIQUE).statusOrEmpty().conditions(),
                ConditionTypes.SUB_GROUP_ALIGNED))
        .isEqualTo(scaled == pods);
    assertThat(Conditions.isTrue(fixture.status().conditions(), ConditionTypes.READY)).isTrue();
  }

  @Test
  void the_last_subgroup_goes_though_another_one_does_nothing() {
    SetFixture fixture = fours(12, 4);
    fixture.nodes.stall(fixture.pod(CLIQUE, 1));
    NavigableMap<String, Map<String, String>> before = places(fixture);

    fixture.scaleClique(CLIQUE, 9);
    fixture.cliquePass(CLIQUE);
    assertThat(indices(fixture)).isEqualTo(upTo(8));
    fixture.scaleClique(CLIQUE, 12);
    fixture.settle();

    assertThat(places(fixture)).isEqualTo(before);
    assertThat(message(fixture.clique(CLIQUE), ConditionTypes.SUB_GROUP_ALIGNED))
        .isEqualTo("12 replicas make 3 subgroups of 4");
  }

  @Test
  void what_makes_no_whole_subgroup_is_told() {
    SetFixture fixture = fours(12, 4);

    fixture.scaleClique(CLIQUE, 9);
    fixture.settle();

    assertThat(message(fixture.clique(CLIQUE), ConditionTypes.SUB_GROUP_ALIGNED))
        .isEqualTo("9 replicas make 2 subgroups of 4; 1 gets no pod");
  }

  @Test
  void the_gang_asks_for_the_pods_that_there_will_be() {
    SetFixture fixture = fours(12, 4);
    fixture.scaleClique(CLIQUE, 9);
    fixture.settle();

    assertThat(fixture.gang("s-0").getSpec().podgroups())
        .singleElement()
        .satisfies(group -> {
          assertThat(group.minReplicas()).isEqualTo(4);
          assertThat(group.podReferences()).hasSize(8);
        });
    assertThat(
            Conditions.isTrue(
                fixture.gang("s-0").statusOrEmpty().conditions(), ConditionTypes.INITIALIZED))
        .isTrue();
  }

  @Test
  void a_pod_that_comes_back_has_the_place_of_the_one_that_went() {
    SetFixture fixture = fours(8, 8);
    NavigableMap<String, Map<String, String>> before = places(fixture);
    fixture.cluster.delete(fixture.pod(CLIQUE, 5));
    fixture.cluster.delete(fixture.pod(CLIQUE, 0));

    fixture.settle();

    assertThat(places(fixture)).isEqualTo(before);
  }

  @Test
  void one_pod_down_in_each_subgroup_is_none_that_works() {
    SetFixture fixture = fours(8, 4);
    fixture.nodes.stall(fixture.pod(CLIQUE, 1));
    fixture.nodes.stall(fixture.pod(CLIQUE, 6));

    fixture.cliquePass(CLIQUE);

    PodCliqueStatus status = fixture.clique(CLIQUE).statusOrEmpty();
    assertThat(status.readyReplicas()).isEqualTo(6);
    assertThat(subGroups(fixture).readyUnits()).isZero();
    assertThat(Conditions.isTrue(status.conditions(), ConditionTypes.MIN_AVAILABLE_BREACHED))
        .isTrue();
    assertThat(message(fixture.clique(CLIQUE), ConditionTypes.MIN_AVAILABLE_BREACHED))
        .isEqualTo("0 of 8 pods are ready in whole subgroups, 4 must be");
    fixture.setPass();
    assertThat(Conditions.isTrue(fixture.status().conditions(), ConditionTypes.AVAILABLE))
        .isFalse();
  }

  @Test
  void the_loss_of_a_subgroup_that_is_not_needed_breaches_nothing() {
    SetFixture fixture = fours(8, 4);
    fixture.nodes.stall(fixture.pod(CLIQUE, 4));
    fixture.nodes.stall(fixture.pod(CLIQUE, 6));
    fixture.cliquePass(CLIQUE);
    fixture.cluster.advance(StatusWrite.INTERVAL);

    fixture.cliquePassThatIsDue(CLIQUE);

    assertThat(subGroups(fixture).readyUnits()).isEqualTo(4);
    assertThat(
            Conditions.isTrue(
                fixture.clique(CLIQUE).statusOrEmpty().conditions(),
                ConditionTypes.MIN_AVAILABLE_BREACHED))
        .isFalse();
  }

  @Test
  void without_a_leader_beside_them_no_subgroup_works() {
    SetFixture fixture = alone(9, 5, "{subGroupPolicyType: LeaderExcluded, subGroupSize: 4}");
    fixture.nodes.stall(fixture.pod(CLIQUE, 0));

    fixture.cliquePass(CLIQUE);

    assertThat(subGroups(fixture).ready()).isEqualTo(2);
    assertThat(subGroups(fixture).readyUnits()).isZero();
  }

  @Test
  void a_pod_without_a_place_goes() {
    SetFixture fixture = fours(8, 8);
    Pod like = fixture.pod(CLIQUE, 7);
    fixture.cluster.create(
        new PodBuilder(like)
            .editMetadata()
            .withName("stray")
            .withUid(null)
            .withResourceVersion(null)
            .addToLabels(Labels.POD_INDEX, "9")
            .endMetadata()
            .build());

    fixture.settle();

    assertThat(indices(fixture)).isEqualTo(upTo(8));
    assertThat(fixture.cluster.find(Pod.class, SetFixture.NAMESPACE, "stray")).isEmpty();
  }

  @Test
  void nothing_is_written_when_all_is_there() {
    SetFixture fixture = fours(12, 4);
    fixture.scaleClique(CLIQUE, 9);
    fixture.settle();
    int before = fixture.actions().size();

    fixture.settle();

    assertThat(fixture.actions().subList(before, fixture.actions().size()))
        .noneMatch(action -> !(action instanceof Action.Read));
  }
}
