package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.status.Conditions;
import dev.coppice.simulator.model.Policies;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The state of a set in one word, and the first obstacle down to its cause. */
class ReadinessScenarioTest {

  private static final String SET =
      """
      metadata: {name: s}
      spec:
        replicas: 2
        template:
          cliqueStartupType: CliqueStartupTypeInOrder
          cliques:
          - {name: a, spec: {replicas: 2, minAvailable: 2, podSpec: {containers: [{name: c, image: i}]}}}
          - {name: b, spec: {replicas: 1, podSpec: {containers: [{name: c, image: i}]}}}
      """;

  private static final String GROUPED =
      """
      metadata: {name: s}
      spec:
        replicas: 1
        template:
          cliques:
          - {name: a, spec: {replicas: 1, podSpec: {containers: [{name: c, image: i}]}}}
          podCliqueScalingGroups:
          - {name: g, cliqueNames: [a]}
      """;

  private final SetFixture fixture = new SetFixture(SET);

  private String ready() {
    return text(fixture.status().conditions(), ConditionTypes.READY);
  }

  private static String text(List<Condition> conditions, String type) {
    return Conditions.find(conditions, type)
        .map(c -> "%s %s: %s".formatted(c.getStatus(), c.getReason(), c.getMessage()))
        .orElse("");
  }

  private List<String> warnings() {
    return fixture.cluster.events().stream()
        .filter(PlannedEvent::warning)
        .map(event -> event.reason() + ": " + event.message())
        .toList();
  }

  @Test
  void is_ready_when_every_replica_is_available_without_a_warning() {
    fixture.settle();

    assertThat(ready()).isEqualTo("True Ready: 2 of 2 replicas available");
    assertThat(warnings()).isEmpty();
  }

  @Test
  void is_blocked_by_what_is_refused_to_a_clique_and_says_so_once() {
    fixture.cluster.refuse(
        action -> action instanceof Action.Create && action.target().type() == Pod.class,
        403,
        "pods \"x\" is forbidden: exceeded quota");

    fixture.controllersFor(Duration.ofSeconds(60));

    assertThat(ready())
        .isEqualTo(
            "False Blocked: 0 of 2 replicas available; replica 0: PodClique s-0-a has 0 of 2 pods"
                + " ready; pods \"x\" is forbidden: exceeded quota");
    assertThat(fixture.status().lastErrors())
        .singleElement()
        .returns(
            "PodClique s-0-a: pods \"x\" is forbidden: exceeded quota",
            error -> error.description());
    assertThat(warnings()).filteredOn(warning -> warning.startsWith("Blocked: ")).hasSize(1);
  }

  @Test
  void is_not_blocked_by_a_server_that_has_too_much_to_do() {
    fixture.cluster.refuse(
        action -> action instanceof Action.Create && action.target().type() == Pod.class,
        429,
        "too many requests");

    fixture.controllersFor(Duration.ofSeconds(5));

    assertThat(ready()).startsWith("False Creating: ");
  }

  @Test
  void is_not_blocked_by_a_policy_that_rewrites_a_value() {
    fixture.cluster.enforce(Policies.relabelling(Labels.NAME, "renamed", Set.of(Service.class)));

    fixture.settle();

    assertThat(fixture.status().lastErrors()).hasSize(1);
    assertThat(ready()).startsWith("True Ready: ");
  }

  @Test
  void names_the_clique_that_others_wait_for() {
    for (int round = 0; round < 5; round++) {
      fixture.setPass();
      fixture.cliquePasses();
      fixture.cluster.advance(Duration.ofSeconds(11));
    }

    assertThat(text(fixture.clique("s-0-b").statusOrEmpty().conditions(), ConditionTypes.WAITING))
        .isIn(
            "False NothingToWaitFor: nothing is known that pods wait for",
            "True StartupOrder: waits for s-0-a: 0 of 2 pods ready");
    assertThat(ready())
        .startsWith("False Creating: 0 of 2 replicas available; replica 0: PodClique s-0-a ");
  }

  @Test
  void is_degraded_by_a_loss_and_warns_of_it_once() {
    fixture.settle();

    TeardownFixture.kill(fixture, "s-1-a", 0);
    fixture.controllersFor(Duration.ofSeconds(30));

    assertThat(ready())
        .startsWith(
            "False Degraded: 1 of 2 replicas available; replica 1: PodClique s-1-a has 1 of 2 pods ready");
    assertThat(warnings()).filteredOn(warning -> warning.startsWith("Degraded: ")).hasSize(1);
  }

  @Test
  void counts_outdated_pods_under_on_delete_without_a_warning() {
    SetFixture onDelete =
        new SetFixture(
            SET.replace(
                "replicas: 2\n  template",
                "replicas: 2\n  updateStrategy: {type: OnDelete}\n  template"));
    onDelete.settle();

    new UpdateFixture(onDelete).changeImage("new", "a");
    onDelete.settle();

    assertThat(text(onDelete.status().conditions(), ConditionTypes.READY))
        .isEqualTo("True Ready: 2 of 2 replicas available, 4 pods of an old template");
    assertThat(onDelete.cluster.events()).noneMatch(PlannedEvent::warning);
  }

  @Test
  void is_scaled_to_zero_in_a_word_of_its_own() {
    SetFixture none =
        new SetFixture(SET.replace("replicas: 2\n  template", "replicas: 0\n  template"));

    none.settle();

    assertThat(text(none.status().conditions(), ConditionTypes.READY))
        .isEqualTo("True ScaledToZero: spec.replicas is 0, so that there are no pods");
  }

  @Test
  void counts_the_podcliques_that_are_scaled_to_zero() {
    fixture.settle();

    fixture.scaleClique("s-1-b", 0);
    fixture.settle();

    assertThat(ready()).isEqualTo("True Ready: 2 of 2 replicas available, 1 PodClique idle");
    assertThat(text(fixture.clique("s-1-b").statusOrEmpty().conditions(), ConditionTypes.READY))
        .isEqualTo("True Idle: spec.replicas is 0, so that there are no pods");
    assertThat(
            text(
                fixture.clique("s-1-b").statusOrEmpty().conditions(),
                ConditionTypes.MIN_AVAILABLE_BREACHED))
        .isEqualTo("False Idle: 0 of 0 pods are ready");
    assertThat(warnings()).isEmpty();

    fixture.scaleClique("s-1-b", 1);
    fixture.settle();

    assertThat(ready()).isEqualTo("True Ready: 2 of 2 replicas available");
  }

  @Test
  void names_pods_that_hang_on_a_lost_node_at_every_level_until_they_are_gone() {
    SetFixture grouped = new SetFixture(GROUPED);
    grouped.nodes.add("gpu-1");
    grouped.nodes.add("gpu-2");
    grouped.settle();
    Pod pod = grouped.pod("s-0-g-0-a", 0);
    grouped.cluster.delete(pod);
    grouped.nodes.lose("gpu-1");
    grouped.controllersFor(Duration.ofSeconds(5));
    grouped.nodes.runAll();
    Instant asked = grouped.cluster.clock().instant().minusSeconds(5);

    grouped.controllersFor(Duration.ofSeconds(20));
    assertThat(text(grouped.status().conditions(), ConditionTypes.READY))
        .isEqualTo("True Ready: 1 of 1 replica available");

    grouped.controllersFor(Duration.ofSeconds(30));
    String hangs =
        "1 pod hangs in Terminating on a node that is not Ready: %s on gpu-1 since %s"
            .formatted(pod.getMetadata().getName(), asked);
    assertThat(text(grouped.clique("s-0-g-0-a").statusOrEmpty().conditions(), ConditionTypes.READY))
        .isEqualTo("True StuckTerminating: 1 of 1 pod ready; " + hangs);
    assertThat(text(grouped.group("s-0-g").statusOrEmpty().conditions(), ConditionTypes.READY))
        .isEqualTo(
            "True StuckTerminating: 1 of 1 replica available; PodClique s-0-g-0-a: " + hangs);
    assertThat(text(grouped.status().conditions(), ConditionTypes.READY))
        .isEqualTo(
            "True StuckTerminating: 1 of 1 replica available; PodClique s-0-g-0-a: " + hangs);
    int before = grouped.actions().size();
    grouped.controllersFor(Duration.ofHours(1));
    assertThat(grouped.actionsSince(before)).isEmpty();

    grouped.nodes.regain("gpu-1");
    grouped.settle();
    assertThat(text(grouped.status().conditions(), ConditionTypes.READY))
        .isEqualTo("True Ready: 1 of 1 replica available");
    assertThat(grouped.clique("s-0-g-0-a").statusOrEmpty().conditions())
        .noneMatch(condition -> condition.getType().equals(ConditionTypes.STUCK_TERMINATING));
  }

  @Test
  void writes_nothing_at_rest() {
    fixture.settle();
    int before = fixture.actions().size();

    fixture.controllersFor(Duration.ofMinutes(5));

    assertThat(fixture.actionsSince(before)).isEmpty();
  }
}
