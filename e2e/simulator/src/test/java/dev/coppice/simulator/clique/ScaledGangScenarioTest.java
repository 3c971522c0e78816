package dev.coppice.simulator.clique;

import static dev.coppice.simulator.clique.FamilyFixture.BASE_LEADER;
import static dev.coppice.simulator.clique.FamilyFixture.BASE_WORKER;
import static dev.coppice.simulator.clique.FamilyFixture.ROUTER;
import static dev.coppice.simulator.clique.FamilyFixture.SCALED_LEADER;
import static dev.coppice.simulator.clique.FamilyFixture.SCALED_WORKER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.SchedulingGates;
import dev.coppice.api.status.LastError;
import dev.coppice.core.reconcile.Action;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScaledGangScenarioTest {

  private static final String GATE = SchedulingGates.POD_GANG_PENDING_CREATION;

  private final FamilyFixture fixture = new FamilyFixture();

  private List<List<String>> gates(String clique) {
    return fixture.pods(clique).stream().map(ScaledGangScenarioTest::gates).toList();
  }

  private static List<String> gates(Pod pod) {
    return pod.getSpec().getSchedulingGates().stream().map(PodSchedulingGate::getName).toList();
  }

  private void addGates(Pod pod, String... names) {
    fixture.cluster.change(
        pod,
        seen -> {
          PodBuilder changed = new PodBuilder(seen);
          for (String name : names) {
            changed.editSpec().addNewSchedulingGate(name).endSpec();
          }
          return changed.build();
        });
  }

  private void loseBaseLeader() {
    fixture.pods(BASE_LEADER).forEach(fixture.nodes::fail);
    fixture.settle();
  }

  @Test
  void gates_the_pods_of_the_scaled_gang_only() {
    fixture.settle();

    assertThat(gates(SCALED_LEADER)).containsExactly(List.of(GATE), List.of(GATE));
    assertThat(gates(SCALED_WORKER)).containsExactly(List.of(GATE), List.of(GATE));
    assertThat(gates(ROUTER)).containsExactly(List.of(), List.of());
    assertThat(gates(BASE_WORKER)).containsExactly(List.of(), List.of());
  }

  @Test
  void lets_them_go_at_once_when_the_base_gang_is_placed() {
    fixture.settle();

    fixture.nodes.bindAll();
    fixture.settle();

    assertThat(gates(SCALED_LEADER)).containsExactly(List.of(), List.of());
    assertThat(gates(SCALED_WORKER)).containsExactly(List.of(), List.of());
  }

  @Test
  void waits_for_every_clique_of_the_base_gang() {
    fixture.settle();

    fixture.pods(ROUTER).forEach(fixture.nodes::bind);
    fixture.pods(BASE_WORKER).forEach(fixture.nodes::bind);
    fixture.nodes.bind(fixture.pod(BASE_LEADER, 0));
    fixture.settle();

    assertThat(gates(SCALED_LEADER)).containsExactly(List.of(GATE), List.of(GATE));
  }

  @Test
  void makes_later_pods_without_a_gate() {
    fixture.run();

    fixture.cluster.delete(fixture.pod(SCALED_LEADER, 0));
    fixture.settle();

    assertThat(gates(SCALED_LEADER)).containsExactly(List.of(), List.of());
  }

  @Test
  void gates_a_replacement_again_while_the_base_gang_is_not_placed_and_no_older_pod() {
    fixture.run();
    loseBaseLeader();

    fixture.cluster.delete(fixture.pod(SCALED_LEADER, 0));
    fixture.settle();

    assertThat(gates(SCALED_LEADER)).containsExactly(List.of(GATE), List.of());
  }

  @Test
  void leaves_the_gates_of_others() {
    fixture.settle();
    addGates(fixture.pod(SCALED_LEADER, 0), "example.com/quota");

    fixture.nodes.bindAll();
    fixture.settle();

    assertThat(gates(SCALED_LEADER)).containsExactly(List.of("example.com/quota"), List.of());
  }

  @Test
  void frees_a_pod_of_the_base_gang_that_another_operator_gated() {
    fixture.settle();
    addGates(fixture.pod(ROUTER, 1), GATE);

    fixture.settle();

    assertThat(gates(ROUTER)).containsExactly(List.of(), List.of());
  }

  @Test
  void says_that_a_gate_cannot_be_removed_and_removes_it_later() {
    fixture.settle();
    fixture.nodes.bindAll();
    fixture.cluster.refuse(
        action -> action instanceof Action.Patch && action.target().type() == Pod.class,
        403,
        "pods is forbidden");
    fixture.reconciles();
    fixture.reconciles();
    fixture.cluster.advance(Duration.ofSeconds(1));
    fixture.reconciles();
    assertThat(fixture.status(SCALED_LEADER).lastErrors())
        .extracting(LastError::code)
        .containsExactly(ErrorCodes.REMOVE_POD_SCHEDULING_GATE);

    fixture.cluster.refuseNothing();
    fixture.settle();

    assertThat(gates(SCALED_LEADER)).containsExactly(List.of(), List.of());
  }
}
