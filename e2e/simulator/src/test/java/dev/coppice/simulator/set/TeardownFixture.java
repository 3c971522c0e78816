package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import java.util.List;
import java.util.NavigableMap;

/** A set with a scaling group whose replicas are torn down after ten seconds. */
final class TeardownFixture {

  static final String POD = "podSpec: {containers: [{name: c, image: i}]}";

  static final String TWO_LEVELS =
      """
      metadata: {name: s}
      spec:
        replicas: 2
        template:
          terminationDelay: 10s
          cliques:
          - {name: a, spec: {replicas: 2, minAvailable: 2, POD}}
          - {name: b, spec: {replicas: 1, POD}}
          - {name: c, spec: {replicas: 3, minAvailable: 1, POD}}
          podCliqueScalingGroups:
          - {name: x, cliqueNames: [b, c], replicas: 2, minAvailable: 1}
      """
          .replace("POD", POD);

  private TeardownFixture() {}

  static SetFixture running(String yaml) {
    SetFixture fixture = new SetFixture(yaml);
    fixture.settle();
    return fixture;
  }

  static void kill(SetFixture fixture, String clique, int index) {
    fixture.cluster.delete(fixture.pod(clique, index));
  }

  static List<String> remade(
      NavigableMap<String, String> before, NavigableMap<String, String> after) {
    return before.keySet().stream()
        .filter(name -> !before.get(name).equals(after.get(name)))
        .toList();
  }

  static ReplicaDeletion only(List<ReplicaDeletion> records) {
    assertThat(records).hasSize(1);
    return records.getFirst();
  }

  static List<Answer> deletes(SetFixture fixture) {
    return fixture.cluster.journal().stream()
        .filter(answer ->
            answer.action() instanceof Action.Delete delete
                && delete.target().type() == PodClique.class)
        .toList();
  }
}
