package dev.coppice.simulator.set;

import static dev.coppice.simulator.set.DividedSets.CLIQUE;
import static dev.coppice.simulator.set.DividedSets.alone;
import static dev.coppice.simulator.set.DividedSets.fours;
import static dev.coppice.simulator.set.DividedSets.indices;
import static dev.coppice.simulator.set.DividedSets.live;
import static dev.coppice.simulator.set.DividedSets.subGroups;
import static dev.coppice.simulator.set.DividedSets.upTo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.set.UpdateStrategyType;
import dev.coppice.core.pod.PodState;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a clique that is divided comes to a changed template. */
class SubGroupUpdateScenarioTest {

  /**
   * The indices that were missing together, in the order in which they were. Pods that were stalled
   * before stay so.
   */
  private static List<List<Integer>> taken(SetFixture fixture) {
    List<List<Integer>> taken = new ArrayList<>();
    UpdateFixture update = new UpdateFixture(fixture);
    update.changeImage("new", "a");
    update.watch(
        () -> {
          var progress = fixture.clique(CLIQUE).statusOrEmpty().updateProgress();
          List<Integer> replacing = progress == null ? List.of() : progress.replacingIndexes();
          if (!replacing.isEmpty() && (taken.isEmpty() || !taken.getLast().equals(replacing))) {
            taken.add(replacing);
          }
        },
        pod -> UpdateFixture.isMadeFrom("new", CLIQUE, pod));
    return taken;
  }

  @ParameterizedTest(name = "{0} pods, {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "8 | {subGroupSize: 4}                                     | [4, 5, 6, 7] [0, 1, 2, 3]",
        "5 | {subGroupSize: 2}                                     | [3, 4] [0, 1, 2]",
        "5 | {subGroupPolicyType: LeaderExcluded, subGroupSize: 2} | [3, 4] [1, 2] [0]",
        "3 | {subGroupSize: 1}                                     | [2] [1] [0]",
      })
  void an_update_takes_one_subgroup_after_the_other_from_the_last_to_the_first(
      int replicas, String policy, String order) {
    SetFixture fixture = alone(replicas, replicas, policy);

    List<List<Integer>> taken = taken(fixture);

    assertThat(taken.stream().map(List::toString).collect(Collectors.joining(" ")))
        .isEqualTo(order);
    assertThat(indices(fixture)).isEqualTo(upTo(replicas));
    assertThat(new UpdateFixture(fixture).images()).containsExactly("a=new");
  }

  @Test
  void an_update_begins_with_the_subgroup_that_does_nothing() {
    SetFixture fixture = fours(12, 4);
    fixture.nodes.stall(fixture.pod(CLIQUE, 5));

    List<List<Integer>> taken = taken(fixture);

    assertThat(taken)
        .containsExactly(List.of(4, 5, 6, 7), List.of(8, 9, 10, 11), List.of(0, 1, 2, 3));
  }

  @Test
  void an_update_names_the_subgroup_and_its_first_pod() {
    SetFixture fixture = fours(8, 8);
    String first = fixture.pod(CLIQUE, 4).getMetadata().getName();
    UpdateFixture update = new UpdateFixture(fixture);
    update.changeImage("new", "a");
    for (int round = 0; round < 5; round++) {
      update.controllers();
    }

    var progress = fixture.clique(CLIQUE).statusOrEmpty().updateProgress();

    assertThat(progress.replacingIndexes()).containsExactly(4, 5, 6, 7);
    assertThat(progress.currentSubGroups()).containsExactly(1);
    assertThat(progress.readyPodsSelectedToUpdate().current()).isEqualTo(first);
  }

  @Test
  void an_update_waits_until_all_pods_of_a_subgroup_are_back() {
    SetFixture fixture = fours(12, 4);
    UpdateFixture update = new UpdateFixture(fixture);
    update.changeImage("new", "a");
    for (int round = 0; round < 20; round++) {
      update.controllers();
      update.live().filter(pod -> PodState.of(pod).index() != 10).forEach(fixture.nodes::run);
    }

    assertThat(fixture.clique(CLIQUE).statusOrEmpty().updateProgress().replacingIndexes())
        .containsExactly(8, 9, 10, 11);
    assertThat(live(fixture).stream().filter(pod -> UpdateFixture.isMadeFrom("new", CLIQUE, pod)))
        .hasSize(4);
  }

  @Test
  void an_update_takes_no_ready_subgroup_while_fewer_than_the_minimum_work() {
    SetFixture fixture = fours(8, 8);
    fixture.nodes.stall(fixture.pod(CLIQUE, 1));
    UpdateFixture update = new UpdateFixture(fixture);
    update.changeImage("new", "a");
    for (int round = 0; round < 20; round++) {
      update.controllers();
    }

    // Only the subgroup that did nothing was taken, and is not back.
    assertThat(fixture.clique(CLIQUE).statusOrEmpty().updateProgress().replacingIndexes())
        .containsExactly(0, 1, 2, 3);
    assertThat(fixture.pod(CLIQUE, 5).getSpec().getContainers().getFirst().getImage())
        .isEqualTo("old");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void a_subgroup_of_which_nothing_is_ready_is_taken_at_once_and_is_not_waited_for(int first) {
    SetFixture fixture = fours(8, 4);
    IntStream.range(first, first + 4)
        .forEach(index -> fixture.nodes.stall(fixture.pod(CLIQUE, index)));

    List<List<Integer>> taken = taken(fixture);

    assertThat(taken).containsExactly(IntStream.range(4 - first, 8 - first).boxed().toList());
  }

  @Test
  void under_on_delete_a_subgroup_of_two_templates_is_told_and_nothing_is_done() {
    SetFixture fixture = fours(8, 8);
    UpdateFixture update = new UpdateFixture(fixture);
    update.strategy(UpdateStrategyType.ON_DELETE);
    update.changeImage("new", "a");
    fixture.settle();
    fixture.cluster.delete(fixture.pod(CLIQUE, 5));

    fixture.settle();

    assertThat(subGroups(fixture).mixedRevision()).containsExactly(1);
    assertThat(fixture.cluster.events())
        .filteredOn(event -> event.reason().equals("SubGroupMixedRevision"))
        .singleElement()
        .satisfies(event ->
            assertThat(event.message())
                .isEqualTo("pods of more than one template are in subgroup 1"));
    assertThat(live(fixture).stream().filter(pod -> UpdateFixture.isMadeFrom("new", CLIQUE, pod)))
        .hasSize(1);
  }

  @Test
  void an_update_takes_a_subgroup_of_two_templates_as_a_whole() {
    SetFixture fixture = fours(8, 8);
    UpdateFixture update = new UpdateFixture(fixture);
    update.strategy(UpdateStrategyType.ON_DELETE);
    update.changeImage("new", "a");
    fixture.settle();
    fixture.cluster.delete(fixture.pod(CLIQUE, 5));
    fixture.settle();
    String current = fixture.pod(CLIQUE, 5).getMetadata().getUid();

    update.strategy(UpdateStrategyType.ROLLING_RECREATE);
    fixture.settle();

    assertThat(fixture.pod(CLIQUE, 5).getMetadata().getUid()).isNotEqualTo(current);
    assertThat(live(fixture))
        .hasSize(8)
        .allMatch(pod -> UpdateFixture.isMadeFrom("new", CLIQUE, pod));
  }

  @Test
  void deleting_all_pods_of_a_subgroup_updates_it_under_on_delete() {
    SetFixture fixture = fours(8, 8);
    UpdateFixture update = new UpdateFixture(fixture);
    update.strategy(UpdateStrategyType.ON_DELETE);
    update.changeImage("new", "a");
    fixture.settle();
    live(fixture).stream()
        .filter(pod -> "1".equals(pod.getMetadata().getLabels().get(Labels.SUBGROUP_INDEX)))
        .forEach(fixture.cluster::delete);

    fixture.settle();

    assertThat(subGroups(fixture).mixedRevision()).isEmpty();
    assertThat(subGroups(fixture).updatedUnits()).isEqualTo(4);
    assertThat(indices(fixture)).isEqualTo(upTo(8));
  }
}
