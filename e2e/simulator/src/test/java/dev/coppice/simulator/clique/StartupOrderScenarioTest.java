package dev.coppice.simulator.clique;

import static dev.coppice.simulator.clique.FamilyScene.BASE_LEADER;
import static dev.coppice.simulator.clique.FamilyScene.BASE_WORKER;
import static dev.coppice.simulator.clique.FamilyScene.ROUTER;
import static dev.coppice.simulator.clique.FamilyScene.SCALED_LEADER;
import static dev.coppice.simulator.clique.FamilyScene.SCALED_WORKER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Annotations;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StartupOrderScenarioTest {

  private static final String HELD = "";
  private static final String RELEASED = "true";

  private final FamilyScene scene = new FamilyScene();

  private List<String> told(String clique) {
    return scene.pods(clique).stream()
        .map(pod -> pod.getMetadata().getAnnotations().get(Annotations.STARTUP_RELEASED))
        .toList();
  }

  @Test
  void lets_no_clique_start_before_its_parents() {
    scene.settle();

    scene.nodes.runAll();
    scene.settle();
    assertThat(scene.status(ROUTER).readyReplicas()).isEqualTo(2);
    assertThat(scene.status(BASE_LEADER).readyReplicas()).isZero();
    assertThat(told(BASE_LEADER)).containsExactly(RELEASED, RELEASED);
    assertThat(told(BASE_WORKER)).containsExactly(HELD, HELD);

    scene.nodes.runAll();
    scene.settle();
    assertThat(scene.status(BASE_LEADER).readyReplicas()).isEqualTo(2);
    assertThat(scene.status(BASE_WORKER).readyReplicas()).isZero();
    assertThat(told(BASE_WORKER)).containsExactly(RELEASED, RELEASED);

    scene.nodes.runAll();
    scene.settle();
    assertThat(scene.status(BASE_WORKER).readyReplicas()).isEqualTo(2);
  }

  @Test
  void orders_a_scaled_gang_by_its_own_cliques() {
    scene.settle();
    scene.nodes.bindAll();
    scene.settle();
    scene.nodes.bindAll();
    assertThat(told(SCALED_WORKER)).containsExactly(HELD, HELD);

    scene.pods(SCALED_LEADER).forEach(scene.nodes::start);
    scene.settle();

    assertThat(told(SCALED_WORKER)).containsExactly(RELEASED, RELEASED);
  }

  @Test
  void waits_for_the_minimum_of_a_parent_and_not_for_all_of_it() {
    scene.settle();
    scene.nodes.bindAll();

    scene.nodes.start(scene.pod(ROUTER, 1));
    scene.settle();

    assertThat(told(BASE_LEADER)).containsExactly(RELEASED, RELEASED);
  }

  @Test
  void holds_a_replacement_again_while_a_parent_is_below_its_minimum_and_no_older_pod() {
    scene.run();
    scene.pods(ROUTER).forEach(scene.nodes::stall);
    scene.cluster.delete(scene.pod(BASE_LEADER, 0));

    scene.settle();
    assertThat(told(BASE_LEADER)).containsExactly(HELD, RELEASED);

    scene.nodes.start(scene.pod(ROUTER, 0));
    scene.settle();
    assertThat(told(BASE_LEADER)).containsExactly(RELEASED, RELEASED);
  }

  @Test
  void releases_a_pod_from_the_start_when_its_parents_have_started() {
    scene.run();
    int earlier = scene.cluster.journal().size();
    Pod lost = scene.pod(BASE_LEADER, 0);
    scene.cluster.delete(lost);

    scene.settle();

    assertThat(told(BASE_LEADER)).containsExactly(RELEASED, RELEASED);
    assertThat(scene.cluster.journal().subList(earlier, scene.cluster.journal().size()))
        .filteredOn(answer -> answer.action().target().type() == Pod.class)
        .hasSize(1);
  }

  @Test
  void keeps_what_others_have_noted_on_a_pod() {
    scene.settle();
    scene.cluster.change(
        scene.pod(BASE_LEADER, 0),
        pod ->
            new PodBuilder(pod)
                .editMetadata()
                .addToAnnotations("example.com/note", "mine")
                .endMetadata()
                .build());

    scene.nodes.runAll();
    scene.settle();

    assertThat(scene.pod(BASE_LEADER, 0).getMetadata().getAnnotations())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("example.com/note", "mine", Annotations.STARTUP_RELEASED, RELEASED));
  }
}
