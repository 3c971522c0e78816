package dev.coppice.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.SubGroupPolicyType;
import dev.coppice.core.scheduler.DefaultScheduler;
import dev.coppice.core.subgroup.GroupMember;
import dev.coppice.core.subgroup.GroupName;
import dev.coppice.core.subgroup.SlotGroup;
import dev.coppice.core.subgroup.SubGroups;
import dev.coppice.core.subgroup.TpuContainer;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pods of a leader that is in no subgroup and of four workers in two of them. */
class GroupedPodTest {

  private static final String LWS = "leaderworkerset.sigs.k8s.io/";

  private final PodClique clique =
      TestYaml.read(
          """
          metadata:
            name: llm-0-tpu-1-work
            namespace: default
            uid: clique-uid
            labels:
              app.kubernetes.io/part-of: llm
              grove.io/podcliqueset-replica-index: "0"
              grove.io/podcliquescalinggroup: llm-0-tpu
              grove.io/podcliquescalinggroup-replica-index: "1"
              grove.io/podgang: llm-0-tpu-0
              grove.io/pod-template-hash: v1-aaaaaaaaaa
            annotations:
              note: hello
              grove.io/copied-annotations: note
              grove.io/group-name: llm-0-tpu-1
              grove.io/group-worker-offset: "1"
              grove.io/exclusive-topology: example.com/block
          spec:
            replicas: 4
            startsAfter: [llm-0-tpu-1-lead]
            podSpec:
              initContainers:
              - {name: setup, image: i, resources: {limits: {google.com/tpu: "4"}}}
              containers:
              - name: c
                image: i
                env:
                - {name: MINE, value: "$(GROVE_LEADER_ADDRESS):80"}
                - {name: GROVE_GROUP_SIZE, value: mine}
                resources: {limits: {google.com/tpu: "4"}}
          """,
          PodClique.class);

  private final SlotGroup group =
      new SlotGroup(
          GroupName.ofReplica("default", "llm-0-tpu", 1),
          "llm-0",
          List.of(
              new GroupMember("llm-0-tpu-1-lead", 1, List.of()),
              new GroupMember("llm-0-tpu-1-work", 4, TpuContainer.of(clique.getSpec().podSpec()))),
          SubGroups.of(SubGroupPolicyType.LEADER_EXCLUDED, 5, 2).orElseThrow());

  private Pod pod(int index, LeaderWorkerSetCompatibility compatibility) {
    return new PodFactory(
            clique,
            new DefaultScheduler(),
            PodSettingsBuilder.builder(PodSettings.DEFAULTS).leaderWorkerSet(compatibility).build(),
            new Release(true, false),
            OptionalInt.empty(),
            Optional.of(group))
        .pod(index, "llm-0-tpu-1-work-2-abcde");
  }

  private static List<String> names(Container container) {
    return container.getEnv().stream().map(EnvVar::getName).toList();
  }

  @Test
  void a_pod_carries_its_place_and_how_its_group_is_divided() {
    Pod pod = pod(2, LeaderWorkerSetCompatibility.OFF);

    assertThat(pod.getMetadata().getLabels())
        .containsAllEntriesOf(clique.getMetadata().getLabels())
        .containsEntry("grove.io/podclique-pod-index", "2")
        .containsEntry("grove.io/group-worker-index", "3")
        .containsEntry("grove.io/subgroup-index", "1")
        .containsEntry("grove.io/subgroup-worker-index", "0")
        .containsEntry("grove.io/group-key", group.name().key())
        .containsEntry("grove.io/subgroup-key", group.name().key(1))
        .noneSatisfy((key, _) -> assertThat(key).startsWith(LWS));
    assertThat(pod.getMetadata().getAnnotations())
        .isEqualTo(
            Map.of(
                "note", "hello",
                "grove.io/startup-released", "",
                "grove.io/group-size", "5",
                "grove.io/leader-name", "llm-0-tpu-1-lead-0",
                "grove.io/subgroup-size", "2",
                "grove.io/subgroup-policy-type", "LeaderExcluded",
                "grove.io/subgroup-layout", "EXCLUDED"));
  }

  @Test
  void what_users_annotate_their_template_with_comes_to_pods_whatever_its_key() {
    clique.getMetadata().getAnnotations().put("grove.io/copied-annotations", "grove.io/group-name");

    assertThat(pod(2, LeaderWorkerSetCompatibility.OFF).getMetadata().getAnnotations())
        .containsEntry("grove.io/group-name", "llm-0-tpu-1")
        .doesNotContainKey("grove.io/group-worker-offset");
  }

  @Test
  void variables_of_the_group_stand_before_the_users_own_and_those_of_tpus_after_them() {
    Pod pod = pod(2, LeaderWorkerSetCompatibility.LABELS_AND_ENV);

    assertThat(names(pod.getSpec().getContainers().getFirst()))
        .containsExactly(
            "LWS_LEADER_ADDRESS",
            "LWS_GROUP_SIZE",
            "LWS_WORKER_INDEX",
            "GROVE_PCS_NAME",
            "GROVE_PCS_INDEX",
            "GROVE_PCLQ_NAME",
            "GROVE_HEADLESS_SERVICE",
            "GROVE_PCLQ_POD_INDEX",
            "GROVE_SUBGROUP_INDEX",
            "GROVE_SUBGROUP_WORKER_INDEX",
            "GROVE_SUBGROUP_SIZE",
            "GROVE_GROUP_WORKER_INDEX",
            "GROVE_GROUP_SIZE",
            "GROVE_LEADER_ADDRESS",
            "MINE",
            "TPU_WORKER_HOSTNAMES",
            "TPU_WORKER_ID",
            "TPU_NAME",
            "TPU_PROCESS_ADDRESSES",
            "TPU_PROCESS_PORT");
  }

  @Test
  void init_containers_are_told_the_same_and_the_one_that_waits_for_parents_is_told_nothing() {
    List<Container> containers =
        pod(2, LeaderWorkerSetCompatibility.LABELS).getSpec().getInitContainers();

    assertThat(containers).extracting(Container::getName).containsExactly("setup", "grove-initc");
    assertThat(names(containers.getFirst()))
        .contains("GROVE_SUBGROUP_INDEX", "TPU_WORKER_ID")
        .doesNotContain("LWS_GROUP_SIZE");
    assertThat(names(containers.getLast())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(LeaderWorkerSetCompatibility.class)
  void no_pod_carries_a_label_by_which_leader_worker_set_would_take_it_for_its_own(
      LeaderWorkerSetCompatibility compatibility) {
    assertThat(pod(2, compatibility).getMetadata().getLabels())
        .doesNotContainKeys(LWS + "name", LWS + "template-revision-hash");
  }

  @ParameterizedTest
  @EnumSource(
      value = LeaderWorkerSetCompatibility.class,
      names = {"LABELS", "LABELS_AND_ENV"})
  void programs_for_leader_worker_set_find_their_labels_and_annotations(
      LeaderWorkerSetCompatibility compatibility) {
    Pod pod = pod(2, compatibility);

    assertThat(pod.getMetadata().getLabels())
        .containsEntry(LWS + "group-index", "1")
        .containsEntry(LWS + "worker-index", "3")
        .containsEntry(LWS + "subgroup-index", "1");
    assertThat(pod.getMetadata().getAnnotations())
        .containsEntry(LWS + "size", "5")
        .containsEntry(LWS + "leader-name", "llm-0-tpu-1-lead-0")
        .doesNotContainKey(LWS + "leader-requests-tpus");
  }

  @Test
  void a_pod_without_a_place_is_told_of_none() {
    assertThat(pod(4, LeaderWorkerSetCompatibility.LABELS_AND_ENV).getMetadata().getLabels())
        .hasSize(clique.getMetadata().getLabels().size() + 3)
        .doesNotContainKeys("grove.io/group-key", LWS + "group-key");
  }
}
