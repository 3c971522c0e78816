package dev.coppice.simulator.set;

import static dev.coppice.simulator.set.TeardownFixture.TWO_LEVELS;
import static dev.coppice.simulator.set.TeardownFixture.deletes;
import static dev.coppice.simulator.set.TeardownFixture.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupSpecBuilder;
import dev.coppice.core.reconcile.Action;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a group consists of is the set's word, whatever somebody has made of the group's copy. */
class EditedGroupScenarioTest {

  @ParameterizedTest
  @ValueSource(strings = {"b", "c", "a", "nobody"})
  void an_edited_list_of_cliques_is_put_back_and_nothing_goes_whoever_looks_first(String clique) {
    SetFixture fixture = running(TWO_LEVELS);
    List<String> pods = fixture.podUids();

    fixture.cluster.change(
        fixture.group("s-0-x"),
        group ->
            with(
                group,
                PodCliqueScalingGroupSpecBuilder.builder(group.getSpec())
                    .cliqueNames(List.of(clique))));
    fixture.groupPasses();
    fixture.settle();

    assertThat(fixture.group("s-0-x").getSpec().cliqueNames()).containsExactly("b", "c");
    assertThat(deletes(fixture)).isEmpty();
    assertThat(fixture.podUids()).isEqualTo(pods);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 7})
  void an_edited_minimum_is_put_back_and_no_gang_comes_or_goes_whoever_looks_first(int minimum) {
    SetFixture fixture = running(TWO_LEVELS);
    List<String> pods = fixture.podUids();
    int before = fixture.actions().size();

    fixture.cluster.change(
        fixture.group("s-0-x"),
        group ->
            with(
                group,
                PodCliqueScalingGroupSpecBuilder.builder(group.getSpec()).minAvailable(minimum)));
    fixture.groupPasses();
    fixture.settle();

    assertThat(fixture.group("s-0-x").getSpec().minAvailable()).isEqualTo(1);
    assertThat(fixture.actionsSince(before))
        .noneMatch(action -> action instanceof Action.Create || action instanceof Action.Delete);
    assertThat(fixture.podUids()).isEqualTo(pods);
  }

  private static PodCliqueScalingGroup with(
      PodCliqueScalingGroup group, PodCliqueScalingGroupSpecBuilder spec) {
    return group.withSpec(spec.build());
  }
}
