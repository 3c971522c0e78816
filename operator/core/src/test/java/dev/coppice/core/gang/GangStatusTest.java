package dev.coppice.core.gang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.testing.TestYaml;
import dev.coppice.core.tree.SetCliques;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GangStatusTest {

  private static final Instant NOW = Instant.parse("2026-08-19T10:00:00Z");
  private static final PodCliqueSet SET =
      TestYaml.read("metadata: {name: x, namespace: ai, uid: set-uid}", PodCliqueSet.class);

  private static PodClique clique(String name, int scheduled) {
    return TestYaml.read(
        """
        metadata: {name: %s, namespace: ai, uid: u-%s,
          ownerReferences: [{kind: PodCliqueSet, name: x, uid: set-uid, controller: true}]}
        spec: {replicas: 3, minAvailable: 2, podSpec: {containers: []}}
        status: {replicas: 3, scheduledReplicas: %d}
        """
            .formatted(name, name, scheduled),
        PodClique.class);
  }

  private static PodGang gang(boolean placed) {
    return TestYaml.read(
        """
        metadata: {name: x-0, namespace: ai, uid: g, resourceVersion: '7'}
        spec: {podgroups: [{name: a, podReferences: [], minReplicas: 2}, {name: b, podReferences: [], minReplicas: 2}]}
        status:
          podGroups:
          - {name: x-0-q, minCount: 4, placed: %s, podCliques: [{name: a, uid: u-a, members: 2}, {name: b, uid: u-b, members: 2}]}
        """
            .formatted(placed),
        PodGang.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 | 0 | false | 0 of 2 PodCliques have their minimum of scheduled pods; waiting for 4 of 4 pods that get their places together
          3 | 1 | false | 1 of 2 PodCliques have their minimum of scheduled pods; waiting for 1 of 4 pods that get their places together
          3 | 1 | true  | 1 of 2 PodCliques have their minimum of scheduled pods; waiting for b
          2 | 2 | true  | 2 of 2 PodCliques have their minimum of scheduled pods
          """)
  void tells_of_pods_that_get_their_places_together_how_many_lack_one(
      int ofA, int ofB, boolean placed, String message) {
    Snapshot<PodCliqueSet> snapshot =
        Snapshot.of(SET, Observed.of(List.of(clique("a", ofA), clique("b", ofB))));
    Plan.Builder plan = Plan.builder(snapshot.failures());

    GangStatus.plan(new SetCliques(snapshot), gang(placed), SET.statusOrEmpty(), plan, NOW);

    assertThat(plan.build().actions())
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Patch.class,
            patch ->
                assertThat(patch.operations().findValues("message"))
                    .extracting(node -> node.asText())
                    .contains(message));
  }
}
