package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A set that no webhook has judged and that is wrong. */
class ValidityScenarioTest {

  private static final String MISTAKES =
      """
      [spec.template.cliques[1].spec.podSpec.schedulerName: Invalid value: "volcano": \
      all cliques must have the same scheduler; the first has "default-scheduler", \
      spec.template.cliques[1].spec.podSpec.schedulerName: Invalid value: "volcano": \
      the scheduler is not enabled in the operator's configuration; enabled: default-scheduler, \
      spec.template.cliques[0].labels[grove.io/podgang]: Forbidden: is written by the operator]\
      """;

  private static final String INVALID = set("labels: {grove.io/podgang: mine}, ", "volcano");
  private static final String VALID = set("", "default-scheduler");

  private static String set(String labels, String scheduler) {
    return """
    metadata: {name: llm}
    spec:
      replicas: 1
      template:
        cliques:
        - {name: a, %sspec: {replicas: 2, minAvailable: 1, podSpec: {containers: [{name: c, image: i}]}}}
        - {name: b, spec: {replicas: 2, podSpec: {schedulerName: %s, containers: [{name: c, image: i}]}}}
    """
        .formatted(labels, scheduler);
  }

  private static Optional<Condition> valid(PodCliqueSet set) {
    return Conditions.find(set.statusOrEmpty().conditions(), ConditionTypes.VALID);
  }

  /** Lets somebody put another specification into the set, past the webhook. */
  private static void apply(SetFixture fixture, String yaml) {
    PodCliqueSet wanted = TestYaml.read(yaml, PodCliqueSet.class);
    fixture.changeSet(set ->
        SetFixture.withSpec(
            set,
            PodCliqueSetSpecBuilder.builder(wanted.getSpec())
                .replicas(set.getSpec().replicas())
                .build()));
  }

  private static List<PlannedEvent> events(SetFixture fixture) {
    return fixture.cluster.events().stream()
        .filter(event -> event.reason().equals(EventReasons.INVALID))
        .toList();
  }

  @Test
  void does_not_tell_of_pods_that_are_not_made() {
    SetFixture fixture = new SetFixture(INVALID);

    fixture.settle();

    assertThat(fixture.cluster.journal())
        .extracting(Answer::action)
        .filteredOn(action -> action.target().type() == PodClique.class)
        .filteredOn(Action.Create.class::isInstance)
        .hasSize(2)
        .allMatch(action -> action.purpose().noun().equals("PodClique"));
  }

  @Test
  void gets_all_its_children_and_no_pods_and_is_told_every_mistake() {
    SetFixture fixture = new SetFixture(INVALID);

    fixture.settle();

    assertThat(fixture.names(Pod.class)).isEmpty();
    assertThat(fixture.names(PodClique.class)).containsExactly("llm-0-a", "llm-0-b");
    assertThat(fixture.names(Service.class)).containsExactly("llm-0");
    assertThat(fixture.names(PodGang.class)).containsExactly("llm-0");
    assertThat(valid(fixture.set()))
        .hasValueSatisfying(condition -> {
          assertThat(condition.getStatus()).isEqualTo("False");
          assertThat(condition.getReason()).isEqualTo(ConditionReasons.INVALID);
          assertThat(condition.getMessage()).isEqualTo(MISTAKES);
        });
    assertThat(events(fixture))
        .containsExactly(
            new PlannedEvent(true, EventReasons.INVALID, "no pods are created: " + MISTAKES));
  }

  @Test
  void is_told_in_the_first_reconcile() {
    SetFixture fixture = new SetFixture(INVALID);

    fixture.setPass();

    assertThat(valid(fixture.set())).isPresent();
  }

  @Test
  void runs_when_it_is_mended_and_has_nothing_more_to_tell() {
    SetFixture fixture = new SetFixture(INVALID);
    fixture.settle();

    apply(fixture, VALID);
    fixture.settle();

    assertThat(valid(fixture.set())).isEmpty();
    assertThat(fixture.names(Pod.class)).hasSize(4);
    assertThat(fixture.status().availableReplicas()).isOne();
    assertThat(events(fixture)).hasSize(1);
  }

  @Test
  void keeps_its_pods_when_it_becomes_invalid_and_counts_them_on() {
    SetFixture fixture = new SetFixture(VALID);
    fixture.settle();
    List<String> pods = fixture.podUids();

    apply(fixture, INVALID);
    fixture.settle();

    assertThat(valid(fixture.set())).isPresent();
    assertThat(fixture.podUids()).isEqualTo(pods);
    assertThat(fixture.status().availableReplicas()).isOne();
  }

  @Test
  void loses_pods_without_replacement_while_it_is_invalid() {
    SetFixture fixture = new SetFixture(VALID);
    fixture.settle();
    apply(fixture, INVALID);

    fixture.nodes.fail(pod(fixture, "llm-0-a"));
    fixture.settle();

    assertThat(pods(fixture, "llm-0-a")).hasSize(1);
    assertThat(fixture.clique("llm-0-a").statusOrEmpty())
        .satisfies(status -> {
          assertThat(status.podFailures()).hasSize(1);
          assertThat(status.readyReplicas()).isOne();
        });
    apply(fixture, VALID);
    fixture.settle();
    assertThat(pods(fixture, "llm-0-a")).hasSize(2);
  }

  @Test
  void is_scaled_in_while_it_is_invalid() {
    SetFixture fixture = new SetFixture(VALID);
    fixture.scaleSet(2);
    fixture.settle();
    apply(fixture, INVALID);

    fixture.scaleClique("llm-0-b", 1);
    fixture.scaleSet(1);
    fixture.settle();

    assertThat(fixture.names(PodClique.class)).containsExactly("llm-0-a", "llm-0-b");
    assertThat(fixture.names(PodGang.class)).containsExactly("llm-0");
    assertThat(pods(fixture, "llm-0-b")).hasSize(1);
  }

  @Test
  void says_only_what_is_missing_of_a_set_that_lacks_parts() {
    SetFixture fixture = new SetFixture(VALID);
    fixture.settle();
    List<String> pods = fixture.podUids();
    int before = fixture.actions().size();

    fixture.changeSet(
        set -> SetFixture.withSpec(set, TestYaml.read("{replicas: 1}", set.getSpec().getClass())));
    fixture.settle();

    assertThat(fixture.actionsSince(before)).hasOnlyElementsOfType(Action.PutStatus.class);
    assertThat(valid(fixture.set()))
        .hasValueSatisfying(condition ->
            assertThat(condition.getMessage()).isEqualTo("spec.template: Required value"));
    assertThat(fixture.podUids()).isEqualTo(pods);
    assertThat(fixture.status().availableReplicas()).isOne();
  }

  private static List<Pod> pods(SetFixture fixture, String clique) {
    return fixture
        .cluster
        .all(Pod.class)
        .filter(pod -> clique.equals(pod.getMetadata().getLabels().get(Labels.POD_CLIQUE)))
        .toList();
  }

  private static Pod pod(SetFixture fixture, String clique) {
    return pods(fixture, clique).getFirst();
  }
}
