package dev.coppice.e2e;

import static dev.coppice.e2e.Teardowns.uids;
import static dev.coppice.e2e.UpdatedWorkload.NEW;
import static dev.coppice.e2e.Updates.PATIENCE;
import static dev.coppice.e2e.Updates.change;
import static dev.coppice.e2e.Updates.ofTemplate;
import static dev.coppice.e2e.Updates.progress;
import static dev.coppice.e2e.Updates.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.testkit.junit.SideBySide;
import dev.coppice.testkit.junit.Soak;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The scenarios with which Grove tries its own OnDelete. */
class OnDeleteIT extends UpdateScenarios {

  private static final Duration A_WHILE = Duration.ofSeconds(4);
  private static final int CHANGES = 20;

  OnDeleteIT() {
    super(Workload.WORKLOAD2);
  }

  // The end is recorded with the start.
  private void awaitRecorded() {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(() -> {
          PodCliqueSetUpdateProgress progress =
              progress(Sets.set(workload.client(), workload.set()));
          assertThat(progress.updateEndedAt()).isNotNull().isEqualTo(progress.updateStartedAt());
          assertThat(progress.currentlyUpdating()).isEmpty();
        });
  }

  private void assertNobodyGoes() {
    await()
        .during(A_WHILE)
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(workload.asked()).isEmpty());
  }

  private void delete(Pod pod) {
    workload.client().resource(pod).delete();
  }

  private Pod awaitNew(String clique) {
    return await()
        .atMost(PATIENCE)
        .until(
            () ->
                Teardowns.podsOf(workload.pods(), clique).stream()
                    .filter(pod -> version(pod).equals(NEW) && Sets.isReady(pod))
                    .findFirst(),
            found -> found.isPresent())
        .orElseThrow();
  }

  private void awaitUpdatedReplicas(String clique, int count) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(Sets.clique(workload.client(), clique).statusOrEmpty())
                .returns(count, status -> status.updatedReplicas()));
  }

  @Soak
  @SideBySide
  void od1_a_change_of_a_clique_of_its_own_deletes_nothing() {
    workload.startOnDelete(10, 1);

    workload.change("pc-a");

    awaitRecorded();
    assertNobodyGoes();
    PodClique clique = Sets.clique(workload.client(), workload.name("0-pc-a"));
    assertThat(clique.getSpec().podSpec().getContainers().getFirst().getEnv()).hasSize(1);
    assertThat(clique.statusOrEmpty().updatedReplicas()).isZero();
    assertThat(clique.statusOrEmpty().updateProgress())
        .matches(progress -> progress.updateStartedAt().equals(progress.updateEndedAt()))
        .matches(progress -> progress.readyPodsSelectedToUpdate() == null);
    assertThat(Sets.set(workload.client(), workload.set()).statusOrEmpty().updatedReplicas())
        .isZero();
    assertThat(workload.kubectl().run("describe", "pcs", workload.set()).out())
        .contains("2 pods are made from an old template and stay until they are deleted");
  }

  @Soak
  @SideBySide
  void od2_what_is_deleted_comes_back_new() {
    workload.startOnDelete(10, 1);
    workload.change("pc-a");
    awaitRecorded();

    delete(workload.podsOf("0-pc-a").getFirst());

    awaitNew(workload.name("0-pc-a"));
    awaitUpdatedReplicas(workload.name("0-pc-a"), 1);
    workload.awaitReady(10);
    assertThat(workload.asked()).hasSize(1);
  }

  @Soak
  @SideBySide
  void od3_a_scale_in_takes_what_is_outdated() {
    workload.startOnDelete(10, 1);
    workload.change("pc-a");
    awaitRecorded();
    delete(workload.podsOf("0-pc-a").getFirst());
    Pod fresh = awaitNew(workload.name("0-pc-a"));
    workload.awaitReady(10);

    workload.kubectl().run("scale", "pclq", workload.name("0-pc-a"), "--replicas=1");

    workload.awaitReady(9);
    assertThat(uids(workload.podsOf("0-pc-a"))).isEqualTo(uids(List.of(fresh)));
    awaitUpdatedReplicas(workload.name("0-pc-a"), 1);
  }

  @Soak
  @SideBySide
  void od4_a_change_of_a_member_of_a_group_deletes_nothing() {
    workload.startOnDelete(10, 1);

    workload.change("pc-b");

    awaitRecorded();
    assertNobodyGoes();
    PodCliqueScalingGroup group =
        workload
            .client()
            .resources(PodCliqueScalingGroup.class)
            .withName(workload.name("0-sg-x"))
            .get();
    assertThat(group.statusOrEmpty().updatedReplicas()).isZero();
    assertThat(group.statusOrEmpty().updateProgress())
        .matches(progress -> progress.updateStartedAt().equals(progress.updateEndedAt()))
        .matches(progress -> progress.readyReplicaIndicesSelectedToUpdate() == null);
    assertThat(
            Sets.clique(workload.client(), workload.name("0-sg-x-0-pc-b"))
                .getSpec()
                .podSpec()
                .getContainers()
                .getFirst()
                .getEnv())
        .anyMatch(variable -> NEW.equals(variable.getValue()));
  }

  @Soak
  @SideBySide
  void od5_a_deleted_pod_of_a_group_comes_back_new() {
    workload.startOnDelete(10, 1);
    workload.change("pc-c");
    awaitRecorded();

    delete(workload.podsOf("0-sg-x-0-pc-c").getFirst());

    awaitNew(workload.name("0-sg-x-0-pc-c"));
    workload.awaitReady(10);
    assertThat(workload.asked()).hasSize(1);
  }

  @Test
  @SideBySide
  void a_deleted_replica_of_a_group_comes_back_new_as_a_whole() {
    workload.startOnDelete(10, 1);
    workload.change("pc-b", "pc-c");
    awaitRecorded();

    workload
        .kubectl()
        .run("delete", "pclq", workload.name("0-sg-x-1-pc-b"), workload.name("0-sg-x-1-pc-c"));

    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(
                    workload
                        .client()
                        .resources(PodCliqueScalingGroup.class)
                        .withName(workload.name("0-sg-x"))
                        .get()
                        .statusOrEmpty()
                        .updatedReplicas())
                .isEqualTo(1));
    workload.awaitReady(10);
    assertThat(workload.pods()).filteredOn(pod -> version(pod).equals(NEW)).hasSize(4);
  }

  @Soak
  @SideBySide
  void od6_one_pod_of_each_clique_comes_back_new() {
    workload.startOnDelete(10, 1);
    workload.changeAll();
    awaitRecorded();

    List<String> cliques =
        List.of(
            workload.name("0-pc-a"),
            workload.name("0-sg-x-0-pc-b"),
            workload.name("0-sg-x-0-pc-c"));
    cliques.forEach(clique -> delete(Teardowns.podsOf(workload.pods(), clique).getFirst()));

    cliques.forEach(clique -> awaitNew(clique));
    workload.awaitReady(10);
    assertThat(workload.asked()).hasSize(3);
    assertThat(workload.pods()).filteredOn(pod -> version(pod).equals(NEW)).hasSize(3);
  }

  @Soak
  @SideBySide
  void od7_every_replica_of_a_set_is_left_alone() {
    workload.startOnDelete(20, 2);

    workload.changeAll();

    awaitRecorded();
    assertNobodyGoes();
    delete(workload.podsOf("1-pc-a").getFirst());
    awaitNew(workload.name("1-pc-a"));
    workload.awaitReady(20);
    assertThat(workload.asked()).hasSize(1);
  }

  @Soak
  @SideBySide
  void od8_a_pod_of_a_failed_node_comes_back_elsewhere_and_the_others_stay() {
    workload.startOnDelete(11, 1);
    Pod lost = workload.podsOf("0-pc-a").getFirst();
    String failed = lost.getSpec().getNodeName();
    Set<String> healthy = uids(workload.pods());
    healthy.remove(lost.getMetadata().getUid());

    Updates.edit(
        workload.client(),
        workload.set(),
        set ->
            set.getSpec()
                .template()
                .cliques()
                .forEach(clique -> clique.spec().podSpec().setAffinity(notOn(failed))));
    awaitRecorded();
    delete(lost);

    workload.awaitReady(10);
    assertThat(uids(workload.pods())).containsAll(healthy);
    assertThat(workload.pods())
        .filteredOn(pod -> !healthy.contains(pod.getMetadata().getUid()))
        .singleElement()
        .matches(pod -> !pod.getSpec().getNodeName().equals(failed));
    assertThat(workload.asked()).hasSize(1);
  }

  private static Affinity notOn(String node) {
    return new AffinityBuilder()
        .withNewNodeAffinity()
        .withNewRequiredDuringSchedulingIgnoredDuringExecution()
        .addNewNodeSelectorTerm()
        .addNewMatchExpression()
        .withKey("kubernetes.io/hostname")
        .withOperator("NotIn")
        .withValues(node)
        .endMatchExpression()
        .endNodeSelectorTerm()
        .endRequiredDuringSchedulingIgnoredDuringExecution()
        .endNodeAffinity()
        .build();
  }

  @Test
  @SideBySide
  void what_is_deleted_right_after_a_change_comes_back_new_every_time() {
    workload.startOnDelete(14, 1);

    for (int change = 1; change <= CHANGES; change++) {
      String version = "change-" + change;
      Set<String> before = uids(workload.pods());
      Pod own = workload.podsOf("0-pc-a").getFirst();
      Pod ofGroup = workload.podsOf("0-sg-x-0-pc-c").getFirst();

      change(workload.client(), workload.set(), version, "pc-a", "pc-c");
      delete(own);
      delete(ofGroup);

      workload.awaitReady(10);
      assertThat(workload.pods())
          .filteredOn(pod -> !before.contains(pod.getMetadata().getUid()))
          .hasSize(2)
          .allMatch(pod -> version(pod).equals(version));
    }
  }

  @Soak
  @SideBySide
  void od9_the_strategy_may_change_and_change_back() {
    workload.startOnDelete(10, 1);
    workload.change("pc-a");
    awaitRecorded();

    workload.strategy("RollingRecreate");
    workload.awaitUpdated(10, "pc-a");
    workload.strategy("OnDelete");
    Set<String> before = uids(workload.pods());
    change(workload.client(), workload.set(), "3", "pc-a");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(
                    Sets.clique(workload.client(), workload.name("0-pc-a"))
                        .statusOrEmpty()
                        .updatedReplicas())
                .isZero());

    await()
        .during(A_WHILE)
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(uids(workload.pods())).isEqualTo(before));
    assertThat(ofTemplate(workload.pods(), "pc-a")).allMatch(pod -> version(pod).equals(NEW));
  }
}
