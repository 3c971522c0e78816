package dev.coppice.core.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cases of seed 001 and of the resolver of KAI. */
class MinRuntimesTest {

  private static final NodePools DEFAULTS = Queues.pools("2s", "1s");

  private static final QueueTree WITH_ORPHAN =
      Queues.tree(
          """
          dev       -    5s/10s
          dev-team1 dev  -/8s
          orphan    gone -/7s
          """);

  private static final QueueTree SILENT =
      Queues.tree(
          """
          dev        -          5s/10s
          dev-team1  dev        -/8s
          no-reclaim -          -/-
          leaf       no-reclaim -/-
          """);

  private static MinRuntimes in(QueueTree tree) {
    return new MinRuntimes(tree, DEFAULTS, UnqueuedPreemptor.FOREIGN_TOP_LEVEL);
  }

  private static MinRuntimes by(ReclaimMethod method) {
    return new MinRuntimes(
        Queues.T,
        new NodePools(Queues.pool("2s", "1s", method), Map.of()),
        UnqueuedPreemptor.NODE_POOL_DEFAULT);
  }

  private static String told(Resolution resolution) {
    return "%s (%s)".formatted(resolution.minRuntime().text(), resolution.source().text());
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      textBlock =
          """
          prod-team2 | 15s (queue prod-team2, preemptMinRuntime)
          prod-team1 | 20s (queue prod, preemptMinRuntime)
          dev-team1  | 5s (queue dev, preemptMinRuntime)
          prod       | 20s (queue prod, preemptMinRuntime)
          research   | 4s (queue research, preemptMinRuntime)
          nowhere    | 2s (default of all node pools)
          -          | 2s (default of all node pools)
          """)
  void against_the_same_queue(String queue, String expected) {
    assertThat(told(in(Queues.T).preempt(queue, null))).isEqualTo(expected);
  }

  @Test
  void a_queue_that_is_not_there_is_told_from_none() {
    assertThat(in(Queues.T).preempt("nowhere", null).source())
        .isEqualTo(new Resolution.Source.OfNodePool("default", Resolution.Gap.QUEUE_NOT_FOUND));
    assertThat(in(Queues.T).preempt(null, null).source())
        .isEqualTo(new Resolution.Source.OfNodePool("default", Resolution.Gap.NO_QUEUE));
    assertThat(in(SILENT).reclaim("dev-team1", "leaf", null).source())
        .isEqualTo(new Resolution.Source.OfNodePool("default", Resolution.Gap.NONE_SET));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      textBlock =
          """
          QUEUE | dev-team1  | prod-team2       | 35s (queue prod-team2, reclaimMinRuntime)
          QUEUE | dev-team1  | dev-team2        | 10s (queue dev, reclaimMinRuntime)
          QUEUE | dev-team1  | nowhere          | 1s (default of all node pools)
          QUEUE | -          | dev-team2        | 1s (default of all node pools)
          LCA   | dev-team1  | prod-team2       | 30s (queue prod, reclaimMinRuntime)
          LCA   | dev-team2  | dev-team1        | 8s (queue dev-team1, reclaimMinRuntime)
          LCA   | prod-team1 | prod-team2       | 35s (queue prod-team2, reclaimMinRuntime)
          LCA   | prod-team2 | prod-team2       | 35s (queue prod-team2, reclaimMinRuntime)
          LCA   | dev-team1  | research-project | 6s (queue research, reclaimMinRuntime)
          LCA   | -          | -                | 1s (default of all node pools)
          QUEUE | dev-team1  | research-project | 9s (queue research-project, reclaimMinRuntime)
          LCA   | dev-team1  | dev              | 10s (queue dev, reclaimMinRuntime)
          LCA   | dev        | dev-team1        | 8s (queue dev-team1, reclaimMinRuntime)
          """)
  void against_another_queue(
      ReclaimMethod method, String preemptor, String victim, String expected) {
    assertThat(told(by(method).reclaim(preemptor, victim, null))).isEqualTo(expected);
  }

  @Test
  void an_orphan_and_a_silent_branch() {
    assertThat(told(in(WITH_ORPHAN).reclaim("dev-team1", "orphan", null)))
        .isEqualTo("7s (queue orphan, reclaimMinRuntime)");
    assertThat(told(in(SILENT).reclaim("dev-team1", "leaf", null)))
        .isEqualTo("1s (default of all node pools)");
  }

  @ParameterizedTest
  @CsvSource({
    "leaf1, leaf3, 1m (queue D; reclaimMinRuntime)",
    "leaf1, leaf2, 3m (queue leaf2; reclaimMinRuntime)",
    "leaf3, leaf1, 10m (queue B; reclaimMinRuntime)",
    "elsewhere, leaf1, 0s (default of all node pools)",
  })
  void the_example_of_reclaims(String preemptor, String victim, String expected) {
    QueueTree tree =
        Queues.tree(
            """
            A         - -/-
            B         A -/600s
            C         B -/-
            D         B -/60s
            leaf1     C -/0s
            leaf2     C -/180s
            leaf3     D -/-
            elsewhere - -/-
            """);
    MinRuntimes runtimes =
        new MinRuntimes(tree, NodePools.NONE, UnqueuedPreemptor.FOREIGN_TOP_LEVEL);

    assertThat(told(runtimes.resolve(preemptor, victim, null)))
        .isEqualTo(expected.replace(';', ','));
  }

  @ParameterizedTest
  @CsvSource({
    "leaf1, 5m (queue leaf1; preemptMinRuntime)",
    "leaf2, 10m (queue B; preemptMinRuntime)",
  })
  void the_example_of_preemptions(String queue, String expected) {
    QueueTree tree =
        Queues.tree(
            """
            A     - -/-
            B     A 600s/-
            C     B -/-
            leaf1 C 300s/-
            leaf2 C -/-
            """);
    MinRuntimes runtimes =
        new MinRuntimes(tree, NodePools.NONE, UnqueuedPreemptor.FOREIGN_TOP_LEVEL);

    assertThat(told(runtimes.resolve(queue, queue, null))).isEqualTo(expected.replace(';', ','));
  }

  @ParameterizedTest
  @CsvSource({"0s", "-1"})
  void a_value_at_the_end_of_the_way_hides_those_above(String value) {
    QueueTree tree = Queues.tree("a - 9s/9s\nb a %1$s/%1$s\nother a -/-".formatted(value));

    assertThat(in(tree).resolve("b", "b", null).minRuntime().text()).isEqualTo(value);
    assertThat(in(tree).resolve("other", "b", null).minRuntime().text()).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          dev-team1, dev-team1,  PREEMPT
          dev-team1, dev-team2,  RECLAIM
          nowhere,   nowhere,    PREEMPT
          -,         dev-team1,  RECLAIM
          dev-team1, -,          RECLAIM
          -,         -,          RECLAIM
          """)
  void one_name_on_both_sides_is_a_preemption(String preemptor, String victim, Eviction expected) {
    assertThat(in(Queues.T).resolve(preemptor, victim, null).eviction()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      textBlock =
          """
          FOREIGN_TOP_LEVEL  | -       | 30s (queue prod, reclaimMinRuntime)
          FOREIGN_TOP_LEVEL  | nowhere | 30s (queue prod, reclaimMinRuntime)
          NODE_POOL_DEFAULT  | -       | 1s (default of all node pools)
          NODE_POOL_DEFAULT  | nowhere | 1s (default of all node pools)
          IGNORE             | -       | 0s (nothing holds against pods without a queue)
          IGNORE             | nowhere | 0s (nothing holds against pods without a queue)
          """)
  void a_preemptor_without_a_queue(UnqueuedPreemptor option, String preemptor, String expected) {
    MinRuntimes runtimes = new MinRuntimes(Queues.T, DEFAULTS, option);

    assertThat(told(runtimes.resolve(preemptor, "prod-team2", null))).isEqualTo(expected);
  }

  @Test
  void each_part_of_a_node_pool_overrides_by_itself() {
    NodePools pools =
        new NodePools(
            Queues.pool("2s", "1s"),
            Map.of(
                "gpu-a", Queues.pool("10m", "-"),
                "gpu-b", Queues.pool("-", "-1", ReclaimMethod.QUEUE)));
    MinRuntimes runtimes = new MinRuntimes(Queues.T, pools, UnqueuedPreemptor.FOREIGN_TOP_LEVEL);

    assertThat(told(runtimes.preempt(null, "gpu-a"))).isEqualTo("10m (node pool gpu-a)");
    assertThat(told(runtimes.reclaim("dev", null, "gpu-a")))
        .isEqualTo("1s (default of all node pools)");
    assertThat(told(runtimes.preempt(null, "gpu-b"))).isEqualTo("2s (default of all node pools)");
    assertThat(told(runtimes.reclaim("dev", null, "gpu-b"))).isEqualTo("-1 (node pool gpu-b)");
    assertThat(told(runtimes.preempt(null, "other"))).isEqualTo("2s (default of all node pools)");
    assertThat(told(runtimes.reclaim("dev-team1", "prod-team2", "gpu-a")))
        .isEqualTo("30s (queue prod, reclaimMinRuntime)");
    assertThat(told(runtimes.reclaim("dev-team1", "prod-team2", "gpu-b")))
        .isEqualTo("35s (queue prod-team2, reclaimMinRuntime)");
  }

  @Test
  void one_answer_for_each_place_at_which_ways_part() {
    assertThat(in(Queues.T).reclaims("prod-team2", null))
        .extracting(Resolution::asked, MinRuntimesTest::told)
        .containsExactly(
            tuple("prod", "30s (queue prod, reclaimMinRuntime)"),
            tuple("prod-team2", "35s (queue prod-team2, reclaimMinRuntime)"));
    assertThat(by(ReclaimMethod.QUEUE).reclaims("prod-team2", null))
        .extracting(MinRuntimesTest::told)
        .containsExactly("35s (queue prod-team2, reclaimMinRuntime)");
    assertThat(in(SILENT).reclaims("leaf", null))
        .extracting(Resolution::asked)
        .isEqualTo(List.of("no-reclaim", "leaf"));
    assertThat(in(Queues.T).reclaims("nowhere", null)).isEmpty();
  }

  @Test
  void what_cannot_be_read_is_inherited() {
    assertThat(told(in(Queues.tree("a - 9s/9s\nb a 1d/10")).resolve("b", "b", null)))
        .isEqualTo("9s (queue a, preemptMinRuntime)");
  }

  @Test
  void members_of_a_cycle_have_values_too() {
    MinRuntimes runtimes =
        in(Queues.tree("a b 1s/1s\nb c -/-\nc a 3s/3s\nx a -/-\ny b -/-\nself self 4s/4s"));

    assertThat(told(runtimes.resolve("a", "a", null))).isEqualTo("1s (queue a, preemptMinRuntime)");
    assertThat(told(runtimes.resolve("b", "b", null))).isEqualTo("3s (queue c, preemptMinRuntime)");
    assertThat(told(runtimes.resolve("y", "x", null))).isEqualTo("3s (queue c, reclaimMinRuntime)");
    assertThat(told(runtimes.resolve("x", "self", null)))
        .isEqualTo("4s (queue self, reclaimMinRuntime)");
    assertThat(told(runtimes.resolve("self", "self", null)))
        .isEqualTo("4s (queue self, preemptMinRuntime)");
  }
}
