package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatus;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatus;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.status.Conditions;
import dev.coppice.simulator.model.Policies;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of a set when the API server drops a field of a status. */
class OlderSchemaScenarioTest {

  /** Without it a scaling group that knows no pods looks at them again and again. */
  private static final String LOOKED_AT = "updatedReplicas";

  private static final String SERVING =
      """
      metadata: {name: s}
      spec:
        replicas: 2
        template:
          terminationDelay: 10s
          cliques:
            - {name: a, spec: {replicas: 2, minAvailable: 1, podSpec: {containers: [{name: c, image: i}]}}}
            - {name: b, spec: {replicas: 1, minAvailable: 1, podSpec: {containers: [{name: c, image: i}]}}}
          podCliqueScalingGroups: [{name: g, cliqueNames: [b], replicas: 2, minAvailable: 1}]
      """;

  private static final String TRAINING =
      """
      metadata: {name: s}
      spec:
        replicas: 1
        workloadType: Training
        template:
          cliques:
            - {name: a, spec: {replicas: 2, minAvailable: 2, podSpec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}
      """;

  static Stream<Arguments> fields() {
    return Stream.of(
            fields(PodCliqueSet.class, PodCliqueSetStatus.class),
            fields(PodCliqueScalingGroup.class, PodCliqueScalingGroupStatus.class),
            fields(PodClique.class, PodCliqueStatus.class),
            fields(PodGang.class, PodGangStatus.class))
        .flatMap(fields -> fields);
  }

  private static Stream<Arguments> fields(Class<? extends HasMetadata> kind, Class<?> status) {
    return Stream.of(status.getRecordComponents())
        .map(RecordComponent::getName)
        .filter(field -> !field.equals(LOOKED_AT))
        .map(field -> Arguments.of(kind, field));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("fields")
  void comes_to_rest_whichever_field_is_dropped(Class<? extends HasMetadata> kind, String field) {
    for (String manifest : new String[] {SERVING, TRAINING}) {
      int usual = actions(new SetFixture(manifest));
      SetFixture fixture = new SetFixture(manifest);
      fixture.cluster.enforceOnStatuses(Policies.withoutStatusField(kind, field));

      assertThat(actions(fixture)).isLessThan(2 * usual + 10);

      int before = fixture.actions().size();
      fixture.controllersFor(Duration.ofMinutes(5));
      assertThat(fixture.actionsSince(before)).isEmpty();
    }
  }

  @Test
  void takes_no_replica_for_outdated_of_which_it_is_only_not_kept_that_it_is_updated() {
    SetFixture fixture = new SetFixture(SERVING);
    fixture.cluster.enforceOnStatuses(Policies.withoutStatusField(PodClique.class, LOOKED_AT));

    fixture.controllersFor(Duration.ofMinutes(5));

    assertThat(fixture.actions()).noneMatch(Action.Delete.class::isInstance);
  }

  @Test
  void names_what_is_dropped_and_goes_on_when_it_is_kept_and_the_set_changes() {
    SetFixture fixture = new SetFixture(SERVING);
    fixture.cluster.enforceOnStatuses(
        Policies.withoutStatusField(PodCliqueSet.class, "availableReplicas"));
    fixture.settle();

    assertThat(fixture.status().availableReplicas()).isZero();
    assertThat(message(fixture))
        .isEqualTo(
            "2 of 2 replicas available; the API server does not keep PodCliqueSet"
                + " /status/availableReplicas");
    assertThat(fixture.names(Pod.class)).hasSize(8);

    fixture.cluster.enforceOnStatuses(status -> status);
    fixture.scaleSet(1);
    fixture.settle();
    assertThat(fixture.status().availableReplicas()).isEqualTo(1);
    assertThat(message(fixture)).isEqualTo("1 of 1 replica available");
  }

  private static String message(SetFixture fixture) {
    return Conditions.find(fixture.status().conditions(), ConditionTypes.READY)
        .orElseThrow()
        .getMessage();
  }

  private static int actions(SetFixture fixture) {
    fixture.settle();
    return fixture.actions().size();
  }
}
