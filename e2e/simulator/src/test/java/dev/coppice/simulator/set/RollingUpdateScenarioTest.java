package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.api.set.ReplicaUpdateProgress;
import dev.coppice.api.set.UpdateStrategyType;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RollingUpdateScenarioTest {

  private final UpdateFixture update = UpdateFixture.running();
  private final SetFixture fixture = update.fixture();

  @Test
  void replaces_one_ready_pod_of_a_clique_at_a_time() {
    update.changeImage("new", "a");

    update.watch(() -> {
      update.assertReadyAtLeast(2, "s-0-a");
      update.assertReadyAtLeast(2, "s-1-a");
    });

    assertThat(update.images()).containsExactlyInAnyOrder("a=new", "b=old", "c=old");
    assertThat(fixture.status().updatedReplicas()).isEqualTo(2);
  }

  @Test
  void leaves_alone_what_has_not_changed() {
    NavigableMap<String, String> cliques = fixture.cliqueUids();
    Set<String> pods = new HashSet<>(fixture.podUids());

    update.changeImage("new", "a");
    update.watch(() -> {});

    assertThat(fixture.cliqueUids()).isEqualTo(cliques);
    pods.removeAll(fixture.podUids());
    assertThat(pods).hasSize(6);
  }

  @Test
  void replaces_one_replica_of_a_group_at_a_time_as_a_whole() {
    NavigableMap<String, String> before = fixture.cliqueUids();
    update.changeImage("new", "b");

    update.watch(() -> {
      assertThat(update.wholeReplicas("s-0-x", 3)).isGreaterThanOrEqualTo(2);
      assertThat(update.wholeReplicas("s-1-x", 3)).isGreaterThanOrEqualTo(2);
    });

    assertThat(update.images()).containsExactlyInAnyOrder("a=old", "b=new", "c=old");
    NavigableMap<String, String> after = fixture.cliqueUids();
    assertThat(before.keySet())
        .filteredOn(name -> name.contains("-x-"))
        .allSatisfy(name -> assertThat(after.get(name)).isNotEqualTo(before.get(name)));
    assertThat(fixture.group("s-0-x").statusOrEmpty().updatedReplicas()).isEqualTo(3);
  }

  @Test
  void updates_one_replica_of_the_set_after_the_other() {
    List<Integer> slots = new ArrayList<>();
    update.changeImage("new", "a", "b", "c");

    update.watch(() -> {
      List<Integer> current = slots();
      assertThat(current).hasSizeLessThanOrEqualTo(1);
      slots.addAll(current);
    });

    assertThat(slots.stream().distinct()).containsExactly(0, 1);
    assertThat(slots).isSorted();
    assertThat(update.images()).containsExactlyInAnyOrder("a=new", "b=new", "c=new");
  }

  @Test
  void begins_with_the_first_replica_though_a_later_one_is_heard_of_before_it() {
    update.changeImage("new", "a");
    fixture.setPass();

    fixture.cliquePass("s-1-a");
    fixture.setPass();
    assertThat(slots()).isEmpty();

    fixture.cliquePass("s-0-a");
    fixture.setPass();
    assertThat(slots()).containsExactly(0);
  }

  @Test
  void goes_no_further_while_a_replaced_pod_is_not_ready() {
    update.changeImage("new", "a");
    for (int round = 0; round < 20; round++) {
      update.controllers();
      fixture.cluster.advance(Duration.ofSeconds(1));
    }

    assertThat(update.live().filter(PodState::isReady)).hasSize(23);
    assertThat(fixture.clique("s-0-a").statusOrEmpty().updateProgress().replacingIndexes())
        .hasSize(1);
    update.watch(() -> {});
    assertThat(update.images()).contains("a=new");
  }

  @Test
  void is_not_held_up_by_a_pod_that_never_runs_at_an_index_that_it_did_not_take() {
    fixture.scaleClique("s-0-a", 4);
    fixture.settle();
    fixture.nodes.stall(fixture.pod("s-0-a", 0));
    update.changeImage("new", "a");

    update.watch(() -> update.assertReadyAtLeast(2, "s-0-a"), pod -> !isAt("s-0-a", 0, pod));

    assertThat(update.images()).contains("a=new");
    assertThat(PodState.isReady(fixture.pod("s-0-a", 0))).isFalse();
    assertThat(fixture.clique("s-0-a").statusOrEmpty().updateProgress().replacingIndexes())
        .isEmpty();
  }

  private static boolean isAt(String clique, int index, Pod pod) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    return labels.get(Labels.POD_CLIQUE).equals(clique)
        && labels.get(Labels.POD_INDEX).equals(Integer.toString(index));
  }

  @Test
  void follows_a_template_that_changes_again() {
    update.changeImage("new", "a", "b");
    for (int round = 0; round < 3; round++) {
      update.controllers();
      fixture.cluster.advance(Duration.ofSeconds(1));
    }

    update.changeImage("newer", "a", "b");
    update.watch(() -> update.assertReadyAtLeast(2, "s-0-a"));

    assertThat(update.images()).containsExactlyInAnyOrder("a=newer", "b=newer", "c=old");
  }

  @Test
  void a_template_that_is_taken_back_before_anything_was_done_costs_no_pod() {
    List<String> pods = fixture.podUids();
    update.changeImage("new", "a");
    update.changeImage("old", "a");

    fixture.settle();

    assertThat(fixture.podUids()).isEqualTo(pods);
  }

  @Test
  void writes_nothing_once_it_is_over() {
    update.changeImage("new", "a", "b", "c");
    update.watch(() -> {});
    fixture.settle();
    int actions = fixture.actions().size();

    fixture.settle();

    assertThat(fixture.actionsSince(actions)).isEmpty();
  }

  @Test
  void under_on_delete_nothing_goes_and_what_is_lost_comes_back_new() {
    update.strategy(UpdateStrategyType.ON_DELETE);
    fixture.settle();
    List<String> pods = fixture.podUids();
    NavigableMap<String, String> cliques = fixture.cliqueUids();

    update.changeImage("new", "a", "b");
    fixture.settle();

    assertThat(fixture.podUids()).isEqualTo(pods);
    assertThat(fixture.cliqueUids()).isEqualTo(cliques);
    assertThat(fixture.status().updateProgress())
        .matches(progress -> progress.updateStartedAt().equals(progress.updateEndedAt()));
    assertThat(fixture.clique("s-0-a").statusOrEmpty().updateProgress())
        .matches(progress -> progress.updateStartedAt().equals(progress.updateEndedAt()));
    assertThat(fixture.group("s-0-x").statusOrEmpty().updateProgress())
        .matches(progress -> progress.updateStartedAt().equals(progress.updateEndedAt()));
    assertThat(fixture.clique("s-0-a").statusOrEmpty().updatedReplicas()).isZero();
    assertThat(fixture.group("s-0-x").statusOrEmpty().updatedReplicas()).isZero();
    assertThat(fixture.status().updatedReplicas()).isZero();
    fixture.cluster.delete(fixture.pod("s-0-a", 1));
    fixture.cluster.delete(fixture.pod("s-0-x-0-b", 0));
    fixture.settle();
    assertThat(fixture.pod("s-0-a", 1).getSpec().getContainers().getFirst().getImage())
        .isEqualTo("new");
    assertThat(fixture.pod("s-0-x-0-b", 0).getSpec().getContainers().getFirst().getImage())
        .isEqualTo("new");
    assertThat(fixture.clique("s-0-a").statusOrEmpty().updatedReplicas()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"s-0-a, 1", "s-0-x-0-b, 0"})
  void under_on_delete_what_is_lost_waits_for_the_template(String clique, int index) {
    update.strategy(UpdateStrategyType.ON_DELETE);
    fixture.settle();
    update.changeImage("new", "a", "b");
    fixture.cluster.delete(fixture.pod(clique, index));
    int before = fixture.actions().size();

    fixture.cliquePass(clique);

    assertThat(fixture.actionsSince(before)).noneMatch(Action.Create.class::isInstance);

    fixture.setPass();
    fixture.groupPasses();
    fixture.cliquePass(clique);

    assertThat(fixture.pod(clique, index).getSpec().getContainers().getFirst().getImage())
        .isEqualTo("new");
  }

  @Test
  void in_a_rolling_update_what_is_lost_comes_back_at_once() {
    update.changeImage("new", "a");
    fixture.cluster.delete(fixture.pod("s-0-a", 1));

    fixture.cliquePass("s-0-a");

    assertThat(fixture.pod("s-0-a", 1).getSpec().getContainers().getFirst().getImage())
        .isEqualTo("old");
  }

  @Test
  void goes_on_where_it_was_when_the_strategy_comes_back() {
    update.changeImage("new", "a", "b");
    for (int round = 0; round < 3; round++) {
      update.controllers();
      fixture.cluster.advance(Duration.ofSeconds(1));
    }
    update.strategy(UpdateStrategyType.ON_DELETE);
    fixture.settle();
    assertThat(fixture.status().updateProgress().updateEndedAt()).isNotNull();
    assertThat(fixture.status().updateProgress().currentlyUpdating()).isEmpty();
    assertThat(update.images()).contains("a=old", "b=old");

    update.strategy(UpdateStrategyType.ROLLING_RECREATE);
    update.watch(() -> {});

    assertThat(update.images()).containsExactlyInAnyOrder("a=new", "b=new", "c=old");
  }

  @Test
  void tells_which_pod_it_waits_for() {
    update.changeImage("new", "a");
    for (int round = 0; round < 20; round++) {
      update.controllers();
      fixture.cluster.advance(Duration.ofSeconds(1));
    }

    String pod = fixture.pod("s-0-a", 0).getMetadata().getName();
    assertThat(progressing(fixture.clique("s-0-a").statusOrEmpty().conditions()))
        .returns("True", Condition::getStatus)
        .returns("WaitingForReady", Condition::getReason)
        .returns(
            "1 of 3 pods are at the current template, waits for pod " + pod, Condition::getMessage);
    assertThat(progressing(fixture.status().conditions()))
        .returns("WaitingForReady", Condition::getReason)
        .returns(
            "0 of 2 replicas are at the current template, waits for pod s-0-a-0 of PodClique s-0-a",
            Condition::getMessage);
    update.watch(() -> {});
    fixture.settle();
    assertThat(progressing(fixture.status().conditions()))
        .returns("False", Condition::getStatus)
        .returns("Complete", Condition::getReason)
        .returns("2 of 2 replicas are at the current template", Condition::getMessage);
  }

  @Test
  void tells_which_member_of_a_group_it_waits_for() {
    update.changeImage("new", "b");
    for (int round = 0; round < 20; round++) {
      update.controllers();
      fixture.cluster.advance(Duration.ofSeconds(1));
    }

    assertThat(progressing(fixture.group("s-0-x").statusOrEmpty().conditions()))
        .returns("WaitingForReady", Condition::getReason)
        .extracting(Condition::getMessage, InstanceOfAssertFactories.STRING)
        .startsWith(
            "0 of 3 replicas are at the current template, waits for PodClique s-0-x-0-b with 0 of 1 pod ready since ");
    assertThat(progressing(fixture.status().conditions()))
        .extracting(Condition::getMessage, InstanceOfAssertFactories.STRING)
        .startsWith(
            "0 of 2 replicas are at the current template, waits for PodClique s-0-x-0-b with 0 of 1 pod ready since ");
  }

  @Test
  void counts_what_has_come_so_far() {
    update.changeImage("new", "a", "b");
    List<String> counts = new ArrayList<>();

    update.watch(() -> {
      PodCliqueSetUpdateProgress progress = fixture.status().updateProgress();
      if (progress != null) {
        counts.add(
            "%d/%d %d/%d"
                .formatted(
                    progress.updatedPodCliquesCount(),
                    progress.totalPodCliquesCount(),
                    progress.updatedPodCliqueScalingGroupsCount(),
                    progress.totalPodCliqueScalingGroupsCount()));
      }
    });

    assertThat(counts.getFirst()).isEqualTo("0/2 0/2");
    assertThat(counts).contains("1/2 1/2");
    fixture.settle();
    assertThat(fixture.status().updateProgress())
        .returns(2, PodCliqueSetUpdateProgress::updatedPodCliquesCount)
        .returns(2, PodCliqueSetUpdateProgress::updatedPodCliqueScalingGroupsCount);
  }

  @Test
  void is_complete_before_the_first_update() {
    assertThat(progressing(fixture.status().conditions()))
        .returns("False", Condition::getStatus)
        .returns("Complete", Condition::getReason);
    assertThat(progressing(fixture.clique("s-0-a").statusOrEmpty().conditions()))
        .returns("False", Condition::getStatus)
        .returns("Complete", Condition::getReason);
  }

  @Test
  void tells_when_it_begins_moves_on_and_ends() {
    update.changeImage("new", "a");
    update.watch(() -> {});

    String hash = fixture.status().currentGenerationHash();
    assertThat(fixture.cluster.events())
        .filteredOn(
            event -> event.reason().contains("Update") && !event.reason().contains("Create"))
        .extracting(event -> event.reason() + ": " + event.message().replace(hash, "X"))
        .containsExactly(
            "UpdateStarted: update to templates X: one replica after the other",
            "ReplicaUpdateStarted: replica 0 is updated, 0 of 2 are already",
            "ReplicaUpdateStarted: replica 1 is updated, 1 of 2 are already",
            "UpdateEnded: 2 of 2 replicas are at templates X");
  }

  private List<Integer> slots() {
    PodCliqueSetUpdateProgress progress = fixture.status().updateProgress();
    return progress == null
        ? List.of()
        : progress.currentlyUpdating().stream().map(ReplicaUpdateProgress::replicaIndex).toList();
  }

  private static Condition progressing(List<Condition> conditions) {
    return Conditions.find(conditions, "Progressing").orElseThrow();
  }
}
