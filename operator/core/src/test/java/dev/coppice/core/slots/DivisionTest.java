package dev.coppice.core.slots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.subgroup.Layout;
import dev.coppice.core.subgroup.SubGroups;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DivisionTest {

  private static final String FOURS = "{subGroupSize: 4}";

  @ParameterizedTest(name = "{0} replicas, {2}, {3}: {4} pods, {5}")
  @CsvSource(
      delimiter = '|',
      value = {
        "12 |  4 | {subGroupSize: 4}                                     | EVEN     | 12 | EVEN",
        " 9 |  4 | {subGroupSize: 4}                                     | EVEN     |  8 | EVEN",
        " 3 |  4 | {subGroupSize: 4}                                     | EVEN     |  0 | EVEN",
        " 9 |  5 | {subGroupSize: 4}                                     | EXTRA    |  9 | EXTRA",
        " 8 |  5 | {subGroupSize: 4}                                     | EXTRA    |  5 | EXTRA",
        " 4 |  5 | {subGroupSize: 4}                                     | EXTRA    |  0 | EXTRA",
        " 7 |  5 | {subGroupSize: 2, subGroupPolicyType: LeaderExcluded} | EXCLUDED |  7 | EXCLUDED",
        " 6 |  5 | {subGroupSize: 2, subGroupPolicyType: LeaderExcluded} | EXCLUDED |  5 | EXCLUDED",
        " 0 |  4 | {subGroupSize: 4}                                     | EVEN     |  0 | EVEN",
      })
  void a_clique_has_whole_subgroups_whatever_it_is_scaled_to(
      int replicas, int minAvailable, String policy, String stored, int pods, Layout layout) {
    var clique =
        GroupSets.worker(
            replicas, minAvailable, policy, "{grove.io/subgroup-layout: %s}".formatted(stored));

    assertThat(Division.of(clique)).map(SubGroups::layout).contains(layout);
    assertThat(Division.pods(clique)).isEqualTo(pods);
  }

  @ParameterizedTest(name = "minAvailable {0}, {1}, annotation \"{2}\": {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "4 | {subGroupSize: 4}                                     | ''       | EVEN",
        "5 | {subGroupSize: 4}                                     | ''       | EXTRA",
        "5 | {subGroupSize: 4}                                     | Even     | EXTRA",
        "5 | {subGroupSize: 4}                                     | EXCLUDED | EXTRA",
        "6 | {subGroupSize: 4}                                     | ''       | EVEN",
        "5 | {subGroupSize: 2, subGroupPolicyType: LeaderExcluded} | EVEN     | EXCLUDED",
      })
  void what_is_not_stored_or_makes_no_sense_follows_from_the_minimum(
      int minAvailable, String policy, String stored, Layout layout) {
    var clique =
        GroupSets.worker(
            9, minAvailable, policy, "{grove.io/subgroup-layout: '%s'}".formatted(stored));

    assertThat(Division.of(clique)).map(SubGroups::layout).contains(layout);
  }

  @Test
  void a_clique_without_policy_has_as_many_pods_as_are_asked_for() {
    var clique = GroupSets.worker(9, 9, "null", "{grove.io/subgroup-layout: EVEN}");

    assertThat(Division.of(clique)).isEmpty();
    assertThat(Division.pods(clique)).isEqualTo(9);
  }

  @Test
  void a_member_of_a_scaling_group_counts_pod_by_pod() {
    var clique = GroupSets.worker(9, 9, FOURS, "{}");
    clique.getMetadata().getLabels().put("grove.io/podcliquescalinggroup", "train-0-group");

    assertThat(Division.of(clique)).isEmpty();
    assertThat(Division.pods(clique)).isEqualTo(9);
  }
}
