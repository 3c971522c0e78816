package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.status.Conditions;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnsupportedFieldsScenarioTest {

  private static final String SHARING =
      """
      metadata: {name: s}
      spec:
        replicas: 1
        template:
          resourceSharing: [{name: c, scope: AllReplicas}]
          cliques:
          - {name: a, spec: {podSpec: {containers: [{name: c, image: i}]}}}
      """;

  @Test
  void says_so_in_a_condition_and_in_one_event_and_runs_the_set_all_the_same() {
    SetFixture fixture = new SetFixture(SHARING);

    fixture.settle();

    assertThat(fixture.status()).returns(1, PodCliqueSetStatus::availableReplicas);
    assertThat(Conditions.find(fixture.status().conditions(), ConditionTypes.SUPPORTED))
        .get()
        .matches(condition -> condition.getStatus().equals("False"))
        .matches(condition -> condition.getReason().equals("NotImplemented"))
        .matches(condition -> condition.getMessage().contains("spec.template.resourceSharing"));
    assertThat(fixture.cluster.events())
        .filteredOn(event -> event.reason().equals(EventReasons.NOT_IMPLEMENTED))
        .singleElement()
        .matches(PlannedEvent::warning)
        .matches(event -> event.message().contains("spec.template.resourceSharing"));
  }

  @Test
  void takes_the_condition_back_with_the_last_such_field() {
    SetFixture fixture = new SetFixture(SHARING);
    fixture.settle();

    fixture.changeSet(set ->
        SetFixture.withSpec(
            set,
            PodCliqueSetSpecBuilder.builder(set.getSpec())
                .template(
                    PodCliqueSetTemplateBuilder.builder(set.getSpec().template())
                        .resourceSharing(List.of())
                        .build())
                .build()));
    fixture.settle();

    assertThat(Conditions.find(fixture.status().conditions(), ConditionTypes.SUPPORTED)).isEmpty();
  }
}
