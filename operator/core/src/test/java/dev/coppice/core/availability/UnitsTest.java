package dev.coppice.core.availability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.pod.TestPod;
import dev.coppice.core.testing.TestYaml;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {

  private static PodClique clique(int replicas, int minAvailable, String policy) {
    return TestYaml.read(
        "spec: {replicas: %d, minAvailable: %d, podSpec: {}, subGroupPolicy: %s}"
            .formatted(replicas, minAvailable, policy),
        PodClique.class);
  }

  private static List<PodState> pods(String indices) {
    return Stream.of(indices.split(" "))
        .filter(index -> !index.isEmpty())
        .map(index -> TestPod.ready(Integer.parseInt(index)).state())
        .toList();
  }

  @ParameterizedTest(name = "{0} of {1} pods, {2}, Ready at {3}: {4}")
  @CsvSource(
      delimiter = '|',
      value = {
        " 8 | 4 | {subGroupSize: 4} | 0 1 2 3 4 5 6 7 | 8",
        " 8 | 4 | {subGroupSize: 4} | 0 2 3 4 5 7     | 0", // 6 Ready pods that do nothing
        " 8 | 4 | {subGroupSize: 4} | 4 5 6 7 0       | 4",
        " 8 | 4 | {subGroupSize: 4} | ''              | 0",
        " 9 | 4 | {subGroupSize: 4} | 0 1 2 3 8       | 4", // 8 has no place
        " 8 | 4 | {subGroupSize: 4} | 0 0 0 0 1 2 3   | 4", // two pods at one index
        " 9 | 5 | {subGroupSize: 4} | 0 1 2 3 4 5 6 7 | 5", // EXTRA
        " 9 | 5 | {subGroupSize: 4} | 1 2 3 4 5 6 7 8 | 0", // EXTRA without the leader
        " 9 | 5 | {subGroupSize: 4, subGroupPolicyType: LeaderExcluded} | 0               | 1",
        " 9 | 5 | {subGroupSize: 4, subGroupPolicyType: LeaderExcluded} | 1 2 3 4         | 0",
        " 9 | 5 | {subGroupSize: 4, subGroupPolicyType: LeaderExcluded} | 0 5 6 7 8       | 5",
        " 3 | 4 | {subGroupSize: 4} | 0 1 2           | 0",
        " 8 | 4 | null              | 0 2 3 4 5 7     | 6",
      })
  void pods_of_a_divided_clique_count_in_whole_subgroups(
      int replicas, int minAvailable, String policy, String indices, int units) {
    assertThat(
            Units.of(clique(replicas, minAvailable, policy)).count(pods(indices), PodState::ready))
        .isEqualTo(units);
  }

  @ParameterizedTest(name = "{0} replicas, {1} needed: {2}")
  @CsvSource({"12, 4, 4", "12, 12, 12", "9, 12, 8", "8, 12, 8", "3, 4, 0", "0, 4, 0"})
  void no_more_is_needed_than_whole_subgroups(int replicas, int minAvailable, int minimum) {
    assertThat(MinAvailable.of(clique(replicas, minAvailable, "{subGroupSize: 4}")))
        .isEqualTo(minimum);
  }

  @Test
  void a_clique_reports_units_beside_pods_if_it_is_divided() {
    PodCliqueStatus pods =
        TestYaml.read(
            "{readyReplicas: 6, scheduledReplicas: 7, updatedReplicas: 5}", PodCliqueStatus.class);
    PodCliqueStatus units =
        TestYaml.read(
            """
            readyReplicas: 6
            scheduledReplicas: 7
            updatedReplicas: 5
            subGroups: {layout: EVEN, readyUnits: 0, scheduledUnits: 4, updatedUnits: 3}
            """,
            PodCliqueStatus.class);

    assertThat(Units.ready(pods)).isEqualTo(6);
    assertThat(Units.scheduled(pods)).isEqualTo(7);
    assertThat(Units.updated(pods)).isEqualTo(5);
    assertThat(Units.ready(units)).isZero();
    assertThat(Units.scheduled(units)).isEqualTo(4);
    assertThat(Units.updated(units)).isEqualTo(3);
  }

  /** A pod that was Ready until it was asked to go. */
  private static PodState goingSinceAMinute(int index) {
    TestPod pod = TestPod.ready(index);
    pod.builder()
        .editMetadata()
        .withDeletionTimestamp(TestPod.EPOCH.plusSeconds(60).toString())
        .endMetadata();
    return pod.state();
  }

  @ParameterizedTest(name = "the pods at {0} were Ready until then")
  @CsvSource(
      delimiter = '|',
      value = {"0 1 2 3 | true", "0 1 2 4 | false", "4 5 6 7 | true"})
  void what_was_ready_for_the_last_time_counts_in_the_same_way(String indices, boolean enough) {
    PodClique clique = clique(8, 4, "{subGroupSize: 4}");
    List<PodState> pods =
        Stream.of(indices.split(" "))
            .map(index -> goingSinceAMinute(Integer.parseInt(index)))
            .toList();

    assertThat(
            ReadySpan.lastOf(pods, Units.of(clique), 4, TestPod.EPOCH.plusSeconds(120)).isPresent())
        .isEqualTo(enough);
  }
}
