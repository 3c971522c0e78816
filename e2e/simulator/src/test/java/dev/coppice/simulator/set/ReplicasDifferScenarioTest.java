package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.status.Conditions;
import org.junit.jupiter.api.Test;

/** What is scaled keeps its number, and the set tells where its template says another. */
class ReplicasDifferScenarioTest {

  private static final String SET =
      """
      metadata: {name: s}
      spec:
        replicas: 2
        template:
          cliques:
          - {name: a, spec: {replicas: 2, minAvailable: 1, podSpec: {containers: [{name: c, image: i}]}}}
          - {name: w, spec: {replicas: 1, podSpec: {containers: [{name: c, image: i}]}}}
          podCliqueScalingGroups:
          - {name: g, cliqueNames: [w], replicas: 1, minAvailable: 1}
      """;

  private static String told(SetFixture fixture) {
    return Conditions.find(fixture.status().conditions(), "ReplicasDiffer")
        .map(c -> "%s %s: %s".formatted(c.getStatus(), c.getReason(), c.getMessage()))
        .orElse("");
  }

  @Test
  void names_each_difference_with_both_numbers_and_the_command_that_settles_it() {
    SetFixture fixture = new SetFixture(SET);
    fixture.settle();
    assertThat(told(fixture)).isEmpty();

    fixture.scaleClique("s-1-a", 3);
    fixture.scaleGroup("s-0-g", 2);
    fixture.settle();

    assertThat(told(fixture))
        .isEqualTo(
            "True DiffersFromTemplate: 2 differ from spec.template:"
                + " PodClique s-1-a has 3 replicas, its template 2"
                + " (kubectl scale pclq/s-1-a -n n --replicas=2);"
                + " PodCliqueScalingGroup s-0-g has 2 replicas, its template 1"
                + " (kubectl scale pcsg/s-0-g -n n --replicas=1)");
  }

  @Test
  void is_silent_where_an_autoscaler_decides() {
    SetFixture fixture =
        new SetFixture(
            SET.replace(
                    "minAvailable: 1, podSpec",
                    "minAvailable: 1, autoScalingConfig: {maxReplicas: 5}, podSpec")
                .replace(
                    "replicas: 1, minAvailable: 1}",
                    "replicas: 1, minAvailable: 1, scaleConfig: {maxReplicas: 5}}"));
    fixture.settle();

    fixture.scaleClique("s-1-a", 3);
    fixture.scaleGroup("s-0-g", 2);
    fixture.settle();

    assertThat(told(fixture)).isEmpty();
  }
}
