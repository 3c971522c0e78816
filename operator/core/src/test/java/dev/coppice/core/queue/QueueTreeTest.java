package dev.coppice.core.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueTreeTest {

  private static final QueueTree CIRCLES =
      Queues.tree(
          """
          c     a  -/-
          a     b  -/-
          b     c  -/-
          below a  -/-
          self  self -/-
          under self -/-
          lost  gone -/-
          deep  lost -/-
          """);

  @ParameterizedTest
  @CsvSource({
    "dev, dev",
    "dev-team1, dev dev-team1",
    "prod-team2, prod prod-team2",
    "research-project, research research-project",
    "nowhere, ''",
  })
  void a_way_leads_from_the_top(String queue, String way) {
    assertThat(String.join(" ", Queues.T.path(queue))).isEqualTo(way);
  }

  @ParameterizedTest
  @CsvSource({
    "a, c b a",
    "b, a c b",
    "c, b a c",
    "below, c b a below",
    "self, self",
    "under, self under",
    "lost, lost",
    "deep, lost deep",
  })
  void a_way_ends_where_a_queue_would_come_again_or_is_missing(String queue, String way) {
    assertThat(String.join(" ", CIRCLES.path(queue))).isEqualTo(way);
  }

  @ParameterizedTest
  @CsvSource({
    "a, a b c, ''",
    "b, a b c, ''",
    "c, a b c, ''",
    "below, '', ''",
    "self, self, ''",
    "under, '', ''",
    "lost, '', gone",
    "deep, '', ''",
    "nowhere, '', ''",
  })
  void cycles_and_orphans_are_told(String queue, String cycle, String missing) {
    assertThat(String.join(" ", CIRCLES.cycle(queue))).isEqualTo(cycle);
    assertThat(CIRCLES.missingParent(queue).orElse("")).isEqualTo(missing);
  }

  @Test
  void children_are_sorted() {
    assertThat(Queues.T.children("prod")).containsExactly("prod-team1", "prod-team2");
    assertThat(Queues.T.children("prod-team1")).isEmpty();
    assertThat(CIRCLES.children("a")).containsExactly("below", "c");
    assertThat(CIRCLES.children("gone")).containsExactly("lost");
  }

  @ParameterizedTest
  @CsvSource({"prod-team1, 1", "prod, 2", "nowhere, 0"})
  void a_branch_has_a_height(String queue, int height) {
    assertThat(Queues.T.height(queue)).isEqualTo(height);
  }

  @Test
  void a_cycle_has_a_height_too() {
    assertThat(CIRCLES.height("a")).isEqualTo(3);
    assertThat(CIRCLES.height("self")).isEqualTo(2);
  }

  @Test
  void one_queue_changes_and_the_tree_stays() {
    QueueTree changed = Queues.T.with(QueueNode.of(Queues.queue("dev prod-team1 -/-")));

    assertThat(changed.path("dev-team1")).containsExactly("prod", "prod-team1", "dev", "dev-team1");
    assertThat(Queues.T.path("dev-team1")).containsExactly("dev", "dev-team1");
  }

  @Test
  void a_parent_without_a_name_is_none() {
    var queue = Queues.queue("a - -/-");
    queue.setSpec(null);

    assertThat(QueueNode.of(queue).parent()).isEmpty();
  }

  /** CPU time: other processes on the machine do not count. */
  @Test
  void a_thousand_queues_of_thirty_two_levels_are_resolved_in_microseconds() {
    List<QueueNode> queues = branches(1_000, QueueTree.DEEPEST);
    MinRuntimes runtimes =
        new MinRuntimes(QueueTree.of(queues), NodePools.NONE, UnqueuedPreemptor.FOREIGN_TOP_LEVEL);
    assertThat(runtimes.tree().path("q992")).hasSize(QueueTree.DEEPEST);
    int[] asked = new Random(1).ints(100_000, 0, queues.size()).toArray();

    resolveAll(runtimes, asked);
    long before = cpuTime();
    int found = resolveAll(runtimes, asked);
    long nanoseconds = (cpuTime() - before) / asked.length;

    System.out.println("one resolution takes " + nanoseconds + " ns");
    assertThat(found).isEqualTo(asked.length);
    assertThat(nanoseconds).isLessThan(10_000);
  }

  @Test
  void a_thousand_queues_become_a_tree_in_milliseconds() {
    List<QueueNode> queues = branches(1_000, QueueTree.DEEPEST);
    int tries = 50;
    IntStream.range(0, tries).forEach(_ -> QueueTree.of(queues));

    long before = cpuTime();
    IntStream.range(0, tries).forEach(_ -> QueueTree.of(queues));
    long microseconds = (cpuTime() - before) / tries / 1_000;

    System.out.println("one tree takes " + microseconds + " µs");
    assertThat(microseconds).isLessThan(10_000);
  }

  private static int resolveAll(MinRuntimes runtimes, int[] asked) {
    int found = 0;
    for (int i = 0; i < asked.length; i++) {
      Resolution resolution =
          runtimes.resolve("q" + asked[i], "q" + asked[asked.length - 1 - i], null);
      found += resolution.minRuntime() instanceof MinRuntime.None ? 1 : 0;
    }
    return found;
  }

  /** Branches side by side under one queue, none of them with a value, so that all is walked. */
  private static List<QueueNode> branches(int queues, int levels) {
    List<QueueNode> nodes = new ArrayList<>();
    nodes.add(new QueueNode("q0", Optional.empty(), Optional.empty(), Optional.empty()));
    for (int i = 1; i < queues; i++) {
      int above = (i - 1) % (levels - 1) == 0 ? 0 : i - 1;
      nodes.add(
          new QueueNode("q" + i, Optional.of("q" + above), Optional.empty(), Optional.empty()));
    }
    return nodes;
  }

  private static long cpuTime() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return threads.getCurrentThreadCpuTime();
  }
}
