package dev.coppice.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepTest {

  private static final Purpose PURPOSE = Purpose.unannounced("ERR_ANY", "created", "ConfigMap");
  private static final Instant LATER = Instant.parse("2026-01-01T00:00:00Z");

  private static Action create(String name) {
    ConfigMap object =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace("ns")
            .withName(name)
            .endMetadata()
            .build();
    return new Action.Create(object, PURPOSE);
  }

  private static Plan plan(Failures failures, List<Step<String>> steps) {
    Plan.Builder plan = Plan.builder(failures);
    Step.planFirst(steps, "", plan);
    return plan.build();
  }

  private static Step<String> creating(String name) {
    return (_, plan) ->
        plan.add(create(name), List.of(new PlannedEvent(false, "Made", "made " + name)));
  }

  @Test
  void a_round_holds_the_actions_of_the_first_step_that_has_any() {
    Plan plan =
        plan(
            Failures.none(),
            List.of((_, quiet) -> quiet.requeueAt(LATER), creating("one"), creating("two")));

    assertThat(plan.actions()).hasSize(1);
    assertThat(plan.actions().getFirst().target().name()).isEqualTo("one");
    assertThat(plan.requeueAt()).isEqualTo(LATER);
  }

  @Test
  void what_was_refused_leaves_the_round_to_the_next_step_without_its_events() {
    Failures refused = Failures.none().withSkipped(create("one"));

    Plan plan = plan(refused, List.of(creating("one"), creating("two")));

    assertThat(plan.actions().getFirst().target().name()).isEqualTo("two");
    assertThat(plan.events()).extracting(PlannedEvent::message).containsExactly("made two");
  }

  @Test
  void a_step_may_leave_the_rest_to_the_next_reconcile() {
    Plan plan = plan(Failures.none(), List.of((_, all) -> all.endRound(), creating("one")));

    assertThat(plan.isEmpty()).isTrue();
  }
}
