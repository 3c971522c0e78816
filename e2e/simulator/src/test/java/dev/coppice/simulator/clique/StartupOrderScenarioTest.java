package dev.coppice.simulator.clique;

import static dev.coppice.simulator.clique.FamilyFixture.BASE_LEADER;
import static dev.coppice.simulator.clique.FamilyFixture.BASE_WORKER;
import static dev.coppice.simulator.clique.FamilyFixture.ROUTER;
import static dev.coppice.simulator.clique.FamilyFixture.SCALED_LEADER;
import static dev.coppice.simulator.clique.FamilyFixture.SCALED_WORKER;
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

  private final FamilyFixture fixture = new FamilyFixture();

  private List<String> told(String clique) {
    return fixture.pods(clique).stream()
        .map(pod -> pod.getMetadata().getAnnotations().get(Annotations.STARTUP_RELEASED))
        .toList();
  }

  @Test
  void lets_no_clique_start_before_its_parents() {
    fixture.settle();

    fixture.nodes.runAll();
    fixture.settle();
    assertThat(fixture.status(ROUTER).readyReplicas()).isEqualTo(2);
    assertThat(fixture.status(BASE_LEADER).readyReplicas()).isZero();
    assertThat(told(BASE_LEADER)).containsExactly(RELEASED, RELEASED);
    assertThat(told(BASE_WORKER)).containsExactly(HELD, HELD);

    fixture.nodes.runAll();
    fixture.settle();
    assertThat(fixture.status(BASE_LEADER).readyReplicas()).isEqualTo(2);
    assertThat(fixture.status(BASE_WORKER).readyReplicas()).isZero();
    assertThat(told(BASE_WORKER)).containsExactly(RELEASED, RELEASED);

    fixture.nodes.runAll();
    fixture.settle();
    assertThat(fixture.status(BASE_WORKER).readyReplicas()).isEqualTo(2);
  }

  @Test
  void orders_a_scaled_gang_by_its_own_cliques() {
    fixture.settle();
    fixture.nodes.bindAll();
    fixture.settle();
    fixture.nodes.bindAll();
    assertThat(told(SCALED_WORKER)).containsExactly(HELD, HELD);

    fixture.pods(SCALED_LEADER).forEach(fixture.nodes::start);
    fixture.settle();

    assertThat(told(SCALED_WORKER)).containsExactly(RELEASED, RELEASED);
  }

  @Test
  void waits_for_the_minimum_of_a_parent_and_not_for_all_of_it() {
    fixture.settle();
    fixture.nodes.bindAll();

    fixture.nodes.start(fixture.pod(ROUTER, 1));
    fixture.settle();

    assertThat(told(BASE_LEADER)).containsExactly(RELEASED, RELEASED);
  }

  @Test
  void holds_a_replacement_again_while_a_parent_is_below_its_minimum_and_no_older_pod() {
    fixture.run();
    fixture.pods(ROUTER).forEach(fixture.nodes::stall);
    fixture.cluster.delete(fixture.pod(BASE_LEADER, 0));

    fixture.settle();
    assertThat(told(BASE_LEADER)).containsExactly(HELD, RELEASED);

    fixture.nodes.start(fixture.pod(ROUTER, 0));
    fixture.settle();
    assertThat(told(BASE_LEADER)).containsExactly(RELEASED, RELEASED);
  }

  @Test
  void releases_a_pod_from_the_start_when_its_parents_have_started() {
    fixture.run();
    int earlier = fixture.cluster.journal().size();
    Pod lost = fixture.pod(BASE_LEADER, 0);
    fixture.cluster.delete(lost);

    fixture.settle();

    assertThat(told(BASE_LEADER)).containsExactly(RELEASED, RELEASED);
    assertThat(fixture.cluster.journal().subList(earlier, fixture.cluster.journal().size()))
        .filteredOn(answer -> answer.action().target().type() == Pod.class)
        .hasSize(1);
  }

  @Test
  void keeps_what_others_have_noted_on_a_pod() {
    fixture.settle();
    fixture.cluster.change(
        fixture.pod(BASE_LEADER, 0),
        pod ->
            new PodBuilder(pod)
                .editMetadata()
                .addToAnnotations("example.com/note", "mine")
                .endMetadata()
                .build());

    fixture.nodes.runAll();
    fixture.settle();

    assertThat(fixture.pod(BASE_LEADER, 0).getMetadata().getAnnotations())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("example.com/note", "mine", Annotations.STARTUP_RELEASED, RELEASED));
  }
}
