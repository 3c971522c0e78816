package dev.coppice.core.subgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The tables of the specification: where each pod of a group is, and what it is told of its slice.
 */
class SlotGroupTest {

  /** Pods are named as LeaderWorkerSet names them, which ours are not. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          4 | 2 | LeaderWorker   | yes | lws-0       | 0 | 0 | 0 | 0 | lws-0.lws,lws-0-1.lws
          4 | 2 | LeaderWorker   | yes | lws-0-1     | 1 | 0 | 1 | 1 | lws-0.lws,lws-0-1.lws
          4 | 2 | LeaderWorker   | yes | lws-0-2     | 2 | 1 | 0 | 0 | lws-0-2.lws,lws-0-3.lws
          4 | 2 | LeaderWorker   | yes | lws-0-3     | 3 | 1 | 1 | 1 | lws-0-2.lws,lws-0-3.lws
          5 | 2 | LeaderWorker   | no  | lws-0       | 0 | 0 |   |   |
          5 | 2 | LeaderWorker   | no  | lws-0-1     | 1 | 0 | 0 | 0 | lws-0-1.lws,lws-0-2.lws
          5 | 2 | LeaderWorker   | no  | lws-0-2     | 2 | 0 | 1 | 1 | lws-0-1.lws,lws-0-2.lws
          5 | 2 | LeaderWorker   | no  | lws-0-3     | 3 | 1 | 0 | 0 | lws-0-3.lws,lws-0-4.lws
          5 | 2 | LeaderWorker   | no  | lws-0-4     | 4 | 1 | 1 | 1 | lws-0-3.lws,lws-0-4.lws
          5 | 2 | LeaderExcluded | no  | lws-0       | 0 |   |   |   |
          5 | 2 | LeaderExcluded | no  | lws-0-1     | 1 | 0 | 0 | 0 | lws-0-1.lws,lws-0-2.lws
          5 | 2 | LeaderExcluded | no  | lws-0-2     | 2 | 0 | 1 | 1 | lws-0-1.lws,lws-0-2.lws
          5 | 2 | LeaderExcluded | no  | lws-0-3     | 3 | 1 | 0 | 0 | lws-0-3.lws,lws-0-4.lws
          5 | 2 | LeaderExcluded | no  | lws-0-4     | 4 | 1 | 1 | 1 | lws-0-3.lws,lws-0-4.lws
          8 | 4 | LeaderWorker   | yes | lws-0       | 0 | 0 | 0 | 0 | lws-0.lws,lws-0-1.lws,lws-0-2.lws,lws-0-3.lws
          8 | 4 | LeaderWorker   | yes | lws-0-1     | 1 | 0 | 1 | 1 | lws-0.lws,lws-0-1.lws,lws-0-2.lws,lws-0-3.lws
          8 | 4 | LeaderWorker   | yes | lws-0-2     | 2 | 0 | 2 | 2 | lws-0.lws,lws-0-1.lws,lws-0-2.lws,lws-0-3.lws
          8 | 4 | LeaderWorker   | yes | lws-0-3     | 3 | 0 | 3 | 3 | lws-0.lws,lws-0-1.lws,lws-0-2.lws,lws-0-3.lws
          8 | 4 | LeaderWorker   | yes | lws-0-4     | 4 | 1 | 0 | 0 | lws-0-4.lws,lws-0-5.lws,lws-0-6.lws,lws-0-7.lws
          8 | 4 | LeaderWorker   | yes | lws-0-5     | 5 | 1 | 1 | 1 | lws-0-4.lws,lws-0-5.lws,lws-0-6.lws,lws-0-7.lws
          8 | 4 | LeaderWorker   | yes | lws-0-6     | 6 | 1 | 2 | 2 | lws-0-4.lws,lws-0-5.lws,lws-0-6.lws,lws-0-7.lws
          8 | 4 | LeaderWorker   | yes | lws-0-7     | 7 | 1 | 3 | 3 | lws-0-4.lws,lws-0-5.lws,lws-0-6.lws,lws-0-7.lws
          3 | 1 | LeaderWorker   | yes | prefill-0   | 0 | 0 | 0 | 0 | prefill-0.prefill
          3 | 1 | LeaderWorker   | yes | prefill-0-1 | 1 | 1 | 0 | 0 | prefill-0-1.prefill
          3 | 1 | LeaderWorker   | yes | prefill-0-2 | 2 | 2 | 0 | 0 | prefill-0-2.prefill
          5 | 4 | LeaderWorker   | no  | lws-0       | 0 | 0 |   |   |
          5 | 4 | LeaderWorker   | no  | lws-0-1     | 1 | 0 | 0 | 0 | lws-0-1.lws,lws-0-2.lws,lws-0-3.lws,lws-0-4.lws
          5 | 4 | LeaderWorker   | no  | lws-0-2     | 2 | 0 | 1 | 1 | lws-0-1.lws,lws-0-2.lws,lws-0-3.lws,lws-0-4.lws
          5 | 4 | LeaderWorker   | no  | lws-0-3     | 3 | 0 | 2 | 2 | lws-0-1.lws,lws-0-2.lws,lws-0-3.lws,lws-0-4.lws
          5 | 4 | LeaderWorker   | no  | lws-0-4     | 4 | 0 | 3 | 3 | lws-0-1.lws,lws-0-2.lws,lws-0-3.lws,lws-0-4.lws
          """)
  void every_pod_has_its_place_and_knows_its_slice(
      int slots,
      int subGroupSize,
      String policy,
      String leaderHasTpus,
      String pod,
      int slot,
      @Nullable Integer subGroup,
      @Nullable Integer workerIndex,
      @Nullable String tpuWorkerId,
      @Nullable String tpuWorkerHostnames) {
    SlotGroup group = group(slots, subGroupSize, policy, leaderHasTpus);
    SubGroups subGroups = group.subGroups();
    Map<String, String> variables = variables(group, slot);

    assertThat(subGroups.index(slot)).isEqualTo(optional(subGroup));
    assertThat(subGroups.workerIndex(slot)).isEqualTo(optional(workerIndex));
    assertThat(variables.get("TPU_WORKER_ID")).isEqualTo(tpuWorkerId);
    String set = pod.substring(0, pod.indexOf('-'));
    assertThat(hosts(group, variables, set + "-0", "." + set)).isEqualTo(tpuWorkerHostnames);
  }

  /** In the table {@code g} is the leader and {@code g-1} the first worker. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          4 | 2 | LeaderWorker   | no  | L  | no env
          4 | 2 | LeaderWorker   | no  | w1 | id 0; g-1
          4 | 2 | LeaderWorker   | no  | w2 | id 0; g-2,g-3
          4 | 2 | LeaderWorker   | no  | w3 | id 1; g-2,g-3
          5 | 2 | LeaderWorker   | yes | L  | id 0; g,g-1,g-2
          5 | 2 | LeaderWorker   | yes | w1 | id 1; g,g-1,g-2
          5 | 2 | LeaderWorker   | yes | w2 | id 2; g,g-1,g-2
          5 | 2 | LeaderWorker   | yes | w3 | id 0; g-3,g-4
          5 | 2 | LeaderWorker   | yes | w4 | id 1; g-3,g-4
          3 | 2 | LeaderExcluded | yes | L  | id 0; g
          3 | 2 | LeaderExcluded | yes | w1 | id 0; g-1,g-2
          3 | 2 | LeaderExcluded | yes | w2 | id 1; g-1,g-2
          """)
  void a_slice_follows_from_who_is_in_the_subgroup(
      int slots, int subGroupSize, String policy, String leaderHasTpus, String pod, String told) {
    SlotGroup group = group(slots, subGroupSize, policy, leaderHasTpus);
    Map<String, String> variables =
        variables(group, pod.equals("L") ? 0 : Integer.parseInt(pod.substring(1)));

    assertThat(
            variables.isEmpty()
                ? "no env"
                : "id %s; %s"
                    .formatted(variables.get("TPU_WORKER_ID"), hosts(group, variables, "g", "")))
        .isEqualTo(told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          llm-0-tpu-0-lead | 0 | llm-0-tpu-0-lead-0 | 0 |   |   |                                          |   |
          llm-0-tpu-0-work | 0 | llm-0-tpu-0-work-0 | 1 | 0 | 0 | b17ef3b33b12f8ae93d744ec4dbbcb23d538baf6 | 0 | llm-0-tpu-0-work-0.llm-0,llm-0-tpu-0-work-1.llm-0
          llm-0-tpu-0-work | 1 | llm-0-tpu-0-work-1 | 2 | 0 | 1 | b17ef3b33b12f8ae93d744ec4dbbcb23d538baf6 | 1 | llm-0-tpu-0-work-0.llm-0,llm-0-tpu-0-work-1.llm-0
          llm-0-tpu-0-work | 2 | llm-0-tpu-0-work-2 | 3 | 1 | 0 | 0d236737f53e54c4693bea33a7edae9b564f0f18 | 0 | llm-0-tpu-0-work-2.llm-0,llm-0-tpu-0-work-3.llm-0
          llm-0-tpu-0-work | 3 | llm-0-tpu-0-work-3 | 4 | 1 | 1 | 0d236737f53e54c4693bea33a7edae9b564f0f18 | 1 | llm-0-tpu-0-work-2.llm-0,llm-0-tpu-0-work-3.llm-0
          """)
  void one_replica_of_a_scaling_group_is_counted_through_its_members(
      String podClique,
      int podIndex,
      String hostname,
      int number,
      @Nullable Integer subGroup,
      @Nullable Integer workerIndex,
      @Nullable String key,
      @Nullable String tpuWorkerId,
      @Nullable String tpuWorkerHostnames) {
    SlotGroup group = group(5, 2, "LeaderExcluded", "no");

    Slot slot = group.slot(podClique, podIndex).orElseThrow();

    assertThat(slot).isEqualTo(group.slot(number));
    assertThat(slot.hostname()).isEqualTo(hostname);
    assertThat(group.subGroups().index(number)).isEqualTo(optional(subGroup));
    assertThat(group.subGroups().workerIndex(number)).isEqualTo(optional(workerIndex));
    assertThat(
            group.subGroups().index(number).stream()
                .mapToObj(index -> group.name().key(index))
                .findFirst()
                .orElse(null))
        .isEqualTo(key);
    Map<String, String> variables = variables(group, number);
    assertThat(variables.get("TPU_WORKER_ID")).isEqualTo(tpuWorkerId);
    assertThat(variables.get("TPU_WORKER_HOSTNAMES")).isEqualTo(tpuWorkerHostnames);
    if (tpuWorkerId != null) {
      assertThat(variables)
          .containsEntry("TPU_NAME", "llm-0-tpu-0-lead-0")
          .containsEntry(
              "TPU_PROCESS_ADDRESSES", tpuWorkerHostnames.replace(",", ":8476,") + ":8476")
          .containsEntry("TPU_PROCESS_PORT", "8476");
    }
  }

  @Test
  void a_clique_alone_is_counted_by_its_indices() {
    SlotGroup group =
        new SlotGroup(
            GroupName.ofPodClique("default", "train-0-worker"),
            "train-0",
            List.of(GroupFixture.member("train-0-worker", 8, GroupFixture.WITH_TPU)),
            new SubGroups(Layout.EVEN, 8, 4));

    assertThat(Stream.iterate(0, i -> i + 1).limit(8).map(i -> group.subGroups().index(i)))
        .extracting(OptionalInt::getAsInt)
        .containsExactly(0, 0, 0, 0, 1, 1, 1, 1);
    assertThat(group.slot("train-0-worker", 7)).contains(group.slot(7));
    assertThat(group.slot(7).hostname()).isEqualTo("train-0-worker-7");
    assertThat(group.name().key()).isEqualTo("e97ed2b8e914aa8c7e9f48cad2d1f75109fa1d51");
    assertThat(group.name().key(1)).isEqualTo("1a41ddb1a554cff55ae3f8bed9a2212a46ec5e5e");
  }

  @Test
  void there_are_no_slots_beside_those_of_its_members() {
    SlotGroup group = group(5, 2, "LeaderExcluded", "no");

    assertThat(group.slot("llm-0-tpu-0-work", 4)).isEmpty();
    assertThat(group.slot("llm-0-tpu-0-work", -1)).isEmpty();
    assertThat(group.slot("other", 0)).isEmpty();
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> group.slot(5));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> group.slot(-1));
  }

  @Test
  void all_its_slots_are_divided() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new SlotGroup(
                GroupName.ofPodClique("n", "a"),
                "s",
                List.of(GroupFixture.member("a", 9, GroupFixture.WITHOUT_TPU)),
                new SubGroups(Layout.EVEN, 8, 4)));
  }

  private static SlotGroup group(int slots, int subGroupSize, String policy, String leaderHasTpus) {
    return GroupFixture.group(
        slots,
        subGroupSize,
        policy,
        leaderHasTpus.equals("yes") ? GroupFixture.WITH_TPU : GroupFixture.WITHOUT_TPU,
        GroupFixture.WITH_TPU);
  }

  private static Map<String, String> variables(SlotGroup group, int number) {
    Slot slot = group.slot(number);
    return GroupFixture.variables(
        TpuVariables.into(
            GroupFixture.pod(
                slot.member().tpuContainers().isEmpty()
                    ? GroupFixture.WITHOUT_TPU
                    : GroupFixture.WITH_TPU),
            group,
            slot));
  }

  /** The list of hosts with other names: that of the leader, and it with a number for workers. */
  private static @Nullable String hosts(
      SlotGroup group, Map<String, String> variables, String leader, String subdomain) {
    String hosts = variables.get("TPU_WORKER_HOSTNAMES");
    if (hosts == null) {
      return null;
    }
    Map<String, String> renamed =
        Stream.iterate(0, i -> i + 1)
            .limit(group.slots())
            .collect(
                Collectors.toMap(
                    i -> group.slot(i).hostname() + ".llm-0",
                    i -> (i == 0 ? leader : leader + "-" + i) + subdomain));
    return Stream.of(hosts.split(",", -1)).map(renamed::get).collect(Collectors.joining(","));
  }

  private static OptionalInt optional(@Nullable Integer number) {
    return number == null ? OptionalInt.empty() : OptionalInt.of(number);
  }
}
