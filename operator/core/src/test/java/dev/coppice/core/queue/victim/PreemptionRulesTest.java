package dev.coppice.core.queue.victim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.queue.MinRuntimes;
import dev.coppice.core.queue.NodePools;
import dev.coppice.core.queue.Queues;
import dev.coppice.core.queue.UnqueuedPreemptor;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreemptionRulesTest {

  private static final PreemptionRules RULES = rules(ElasticSelection.ORDERED);

  private static final Preemptor PREEMPTOR = new Preemptor("other", "ns/preemptor", 1_000);

  private static final Map<String, RunningGang> GANGS =
      Map.of(
          "long", gang("long", "1h", Gangs.group("long", 1, 3)),
          "short", gang("short", "1m", Gangs.group("short", 2, 2)),
          "open", gang("open", "0s", Gangs.group("open", 2, 2)),
          "never", gang("never", "-1", Gangs.group("never", 1, 2)));

  private static PreemptionRules rules(ElasticSelection selection) {
    MinRuntimes runtimes =
        new MinRuntimes(
            Queues.tree("1h - -/1h\n1m - -/1m\n0s - -/0s\n-1 - -/-1\nother - -/-"),
            NodePools.NONE,
            UnqueuedPreemptor.FOREIGN_TOP_LEVEL);
    return new PreemptionRules(runtimes, selection);
  }

  private static RunningGang gang(String name, String queue, SubGroup group) {
    return new RunningGang("ns", name, queue, null, Gangs.NOON, List.of(group));
  }

  /** Nodes such as {@code n1 long-2 foreign-0}. */
  private static Map<String, List<Victim>> nodes(String text) {
    Map<String, List<Victim>> nodes = new LinkedHashMap<>();
    for (String node : text.split(", ", -1)) {
      List<String> words = Arrays.asList(node.split(" ", -1));
      nodes.put(words.getFirst(), words.stream().skip(1).map(PreemptionRulesTest::victim).toList());
    }
    return nodes;
  }

  private static Victim victim(String uid) {
    String name = uid.substring(0, uid.indexOf('-'));
    return switch (name) {
      case "foreign" -> new Victim.Foreign(uid);
      case "unknown" -> new Victim.Unknown(uid);
      default -> new Victim.OfGang(uid, GANGS.get(name));
    };
  }

  private static NodeDecision judge(Preemptor preemptor, String nodes) {
    return RULES.judge(preemptor, nodes(nodes), Gangs.NOON.plusSeconds(10));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          n1 foreign-0                     | n1    | ''
          n1 open-0 open-1 foreign-0       | n1    | ''
          n1 short-0                       | ''    | Protected
          n1 open-0 short-0                | ''    | Protected
          n1 long-2                        | n1    | ''
          n1 long-2 long-1                 | n1    | ''
          n1 long-2 long-1 long-0          | ''    | Protected
          n1 long-0                        | ''    | Protected
          n1 never-1                       | ''    | Protected
          n1 unknown-0                     | ''    | UnknownVictim
          n1                               | ''    | NoVictims
          n2 open-0, n1 short-0, n3 long-2 | n2 n3 | Protected
          """)
  void a_node_stays_as_it_is_or_goes(String nodes, String kept, String refusals) {
    NodeDecision decision = judge(PREEMPTOR, nodes);

    assertThat(String.join(" ", decision.kept())).isEqualTo(kept);
    assertThat(
            String.join(
                " ",
                decision.dropped().values().stream()
                    .map(refusal -> refusal.getClass().getSimpleName())
                    .toList()))
        .isEqualTo(refusals);
  }

  @Test
  void any_surplus_may_be_chosen_where_that_is_said() {
    NodeDecision decision =
        rules(ElasticSelection.ANY_WITHIN_SURPLUS)
            .judge(PREEMPTOR, nodes("n1 long-0 long-1, n2 long-0 long-1 long-2"), Gangs.NOON);

    assertThat(decision.kept()).containsExactly("n1");
  }

  @Test
  void a_gang_does_not_evict_its_own_pods() {
    NodeDecision decision = judge(new Preemptor("0s", "ns/open", 1_000), "n1 open-0, n2 foreign-0");

    assertThat(decision.kept()).containsExactly("n2");
    assertThat(decision.dropped()).containsEntry("n1", new NodeDecision.Refusal.OwnGang());
  }

  @ParameterizedTest
  @CsvSource({"1999999999, ''", "2000000000, n1", "2000001000, n1"})
  void system_pods_pass(int priority, String kept) {
    NodeDecision decision = judge(new Preemptor(null, null, priority), "n1 never-0 unknown-0");

    assertThat(String.join(" ", decision.kept())).isEqualTo(kept);
  }

  @ParameterizedTest
  @CsvSource({"IGNORE, n1", "NODE_POOL_DEFAULT, ''", "FOREIGN_TOP_LEVEL, ''"})
  void where_pods_without_a_queue_are_ignored_they_are_not_judged(
      UnqueuedPreemptor unqueued, String kept) {
    PreemptionRules rules =
        new PreemptionRules(
            new MinRuntimes(RULES.minRuntimes().tree(), NodePools.NONE, unqueued),
            ElasticSelection.ORDERED);

    NodeDecision decision =
        rules.judge(new Preemptor(null, null, 0), nodes("n1 never-0 unknown-0"), Gangs.NOON);

    assertThat(String.join(" ", decision.kept())).isEqualTo(kept);
  }

  @Test
  void each_gang_is_told_of_once() {
    NodeDecision decision = judge(PREEMPTOR, "n1 short-0, n2 short-1 long-0, n3 open-0 long-2");

    assertThat(decision.refusing().stream().map(verdict -> verdict.gang().name()))
        .containsExactly("short", "long");
    assertThat(decision.judged().stream().map(verdict -> verdict.gang().name()))
        .containsExactly("short", "long", "open");
  }

  @ParameterizedTest
  @CsvSource({
    "n1 short-0, 12:01:01",
    "n1 short-0 long-0, 13:00:01",
    "n1 short-0 never-0, ''",
    "n1 unknown-0, ''",
    "n1 open-0, ''",
  })
  void the_earliest_release_is_told(String nodes, String expected) {
    assertThat(
            judge(PREEMPTOR, nodes)
                .earliestRelease()
                .map(instant -> instant.toString().substring(11, 19))
                .orElse(""))
        .isEqualTo(expected);
  }

  @Test
  void of_several_nodes_the_first_that_comes_free_counts() {
    assertThat(judge(PREEMPTOR, "n1 long-0, n2 short-0, n3 never-0").earliestRelease())
        .contains(Gangs.NOON.plusSeconds(61));
  }

  @Test
  void what_came_free_is_kept() {
    Instant release = Gangs.NOON.plusSeconds(61);

    assertThat(RULES.judge(PREEMPTOR, nodes("n1 short-0"), release.minusMillis(1)).kept())
        .isEmpty();
    assertThat(RULES.judge(PREEMPTOR, nodes("n1 short-0"), release).kept()).containsExactly("n1");
  }

  @Test
  void what_runs_without_a_record_is_judged_by_its_pods() {
    RunningGang gang =
        new RunningGang("ns", "fresh", "1m", null, null, List.of(Gangs.group("fresh", 1, 1)));

    NodeDecision decision =
        RULES.judge(
            PREEMPTOR, Map.of("n1", List.of(new Victim.OfGang("fresh-0", gang))), Gangs.NOON);

    assertThat(decision.earliestRelease()).contains(Gangs.NOON.plusSeconds(61));
  }
}
