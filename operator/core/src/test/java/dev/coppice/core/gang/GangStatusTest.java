package dev.coppice.core.gang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatus;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.queue.NodePools;
import dev.coppice.core.queue.QueueSettings;
import dev.coppice.core.queue.StartTime;
import dev.coppice.core.queue.UnqueuedPreemptor;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.runtime.QueuedGangs;
import dev.coppice.core.testing.TestYaml;
import dev.coppice.core.tree.SetCliques;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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

    GangStatus.plan(
        new SetCliques(snapshot),
        gang(placed),
        SET.statusOrEmpty(),
        true,
        Optional.empty(),
        Optional.empty(),
        plan,
        NOW);

    assertThat(plan.build().actions())
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Patch.class,
            patch ->
                assertThat(patch.operations().findValues("message"))
                    .extracting(node -> node.asText())
                    .contains(message));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-,    -,       5000",
        "-,    all,     500",
        "team, -,       500",
        "team, all,     500",
        "off,  -,       5000",
      })
  void the_first_status_of_a_gang_that_a_queue_counts_comes_sooner(
      String label, String standard, long milliseconds) {
    PodGang gang = gang(false);
    gang.setStatus(null);
    gang.getMetadata().setLabels(label == null ? Map.of() : Map.of("kai.scheduler/queue", label));
    PodClique pending = clique("a", 0);
    pending.setStatus(
        PodCliqueStatusBuilder.builder(pending.statusOrEmpty())
            .conditions(
                List.of(
                    new ConditionBuilder()
                        .withType(ConditionTypes.POD_CLIQUE_SCHEDULED)
                        .withStatus("False")
                        .withLastTransitionTime(NOW.toString())
                        .build()))
            .build());
    Snapshot<PodCliqueSet> snapshot = Snapshot.of(SET, Observed.of(List.of(pending)));
    QueueSettings settings =
        new QueueSettings(
            !"off".equals(label),
            Optional.ofNullable(standard),
            NodePools.NONE,
            UnqueuedPreemptor.FOREIGN_TOP_LEVEL,
            StartTime.Begin.FIRST_RUNNING,
            "pool");
    Plan.Builder plan = Plan.builder(snapshot.failures());

    GangStatus.plan(
        new SetCliques(snapshot),
        gang,
        SET.statusOrEmpty(),
        true,
        Optional.empty(),
        QueuedGangs.of(settings, Stream.of()),
        plan,
        NOW);

    assertThat(plan.build().actions()).isEmpty();
    assertThat(plan.build().requeueAt()).isEqualTo(NOW.plusMillis(milliseconds));
  }

  private static String enforced(PodGang gang, boolean answered, int ofA, Instant now) {
    return next(gang, answered, ofA, now).statusOrEmpty().conditions().stream()
        .filter(condition -> condition.getType().equals(ConditionTypes.GANG_NOT_ENFORCED))
        .map(condition -> condition.getStatus() + " " + condition.getMessage())
        .findFirst()
        .orElse("absent");
  }

  /** The gang with the conditions that are planned for it. */
  private static PodGang next(PodGang gang, boolean answered, int ofA, Instant now) {
    PodGangStatus status = gang.statusOrEmpty();
    Together together = Together.of(gang, Stream.of(clique("a", ofA), clique("b", 0)));
    return gang.withStatus(
        PodGangStatusBuilder.builder(status)
            .conditions(together.setIn(status.conditions(), answered, now))
            .build());
  }

  @Test
  void a_scheduler_that_places_a_part_and_says_nothing_is_told_of_after_a_while() {
    String part = "2 of 4 pods that get their places together have one";
    PodGang begun = next(gang(false), false, 2, NOW);

    assertThat(enforced(gang(false), false, 2, NOW)).isEqualTo("Unknown " + part);
    assertThat(enforced(begun, false, 2, NOW.plusSeconds(9))).isEqualTo("Unknown " + part);
    PodGang told = next(begun, false, 2, NOW.plusSeconds(10));
    assertThat(enforced(begun, false, 2, NOW.plusSeconds(10))).isEqualTo("True " + part);
    assertThat(enforced(told, false, 2, NOW.plusSeconds(11))).isEqualTo("True " + part);
    assertThat(
            Together.of(told, Stream.of(clique("a", 2)))
                .due(begun.statusOrEmpty().conditions(), false, NOW))
        .contains(NOW.plusSeconds(10));
  }

  @ParameterizedTest
  @CsvSource({"false, true, 2", "false, false, 0", "true, false, 2"})
  void nothing_speaks_against_one_that_has_answered_or_placed_none_or_all(
      boolean placed, boolean answered, int ofA) {
    PodGang begun = next(gang(false), false, 2, NOW);
    PodGang later =
        gang(placed)
            .withStatus(
                PodGangStatusBuilder.builder(gang(placed).statusOrEmpty())
                    .conditions(begun.statusOrEmpty().conditions())
                    .build());

    assertThat(enforced(later, answered, ofA, NOW.plusSeconds(10))).isEqualTo("absent");
  }
}
