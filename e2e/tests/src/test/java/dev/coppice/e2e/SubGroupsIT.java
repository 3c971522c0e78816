package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.core.status.Conditions;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SideBySide;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Groups of pods that are divided into subgroups, by themselves and through a scaling group. */
@OnCoppice
class SubGroupsIT {

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String LWS = "leaderworkerset.sigs.k8s.io/";
  private static final String WORKER = "train-0-worker";
  private static final String SPEC =
      "podSpec: {containers: [{name: c, image: \"registry/model:1\"}]}";

  private static final String ALONE =
      """
      apiVersion: grove.io/v1alpha1
      kind: PodCliqueSet
      metadata: {name: train}
      spec:
        replicas: 1
        template:
          cliques:
          - name: worker
            spec:
              replicas: 12
              minAvailable: 4
              subGroupPolicy: {subGroupSize: 4}
              SPEC
      """
          .replace("SPEC", SPEC);

  private static final String REPLICAS =
      """
      apiVersion: grove.io/v1alpha1
      kind: PodCliqueSet
      metadata: {name: llm}
      spec:
        replicas: 1
        template:
          cliques:
          - {name: lead, spec: {replicas: 1, SPEC}}
          - {name: work, spec: {replicas: 4, SPEC}}
          podCliqueScalingGroups:
          - name: tpu
            replicas: 2
            minAvailable: 1
            cliqueNames: [lead, work]
            subGroupPolicy: {subGroupPolicyType: LeaderExcluded, subGroupSize: 2}
      """
          .replace("SPEC", SPEC);

  private static void awaitReady(KubernetesClient client, int pods) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(client.pods().list().getItems())
                .hasSize(pods)
                .allMatch(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .allMatch(Sets::isReady));
  }

  private static PodCliqueStatus awaitReported(KubernetesClient client, int replicas) {
    return await()
        .atMost(PATIENCE)
        .until(
            () -> Sets.clique(client, WORKER),
            clique -> {
              PodCliqueStatus status = clique.statusOrEmpty();
              return clique.getSpec().replicas() == replicas
                  && clique.getMetadata().getGeneration().equals(status.observedGeneration())
                  && status.subGroups() != null
                  && status.readyReplicas() == status.subGroups().effectiveReplicas()
                  && status.replicas() == status.readyReplicas();
            })
        .statusOrEmpty();
  }

  /** What every pod is told of its place, by its host name. */
  private static NavigableMap<String, Map<String, String>> places(KubernetesClient client) {
    return client.pods().list().getItems().stream()
        .collect(
            Collectors.toMap(
                pod -> pod.getSpec().getHostname(),
                pod ->
                    pod.getMetadata().getLabels().entrySet().stream()
                        .filter(label -> label.getKey().contains("group-"))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
                (one, _) -> one,
                TreeMap::new));
  }

  private static String variable(Pod pod, String name) {
    return pod.getSpec().getContainers().getFirst().getEnv().stream()
        .filter(variable -> variable.getName().equals(name))
        .map(EnvVar::getValue)
        .findFirst()
        .orElse("");
  }

  @Test
  @SideBySide
  void a_clique_is_divided_by_itself_and_scaled_by_whole_subgroups(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(ALONE);
    awaitReady(client, 12);
    NavigableMap<String, Map<String, String>> first = places(client);
    assertThat(first.get(WORKER + "-5"))
        .containsEntry(Labels.SUBGROUP_INDEX, "1")
        .containsEntry(Labels.SUBGROUP_WORKER_INDEX, "1")
        .containsEntry(Labels.GROUP_WORKER_INDEX, "5")
        .containsEntry(LWS + "subgroup-index", "1")
        .containsEntry(LWS + "group-index", "0");
    Set<String> old = uids(client, 8);

    kubectl.run("scale", "pclq", WORKER, "--replicas=9");

    awaitReady(client, 8);
    PodCliqueStatus unaligned = awaitReported(client, 9);
    assertThat(unaligned.subGroups().effectiveReplicas()).isEqualTo(8);
    assertThat(unaligned.subGroups().unalignedReplicas()).isEqualTo(1);
    assertThat(Conditions.find(unaligned.conditions(), ConditionTypes.SUB_GROUP_ALIGNED))
        .hasValueSatisfying(condition ->
            assertThat(condition.getMessage())
                .isEqualTo("9 replicas make 2 subgroups of 4; 1 gets no pod"));
    assertThat(uids(client, 8)).isEqualTo(old);
    assertThat(places(client)).isEqualTo(withoutLast(first));

    kubectl.run("scale", "pclq", WORKER, "--replicas=12");

    awaitReady(client, 12);
    assertThat(places(client)).isEqualTo(first);
    assertThat(uids(client, 8)).isEqualTo(old);
    assertThat(awaitReported(client, 12).subGroups().unalignedReplicas()).isZero();
  }

  private static NavigableMap<String, Map<String, String>> withoutLast(
      NavigableMap<String, Map<String, String>> places) {
    NavigableMap<String, Map<String, String>> some = new TreeMap<>(places);
    IntStream.range(8, 12).forEach(index -> some.remove(WORKER + "-" + index));
    return some;
  }

  private static Set<String> uids(KubernetesClient client, int below) {
    return client.pods().list().getItems().stream()
        .filter(pod -> Integer.parseInt(Sets.podIndex(pod)) < below)
        .map(pod -> pod.getMetadata().getUid())
        .collect(Collectors.toSet());
  }

  @Test
  @SideBySide
  void a_clique_that_is_divided_is_not_scaled_to_what_does_nothing(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(ALONE);
    awaitReady(client, 12);

    Kubectl.Result answer = kubectl.call("", "scale", "pclq", WORKER, "--replicas=3");

    assertThat(answer.code()).isNotZero();
    assertThat(answer.err()).contains("must be 0 or not less than minAvailable (4)");
  }

  @Test
  @SideBySide
  void a_replica_of_a_scaling_group_is_divided_through_its_cliques(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(REPLICAS);
    awaitReady(client, 10);

    NavigableMap<String, Map<String, String>> places = places(client);
    assertThat(places.get("llm-0-tpu-0-lead-0"))
        .containsEntry(Labels.GROUP_WORKER_INDEX, "0")
        .doesNotContainKey(Labels.SUBGROUP_INDEX);
    assertThat(places.get("llm-0-tpu-1-work-2"))
        .containsEntry(Labels.GROUP_WORKER_INDEX, "3")
        .containsEntry(Labels.SUBGROUP_INDEX, "1")
        .containsEntry(Labels.SUBGROUP_WORKER_INDEX, "0")
        .containsEntry(LWS + "group-index", "1");
    Pod worker =
        client.pods().list().getItems().stream()
            .filter(pod -> pod.getSpec().getHostname().equals("llm-0-tpu-1-work-2"))
            .findFirst()
            .orElseThrow();
    assertThat(variable(worker, "GROVE_GROUP_SIZE")).isEqualTo("5");
    assertThat(variable(worker, "GROVE_LEADER_ADDRESS"))
        .startsWith("llm-0-tpu-1-lead-0.llm-0.")
        .endsWith(".svc.cluster.local");
    assertThat(worker.getMetadata().getAnnotations())
        .containsEntry("grove.io/leader-name", "llm-0-tpu-1-lead-0")
        .doesNotContainKey("grove.io/group-name");
    PodClique clique = Sets.clique(client, "llm-0-tpu-1-work");
    assertThat(clique.getMetadata().getAnnotations())
        .containsEntry("grove.io/group-name", "llm-0-tpu-1")
        .containsEntry("grove.io/group-worker-offset", "1");
    assertThat(clique.statusOrEmpty().subGroups()).isNull();
  }

  @Test
  @SideBySide
  void a_pod_that_comes_back_has_the_place_of_the_one_that_went(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(REPLICAS);
    awaitReady(client, 10);
    NavigableMap<String, Map<String, String>> before = places(client);
    Set<String> old = uids(client, 4);

    client.pods().withLabel(Labels.SUBGROUP_INDEX, "1").list().getItems().stream()
        .limit(1)
        .forEach(pod -> client.resource(pod).delete());

    await().atMost(PATIENCE).until(() -> !uids(client, 4).equals(old));
    awaitReady(client, 10);
    assertThat(places(client)).isEqualTo(before);
  }

  @Test
  @SideBySide
  void an_update_takes_whole_subgroups_from_the_last_to_the_first(
      Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    kubectl.apply(ALONE);
    awaitReady(client, 12);
    awaitReported(client, 12);

    kubectl.apply(ALONE.replace("model:1", "model:2"));

    await()
        .atMost(PATIENCE)
        .until(() -> {
          PodCliqueStatus status = Sets.clique(client, WORKER).statusOrEmpty();
          return status.updatedReplicas() == 12
              && status.readyReplicas() == 12
              && status.updateProgress() != null
              && status.updateProgress().updateEndedAt() != null;
        });
    List<List<Integer>> taken =
        recorder
            .upToDate()
            .ofKind("PodClique")
            .map(RecordedEvent::typed)
            .map(PodClique.class::cast)
            .map(clique -> clique.statusOrEmpty().updateProgress())
            .filter(progress -> progress != null && !progress.replacingIndexes().isEmpty())
            .map(progress -> progress.replacingIndexes())
            .distinct()
            .toList();
    assertThat(taken)
        .containsExactly(List.of(8, 9, 10, 11), List.of(4, 5, 6, 7), List.of(0, 1, 2, 3));
  }
}
