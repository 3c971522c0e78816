package dev.coppice.core.subgroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotMetadataTest {

  private static final String DOMAIN = "k8s.example.com";

  private static final String GROUP_KEY = "544990bfccee73b15c4b20857f43bdf026c62731";
  private static final String FIRST_KEY = "b17ef3b33b12f8ae93d744ec4dbbcb23d538baf6";

  private static SlotGroup group(int slots, int subGroupSize, String policy) {
    return GroupFixture.group(
        slots, subGroupSize, policy, GroupFixture.WITHOUT_TPU, GroupFixture.WITH_TPU);
  }

  private static SlotGroup undivided() {
    SlotGroup group = group(5, 2, "LeaderExcluded");
    return new SlotGroup(group.name(), group.subdomain(), group.members(), null);
  }

  private static List<String> texts(List<EnvVar> variables) {
    return variables.stream()
        .map(one ->
            one.getName()
                + "="
                + (one.getValue() == null
                    ? one.getValueFrom().getFieldRef().getFieldPath()
                    : one.getValue()))
        .toList();
  }

  @Test
  void a_pod_of_a_subgroup_is_told_its_place() {
    SlotGroup group = group(5, 2, "LeaderExcluded");

    assertThat(SlotMetadata.labels(group, group.slot(2)))
        .isEqualTo(
            Map.of(
                "grove.io/group-key", GROUP_KEY,
                "grove.io/group-worker-index", "2",
                "grove.io/subgroup-index", "0",
                "grove.io/subgroup-worker-index", "1",
                "grove.io/subgroup-key", FIRST_KEY));
    assertThat(SlotMetadata.annotations(group))
        .isEqualTo(
            Map.of(
                "grove.io/group-size", "5",
                "grove.io/leader-name", "llm-0-tpu-0-lead-0",
                "grove.io/subgroup-size", "2",
                "grove.io/subgroup-policy-type", "LeaderExcluded",
                "grove.io/subgroup-layout", "EXCLUDED"));
    assertThat(texts(SlotMetadata.environment(group, group.slot(2), DOMAIN)))
        .containsExactly(
            "GROVE_SUBGROUP_INDEX=metadata.labels['grove.io/subgroup-index']",
            "GROVE_SUBGROUP_WORKER_INDEX=metadata.labels['grove.io/subgroup-worker-index']",
            "GROVE_SUBGROUP_SIZE=2",
            "GROVE_GROUP_WORKER_INDEX=2",
            "GROVE_GROUP_SIZE=5",
            "GROVE_LEADER_ADDRESS=llm-0-tpu-0-lead-0.llm-0.default.svc.k8s.example.com");
  }

  @ParameterizedTest
  @CsvSource({
    "5, 2, LeaderExcluded, '', EXCLUDED",
    "5, 2, LeaderWorker,   0,  EXTRA",
    "4, 2, LeaderWorker,   0,  EVEN"
  })
  void a_leader_is_told_of_a_subgroup_if_it_is_in_one(
      int slots, int subGroupSize, String policy, String subGroup, String layout) {
    SlotGroup group = group(slots, subGroupSize, policy);

    Map<String, String> labels = SlotMetadata.labels(group, group.leader());

    assertThat(labels).containsEntry("grove.io/group-worker-index", "0");
    assertThat(labels.getOrDefault("grove.io/subgroup-index", "")).isEqualTo(subGroup);
    assertThat(labels.containsKey("grove.io/subgroup-key")).isEqualTo(!subGroup.isEmpty());
    assertThat(labels.containsKey("grove.io/subgroup-worker-index"))
        .isEqualTo(layout.equals("EVEN"));
    assertThat(SlotMetadata.annotations(group))
        .containsEntry("grove.io/subgroup-layout", layout)
        .containsEntry("grove.io/subgroup-policy-type", policy);
    // A reference to a label that is not there would be an empty text.
    assertThat(texts(SlotMetadata.environment(group, group.leader(), DOMAIN)))
        .filteredOn(text -> text.contains("metadata.labels"))
        .allMatch(text -> labels.keySet().stream().anyMatch(text::contains))
        .hasSize((int) labels.keySet().stream().filter(key -> key.endsWith("-index")).count() - 1);
  }

  @Test
  void a_group_that_is_not_divided_has_a_key_and_places_alone() {
    SlotGroup group = undivided();

    assertThat(SlotMetadata.labels(group, group.slot(3)))
        .isEqualTo(Map.of("grove.io/group-key", GROUP_KEY, "grove.io/group-worker-index", "3"));
    assertThat(SlotMetadata.annotations(group)).isEmpty();
    assertThat(SlotMetadata.environment(group, group.slot(3), DOMAIN)).isEmpty();
  }

  @Test
  void a_worker_is_told_the_same_in_the_words_of_others() {
    SlotGroup group = group(4, 2, "LeaderWorker");
    String prefix = "leaderworkerset.sigs.k8s.io/";

    assertThat(LeaderWorkerSetMetadata.labels(group, group.slot(1), 7))
        .isEqualTo(
            Map.of(
                prefix + "group-index", "7",
                prefix + "worker-index", "1",
                prefix + "group-key", GROUP_KEY,
                prefix + "subgroup-index", "0",
                prefix + "subgroup-worker-index", "1",
                prefix + "subgroup-key", FIRST_KEY));
    assertThat(LeaderWorkerSetMetadata.annotations(group, group.slot(1)))
        .isEqualTo(
            Map.of(
                prefix + "size", "4",
                prefix + "subgroup-size", "2",
                prefix + "subgroup-policy-type", "LeaderWorker",
                prefix + "leader-name", "llm-0-tpu-0-lead-0"));
    assertThat(texts(LeaderWorkerSetMetadata.environment(group, group.slot(1))))
        .containsExactly(
            "LWS_LEADER_ADDRESS=llm-0-tpu-0-lead-0.llm-0.default",
            "LWS_GROUP_SIZE=4",
            "LWS_WORKER_INDEX=1");
  }

  @Test
  void only_workers_are_told_of_their_leader_and_its_tpus() {
    SlotGroup group =
        GroupFixture.group(4, 2, "LeaderWorker", GroupFixture.WITH_TPU, GroupFixture.WITH_TPU);

    assertThat(LeaderWorkerSetMetadata.annotations(group, group.leader()).keySet())
        .noneMatch(key -> key.contains("/leader"));
    assertThat(LeaderWorkerSetMetadata.annotations(group, group.slot(3)))
        .containsEntry("leaderworkerset.sigs.k8s.io/leader-requests-tpus", "true");
  }

  @Test
  void others_are_told_nothing_of_a_group_that_is_not_divided() {
    SlotGroup group = undivided();

    assertThat(LeaderWorkerSetMetadata.labels(group, group.slot(1), 0)).isEmpty();
    assertThat(LeaderWorkerSetMetadata.annotations(group, group.slot(1))).isEmpty();
    assertThat(LeaderWorkerSetMetadata.environment(group, group.slot(1))).isEmpty();
  }

  /** By that label the controllers of LeaderWorkerSet would take the pod for one of theirs. */
  @Test
  void no_pod_has_the_label_that_others_select_by() {
    SlotGroup group = group(5, 2, "LeaderExcluded");

    for (int number = 0; number < group.slots(); number++) {
      assertThat(LeaderWorkerSetMetadata.labels(group, group.slot(number), 0))
          .doesNotContainKeys(
              "leaderworkerset.sigs.k8s.io/name",
              "leaderworkerset.sigs.k8s.io/template-revision-hash");
    }
  }
}
