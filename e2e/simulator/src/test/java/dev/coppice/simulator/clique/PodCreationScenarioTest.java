package dev.coppice.simulator.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.LastError;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Answer;
import dev.coppice.core.plan.Pass;
import dev.coppice.core.plan.Purpose;
import dev.coppice.core.pod.PodState;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodCreationScenarioTest {

  @Test
  void creates_no_pod_and_reports_nothing_before_the_gang_exists() {
    CliqueScene scene = new CliqueScene(3, 2);

    Pass.Result<PodClique> result = scene.pass();

    assertThat(scene.actions()).isEmpty();
    assertThat(result.nextLook()).isNull();
  }

  @Test
  void does_not_take_the_gang_of_a_dead_set_for_its_own() {
    CliqueScene scene = new CliqueScene(3, 2);
    PodCliqueSet dead = new PodCliqueSet();
    dead.setMetadata(new ObjectMetaBuilder().withName("llm").withUid("uid-dead").build());
    scene.createGang(dead);

    scene.pass();

    assertThat(scene.actions()).isEmpty();
  }

  @Test
  void does_not_fill_a_gang_that_is_going() {
    CliqueScene scene = new CliqueScene(3, 2);
    scene.createGang();
    scene.cluster.change(
        scene.gang(),
        gang -> {
          gang.getMetadata().setFinalizers(List.of("example.com/hold"));
          return gang;
        });
    scene.cluster.delete(scene.gang());

    scene.pass();

    assertThat(scene.pods()).isEmpty();
  }

  @Test
  void tells_later_creations_but_not_the_first() {
    CliqueScene scene = CliqueScene.running(2, 1);
    scene.cluster.delete(scene.pod(1));

    scene.pass();

    assertThat(creations(scene))
        .extracting(Purpose::successReason)
        .containsExactly(null, null, EventReasons.POD_CREATE_SUCCESSFUL);
  }

  private static List<Purpose> creations(CliqueScene scene) {
    return scene.cluster.journal().stream()
        .map(Answer::action)
        .filter(Action.Create.class::isInstance)
        .map(Action::purpose)
        .toList();
  }

  @Test
  void replaces_a_deleted_pod_at_its_index_under_another_name() {
    CliqueScene scene = CliqueScene.running(3, 2);
    Pod lost = scene.pod(1);
    scene.cluster.delete(lost);

    scene.pass();

    assertThat(scene.liveIndices()).containsExactly(0, 1, 2);
    assertThat(scene.pod(1).getMetadata().getName()).isNotEqualTo(lost.getMetadata().getName());
    assertThat(scene.pod(1).getSpec().getHostname()).isEqualTo(lost.getSpec().getHostname());
    assertThat(scene.references())
        .containsExactlyInAnyOrderElementsOf(
            scene.pods().filter(PodState::live).map(PodState::name).toList());
  }

  @Test
  void tries_one_create_in_a_namespace_that_is_being_deleted_and_says_why_it_stays_at_that() {
    CliqueScene scene = CliqueScene.running(3, 2);
    scene.cluster.endNamespace(scene.clique().getMetadata().getNamespace());
    int before = creations(scene).size();

    scene.cluster.delete(scene.pod(0));
    scene.cluster.delete(scene.pod(1));
    Pass.Result<PodClique> first = scene.pass();
    scene.cluster.delete(scene.pod(2));
    Pass.Result<PodClique> second = scene.pass();

    assertThat(creations(scene)).hasSize(before + 1);
    assertThat(List.of(first.mustRetry(), second.mustRetry())).containsOnly(false);
    assertThat(scene.status().lastErrors())
        .singleElement()
        .returns(ErrorCodes.CREATE_POD, LastError::code)
        .matches(error -> error.description().contains("is being terminated"));
  }

  @Test
  void deletes_the_pods_of_a_dead_owner_and_then_creates_its_own_without_waiting() {
    CliqueScene scene = new CliqueScene(2, 1);
    scene.createGang();
    scene.nodes.bind(scene.addPod("llm-0-prefill-0-old", 0, CliqueScene.deadClique()));

    scene.pass();

    assertThat(scene.actions()).startsWith("delete Pod", "create Pod", "create Pod");
    assertThat(scene.pods()).hasSize(3);
    assertThat(scene.status().replicas()).isEqualTo(2);
  }

  @Test
  void creates_nothing_while_a_pod_of_a_dead_owner_cannot_be_deleted() {
    CliqueScene scene = new CliqueScene(2, 1);
    scene.createGang();
    scene.addPod("llm-0-prefill-0-old", 0, CliqueScene.deadClique());
    scene.cluster.refuse(Action.Delete.class::isInstance, 403, "pods is forbidden");

    Pass.Result<PodClique> result = scene.pass();

    assertThat(scene.pods()).hasSize(1);
    assertThat(result.mustRetry()).isTrue();
    assertThat(scene.status().lastErrors())
        .extracting(LastError::code)
        .containsExactly(ErrorCodes.DELETE_POD);
  }

  @Test
  void removes_the_finalizer_of_grove_and_leaves_the_pods_to_garbage_collection() {
    CliqueScene scene = CliqueScene.running(2, 1);
    scene.cluster.change(
        scene.clique(),
        seen -> {
          PodClique held = new PodClique();
          held.setSpec(seen.getSpec());
          held.setMetadata(
              new ObjectMetaBuilder(seen.getMetadata())
                  .withFinalizers("grove.io/podclique.grove.io")
                  .build());
          return held;
        });
    scene.cluster.delete(scene.clique());
    int earlier = scene.actions().size();

    scene.pass();

    assertThat(scene.actionsSince(earlier)).containsExactly("patch PodClique");
    assertThat(scene.cluster.all(PodClique.class)).isEmpty();
    assertThat(scene.pods()).allMatch(PodState::terminating);
  }

  @Test
  void gives_way_to_a_pod_of_its_name_that_is_still_going() {
    CliqueScene scene = new CliqueScene(1, 1);
    scene.createGang();
    scene.pass();
    Pod first = scene.pod(0);
    scene.nodes.bindAll();
    scene.cluster.delete(scene.pod(0));

    scene.pass();

    assertThat(scene.liveIndices()).containsExactly(0);
    assertThat(scene.pods()).hasSize(2);
    assertThat(scene.pod(0).getMetadata().getName()).isNotEqualTo(first.getMetadata().getName());
  }
}
