package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfigBuilder;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Numbers of replicas beyond all bounds, written past the webhook. */
@Timeout(60)
class BoundlessNumbersScenarioTest {

  private static final int BOUNDLESS = 2_000_000_000;
  private static final String GROUP = "workload2-0-sg-x";

  private final SetFixture fixture = new SetFixture(Workloads.TWO);

  private List<Action> settled(Runnable change) {
    fixture.settle();
    int before = fixture.actions().size();
    change.run();
    fixture.settle();
    return fixture.actionsSince(before);
  }

  private void changeTemplate(UnaryOperator<PodCliqueSetTemplate> change) {
    fixture.changeSet(set ->
        SetFixture.withSpec(
            set,
            PodCliqueSetSpecBuilder.builder(set.getSpec())
                .template(change.apply(set.getSpec().template()))
                .build()));
  }

  private static String whatIsWrong(List<Condition> conditions) {
    return Conditions.find(conditions, ConditionTypes.VALID)
        .map(Condition::getMessage)
        .orElse("nothing");
  }

  @Test
  void of_a_set_make_nothing_and_are_told() {
    List<Action> actions = settled(() -> fixture.scaleSet(BOUNDLESS));

    assertThat(actions).hasOnlyElementsOfType(Action.PutStatus.class).hasSizeLessThan(4);
    assertThat(whatIsWrong(fixture.status().conditions()))
        .isEqualTo(
            "spec.replicas: Invalid value: 2000000000: the set would have 20000000000 pods; at most"
                + " 10000 are allowed");
    assertThat(fixture.status().availableReplicas()).isOne();
  }

  @Test
  void of_a_new_set_make_nothing_at_all() {
    fixture.scaleSet(BOUNDLESS);

    fixture.settle();

    assertThat(fixture.actions()).hasOnlyElementsOfType(Action.PutStatus.class).hasSize(1);
  }

  @Test
  void in_the_template_of_a_group_leave_what_runs_as_it_is() {
    List<Action> actions =
        settled(() ->
            changeTemplate(template ->
                PodCliqueSetTemplateBuilder.builder(template)
                    .podCliqueScalingGroups(
                        template.podCliqueScalingGroups().stream()
                            .map(group ->
                                PodCliqueScalingGroupConfigBuilder.builder(group)
                                    .replicas(BOUNDLESS)
                                    .build())
                            .toList())
                    .build()));

    assertThat(actions).hasOnlyElementsOfType(Action.PutStatus.class);
    assertThat(fixture.names(Pod.class)).hasSize(10);
  }

  @Test
  void do_not_keep_a_set_from_being_scaled_in() {
    fixture.scaleSet(2);
    fixture.settle();

    changeTemplate(template ->
        PodCliqueSetTemplateBuilder.builder(template)
            .cliques(Stream.generate(template.cliques()::getFirst).limit(65).toList())
            .build());
    fixture.scaleSet(1);
    fixture.settle();

    assertThat(fixture.names(PodCliqueScalingGroup.class)).containsExactly(GROUP);
    assertThat(fixture.names(PodClique.class)).allMatch(name -> name.startsWith("workload2-0-"));
    assertThat(fixture.names(Pod.class)).hasSize(10);
  }

  @Test
  void of_a_scaling_group_add_no_replica_and_take_no_gang_away() {
    fixture.settle();
    fixture.scaleGroup(GROUP, 4);

    List<Action> actions = settled(() -> fixture.scaleGroup(GROUP, BOUNDLESS));

    assertThat(actions).hasOnlyElementsOfType(Action.PutStatus.class).hasSizeLessThan(4);
    assertThat(fixture.names(PodGang.class)).hasSize(4);
    assertThat(fixture.names(Pod.class)).hasSize(18);
    assertThat(whatIsWrong(fixture.group(GROUP).statusOrEmpty().conditions()))
        .startsWith("spec.replicas: Invalid value: 2000000000: the set would have 8000000002 pods");
    assertThat(whatIsWrong(fixture.status().conditions())).isEqualTo("nothing");
    assertThat(invalid()).hasSize(1);
  }

  @Test
  void of_a_scaling_group_are_forgotten_when_they_are_mended() {
    fixture.settle();
    fixture.scaleGroup(GROUP, BOUNDLESS);
    fixture.settle();

    fixture.scaleGroup(GROUP, 3);
    fixture.settle();

    assertThat(whatIsWrong(fixture.group(GROUP).statusOrEmpty().conditions())).isEqualTo("nothing");
    assertThat(fixture.names(Pod.class)).hasSize(14);
  }

  @Test
  void of_a_clique_make_no_pod_and_are_told() {
    List<Action> actions = settled(() -> fixture.scaleClique("workload2-0-pc-a", BOUNDLESS));

    assertThat(creations(actions)).isEmpty();
    assertThat(fixture.names(Pod.class)).hasSize(10);
    assertThat(whatIsWrong(fixture.clique("workload2-0-pc-a").statusOrEmpty().conditions()))
        .startsWith("spec.replicas: Invalid value: 2000000000: the set would have 2000000008 pods");
    assertThat(invalid()).hasSize(1);
  }

  @Test
  void of_a_new_clique_make_no_pod_and_no_gang() {
    fixture.setPass();
    fixture.scaleClique("workload2-0-pc-a", BOUNDLESS);
    fixture.groupPasses();

    fixture.settle();

    assertThat(fixture.names(Pod.class)).isEmpty();
    assertThat(fixture.names(PodGang.class)).isEmpty();
    assertThat(whatIsWrong(fixture.clique("workload2-0-pc-a").statusOrEmpty().conditions()))
        .isNotEqualTo("nothing");
    fixture.scaleClique("workload2-0-pc-a", 2);
    fixture.settle();
    assertThat(fixture.names(Pod.class)).hasSize(10);
  }

  private List<PlannedEvent> invalid() {
    return fixture.cluster.events().stream()
        .filter(event -> event.reason().equals(EventReasons.INVALID))
        .toList();
  }

  private static List<Action> creations(List<Action> actions) {
    return actions.stream().filter(Action.Create.class::isInstance).toList();
  }
}
