package dev.coppice.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatus;
import dev.coppice.core.json.ModelJson;
import dev.coppice.core.queue.MinRuntime;
import dev.coppice.core.queue.MinRuntimes;
import dev.coppice.core.queue.NodePools;
import dev.coppice.core.queue.QueueSettings;
import dev.coppice.core.queue.QueueTree;
import dev.coppice.core.queue.Queues;
import dev.coppice.core.queue.StartTime;
import dev.coppice.core.queue.UnqueuedPreemptor;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueuedGangsTest {

  private static final String START = "2026-01-02T03:00:00Z";

  private static final QueueTree TREE =
      Queues.tree(
          """
          dept-1 -      -/30m
          team-a dept-1 10m/0s
          kept   -      -1/-1
          free   -      0s/0s
          """);

  private static final NodePools POOLS =
      new NodePools(
          NodePools.Pool.EMPTY,
          Map.of(
              "gpu",
              new NodePools.Pool(
                  Optional.empty(),
                  Optional.of(new MinRuntime.AtLeast(Duration.ofMinutes(5))),
                  Optional.empty())));

  private static final QueuedGangs GANGS =
      new QueuedGangs(
          new QueueSettings(
              true,
              Optional.empty(),
              POOLS,
              UnqueuedPreemptor.FOREIGN_TOP_LEVEL,
              StartTime.Begin.FIRST_RUNNING,
              "kai.scheduler/node-pool"),
          new MinRuntimes(TREE, POOLS, UnqueuedPreemptor.FOREIGN_TOP_LEVEL));

  private static PodGang gang(String labels, String start) {
    return TestYaml.read(
        """
        metadata: {name: x-0, namespace: ai, uid: g, resourceVersion: '7', labels: {%s}}
        spec: {podgroups: [{name: worker, podReferences: [], minReplicas: 2}]}
        status: {phase: Running%s}
        """
            .formatted(labels, start.equals("-") ? "" : ", startTime: " + start),
        PodGang.class);
  }

  private static Optional<PodClique> clique(int scheduled) {
    return Optional.of(
        TestYaml.read(
            """
            metadata: {name: worker, namespace: ai, uid: w}
            spec: {replicas: 4, minAvailable: 2, podSpec: {containers: []}}
            status:
              replicas: 4
              scheduledReplicas: %1$d
              requested: {cpu: 6, nvidia.com/gpu: '32'}
              allocated: {cpu: %2$dm, nvidia.com/gpu: '%3$d'}
            """
                .formatted(scheduled, scheduled * 1500, scheduled * 8),
            PodClique.class));
  }

  private static PodGangStatus told(PodGang gang, int scheduled, String now) {
    return GANGS
        .told(gang, gang.statusOrEmpty(), _ -> clique(scheduled), Instant.parse(now))
        .status();
  }

  private static String said(PodGangStatus status) {
    Condition condition = Conditions.find(status.conditions(), "RuntimeProtected").orElseThrow();
    return "%s %s: %s"
        .formatted(condition.getStatus(), condition.getReason(), condition.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          kai.scheduler/queue: team-a | - | 2026-01-02T03:05:00Z | Unknown NotStarted: in-queue once it runs (10m, queue team-a); from outside dept-1 once it runs (30m, queue dept-1); from outside team-a not at all (queue team-a)
          kai.scheduler/queue: team-a | 2026-01-02T03:00:00Z | 2026-01-02T03:05:00Z | True MinRuntimeNotReached: in-queue until 2026-01-02T03:10:00Z (10m, queue team-a); from outside dept-1 until 2026-01-02T03:30:00Z (30m, queue dept-1); from outside team-a not at all (queue team-a)
          kai.scheduler/queue: team-a | 2026-01-02T03:00:00Z | 2026-01-02T03:10:00.9Z | True MinRuntimeNotReached: in-queue until 2026-01-02T03:10:00Z (10m, queue team-a); from outside dept-1 until 2026-01-02T03:30:00Z (30m, queue dept-1); from outside team-a not at all (queue team-a)
          kai.scheduler/queue: team-a | 2026-01-02T03:00:00Z | 2026-01-02T03:10:01Z | True MinRuntimeNotReached: in-queue no more since 2026-01-02T03:10:01Z (10m, queue team-a); from outside dept-1 until 2026-01-02T03:30:00Z (30m, queue dept-1); from outside team-a not at all (queue team-a)
          kai.scheduler/queue: team-a | 2026-01-02T03:00:00Z | 2026-01-02T04:00:00Z | False MinRuntimeReached: in-queue no more since 2026-01-02T03:10:01Z (10m, queue team-a); from outside dept-1 no more since 2026-01-02T03:30:01Z (30m, queue dept-1); from outside team-a not at all (queue team-a)
          kai.scheduler/queue: kept   | - | 2026-01-02T03:05:00Z | True NeverEvictable: in-queue for ever (queue kept); from other queues for ever (queue kept)
          kai.scheduler/queue: free   | 2026-01-02T03:00:00Z | 2026-01-02T03:05:00Z | False NoMinRuntime: in-queue not at all (queue free); from other queues not at all (queue free)
          kai.scheduler/queue: gone   | 2026-01-02T03:00:00Z | 2026-01-02T03:05:00Z | False NoMinRuntime: in-queue not at all (default of all node pools); from other queues not at all (default of all node pools)
          kai.scheduler/node-pool: gpu | 2026-01-02T03:00:00Z | 2026-01-02T03:04:00Z | True MinRuntimeNotReached: from other queues until 2026-01-02T03:05:00Z (5m, node pool gpu)
          a: b | 2026-01-02T03:00:00Z | 2026-01-02T03:05:00Z | False NoMinRuntime: from other queues not at all (default of all node pools)
          """)
  void a_gang_says_until_when_and_against_whom_it_is_protected(
      String labels, String start, String now, String expected) {
    assertThat(said(told(gang(labels, start), 2, now))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a: b                         | 03:00:10 gpu | 03:00:20 other | until 2026-01-02T03:05:00Z (5m, node pool gpu)
          a: b                         | 03:00:20 gpu | 03:00:10 other | not at all (default of all node pools)
          a: b                         | 03:00:10 -   | 03:00:20 gpu   | not at all (default of all node pools)
          a: b                         | - gpu        | 03:00:20 gpu   | until 2026-01-02T03:05:00Z (5m, node pool gpu)
          a: b                         | - -          | - -            | not at all (default of all node pools)
          kai.scheduler/node-pool: x   | 03:00:10 gpu | 03:00:20 gpu   | not at all (default of all node pools)
          kai.scheduler/node-pool: gpu | 03:00:10 x   | 03:00:20 x     | until 2026-01-02T03:05:00Z (5m, node pool gpu)
          kai.scheduler/node-pool: ""  | 03:00:10 gpu | 03:00:20 x     | until 2026-01-02T03:05:00Z (5m, node pool gpu)
          """)
  void the_pool_of_its_nodes_counts_where_it_names_none(
      String labels, String ofWorker, String ofLeader, String expected) {
    PodGang gang =
        TestYaml.read(
            """
            metadata: {name: x-0, namespace: ai, labels: {%s}}
            spec: {podgroups: [{name: worker, podReferences: [], minReplicas: 2}, {name: leader, podReferences: [], minReplicas: 2}]}
            status: {startTime: %s}
            """
                .formatted(labels, START),
            PodGang.class);
    Function<String, Optional<PodClique>> cliques =
        name -> Optional.of(placed(name.equals("worker") ? ofWorker : ofLeader));

    assertThat(
            said(
                GANGS
                    .told(
                        gang, gang.statusOrEmpty(), cliques, Instant.parse("2026-01-02T03:04:00Z"))
                    .status()))
        .contains("from other queues " + expected);
    QueuedGangs withoutPools = QueuedGangs.of(QueueSettings.DEFAULTS, Stream.of()).orElseThrow();
    assertThat(
            said(
                withoutPools
                    .told(
                        gang, gang.statusOrEmpty(), cliques, Instant.parse("2026-01-02T03:04:00Z"))
                    .status()))
        .contains("not at all (default of all node pools)");
  }

  private static PodClique placed(String words) {
    String[] parts = words.split(" ", -1);
    return TestYaml.read(
        """
        metadata: {name: any, namespace: ai}
        spec: {replicas: 2, podSpec: {containers: []}}
        status: {replicas: 2 %s %s}
        """
            .formatted(
                parts[0].equals("-") ? "" : ", assignedSince: 2026-01-02T%sZ".formatted(parts[0]),
                parts[1].equals("-") ? "" : ", nodePool: " + parts[1]),
        PodClique.class);
  }

  @Test
  void it_is_told_by_which_value_of_which_queue() {
    assertThat(
            ModelJson.text(
                told(gang("kai.scheduler/queue: team-a", START), 4, "2026-01-02T03:05:00Z")
                    .runtimeProtection()))
        .isEqualTo(
            """
            {"preempt":{"minRuntime":"10m0s","from":"Queue/team-a preemptMinRuntime","protectedUntil":"2026-01-02T03:10:00Z"},\
            "reclaim":[{"preemptorOutside":"dept-1","minRuntime":"30m0s","from":"Queue/dept-1 reclaimMinRuntime","protectedUntil":"2026-01-02T03:30:00Z"},\
            {"preemptorOutside":"team-a","minRuntime":"0s","from":"Queue/team-a reclaimMinRuntime"}],\
            "sacrificable":{"worker":2}}\
            """);
  }

  @Test
  void pods_that_it_can_do_without_are_told_of_unless_it_is_never_evicted() {
    assertThat(said(told(gang("kai.scheduler/queue: free", START), 4, "2026-01-02T03:05:00Z")))
        .endsWith("; 2 surplus pods of worker may go at any time");
    assertThat(said(told(gang("kai.scheduler/queue: kept", START), 4, "2026-01-02T03:05:00Z")))
        .doesNotContain("surplus");
  }

  @ParameterizedTest
  @CsvSource({
    "team-a, 2026-01-02T03:05:00Z, 2026-01-02T03:10:01Z",
    "team-a, 2026-01-02T03:10:00.5Z, 2026-01-02T03:10:01Z",
    "team-a, 2026-01-02T03:10:01Z, 2026-01-02T03:30:01Z",
    "team-a, 2026-01-02T03:30:01Z, ",
    "kept, 2026-01-02T03:05:00Z, ",
  })
  void the_next_look_is_when_the_first_protection_ends(String queue, String now, String expected) {
    PodGang gang = gang("kai.scheduler/queue: " + queue, START);
    assertThat(
            GANGS
                .told(gang, gang.statusOrEmpty(), _ -> clique(2), Instant.parse(now))
                .nextWord()
                .map(Instant::toString)
                .orElse(null))
        .isEqualTo(expected);
  }

  @Test
  void what_its_pods_take_is_counted_for_its_queue() {
    assertThat(
            ModelJson.text(told(gang("a: b", START), 3, "2026-01-02T03:05:00Z").resourcesStatus()))
        .isEqualTo(
            "{\"requested\":{\"cpu\":\"6\",\"nvidia.com/gpu\":\"32\"},"
                + "\"allocated\":{\"cpu\":\"4500m\",\"nvidia.com/gpu\":\"24\"}}");
    assertThat(
            told(
                    gang("kai.scheduler/preemptibility: non-preemptible", START),
                    1,
                    "2026-01-02T03:05:00Z")
                .resourcesStatus()
                .allocatedNonPreemptible()
                .toString())
        .isEqualTo("{cpu=1500m, nvidia.com/gpu=8}");
  }

  @Test
  void a_queue_that_is_not_there_is_told_of_once() {
    PodGang gang = gang("kai.scheduler/queue: gone", START);
    PodGang told = gang.withStatus(told(gang, 2, "2026-01-02T03:05:00Z"));
    PodGang known = gang("kai.scheduler/queue: team-a", START);
    PodGang lost = gang.withStatus(told(known, 2, "2026-01-02T03:05:00Z"));

    assertThat(GANGS.event(gang))
        .hasValueSatisfying(event ->
            assertThat(event.message())
                .isEqualTo(
                    "PodGang x-0 is in Queue gone, which does not exist: what node pools say"
                        + " holds"));
    assertThat(GANGS.event(told)).isEmpty();
    assertThat(GANGS.event(lost)).isPresent();
    assertThat(GANGS.event(known)).isEmpty();
  }

  @Test
  void without_queues_all_of_it_goes() {
    PodGang gang = gang("kai.scheduler/queue: team-a", START);

    assertThat(QueuedGangs.untold(told(gang, 2, "2026-01-02T03:05:00Z")).status())
        .isEqualTo(gang.statusOrEmpty());
    assertThat(QueuedGangs.of(QueueSettings.OFF, Stream.of())).isEmpty();
  }
}
