package dev.coppice.core.queue.victim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.queue.MinRuntimes;
import dev.coppice.core.queue.NodePools;
import dev.coppice.core.queue.Queues;
import dev.coppice.core.queue.UnqueuedPreemptor;
import dev.coppice.core.queue.victim.UnknownPreemptor.Benefit;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnknownPreemptorTest {

  /** In team: 10 s in the queue, 60 s from the other teams, 30 s from outside. */
  private static final String TREE =
      """
      top    -   -/30s
      team   top 10s/60s
      other  top -/-
      never  -   -1/-1
      half   -   -1/20s
      open   -   -/-
      """;

  private static UnknownPreemptor rules(
      Benefit benefit, UnqueuedPreemptor unqueued, NodePools pools, ElasticSelection selection) {
    return new UnknownPreemptor(
        new PreemptionRules(new MinRuntimes(Queues.tree(TREE), pools, unqueued), selection),
        benefit);
  }

  private static UnknownPreemptor rules(Benefit benefit, UnqueuedPreemptor unqueued) {
    return rules(benefit, unqueued, NodePools.NONE, ElasticSelection.ORDERED);
  }

  private static String until(Optional<Verdict> refusal) {
    return refusal
        .map(verdict ->
            switch (verdict.protection()) {
              case Protection.NotReached(var until) -> until.toString().substring(11, 19);
              case Protection.NeverEvictable() -> "never";
              default -> "none";
            })
        .orElse("free");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          team,  0,  12:00:10, 12:01:00
          team,  10, 12:00:10, 12:01:00
          team,  11, free,     12:01:00
          team,  60, free,     12:01:00
          team,  61, free,     free
          other, 5,  free,     12:00:30
          other, 31, free,     free
          never, 5,  never,    never
          half,  5,  12:00:20, never
          half,  21, free,     never
          open,  0,  free,     free
          gone,  0,  free,     free
          -,     0,  free,     free
          """)
  void the_benefit_of_the_doubt_is_the_preemptors_or_the_victims(
      String queue, int age, String preemptors, String victims) {
    RunningGang gang = Gangs.gang(queue, Gangs.NOON, Gangs.group("sg", 1, 1));

    assertThat(
            until(
                rules(Benefit.PREEMPTOR, UnqueuedPreemptor.FOREIGN_TOP_LEVEL)
                    .refusal("sg-0", gang, Gangs.NOON.plusSeconds(age))))
        .isEqualTo(preemptors);
    assertThat(
            until(
                rules(Benefit.VICTIM, UnqueuedPreemptor.FOREIGN_TOP_LEVEL)
                    .refusal("sg-0", gang, Gangs.NOON.plusSeconds(age))))
        .isEqualTo(victims);
  }

  @ParameterizedTest
  @CsvSource({
    "FOREIGN_TOP_LEVEL, 12:00:10",
    "NODE_POOL_DEFAULT, 12:00:03",
    "IGNORE,            free"
  })
  void the_preemptor_may_be_one_without_a_queue(UnqueuedPreemptor unqueued, String until) {
    RunningGang gang = Gangs.gang("team", Gangs.NOON, Gangs.group("sg", 1, 1));

    assertThat(
            until(
                rules(
                        Benefit.PREEMPTOR,
                        unqueued,
                        Queues.pools("2s", "3s"),
                        ElasticSelection.ORDERED)
                    .refusal("sg-0", gang, Gangs.NOON)))
        .isEqualTo(until);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "gone, FOREIGN_TOP_LEVEL, 12:00:02",
        "-,    FOREIGN_TOP_LEVEL, 12:00:03",
        "gone, IGNORE,            free",
        "-,    IGNORE,            free"
      })
  void without_a_queue_of_its_own_the_node_pool_protects_a_victim(
      String queue, UnqueuedPreemptor unqueued, String until) {
    RunningGang gang = Gangs.gang(queue, Gangs.NOON, Gangs.group("sg", 1, 1));

    assertThat(
            until(
                rules(
                        Benefit.PREEMPTOR,
                        unqueued,
                        Queues.pools("2s", "3s"),
                        ElasticSelection.ORDERED)
                    .refusal("sg-0", gang, Gangs.NOON)))
        .isEqualTo(until);
  }

  @ParameterizedTest
  @CsvSource({
    "ORDERED,            sg-2, free",
    "ORDERED,            sg-1, free",
    "ORDERED,            sg-0, 12:00:10",
    "ANY_WITHIN_SURPLUS, sg-0, free"
  })
  void surplus_may_go(ElasticSelection selection, String uid, String until) {
    RunningGang gang = Gangs.gang("team", Gangs.NOON, Gangs.group("sg", 1, 3));

    assertThat(
            until(
                rules(
                        Benefit.PREEMPTOR,
                        UnqueuedPreemptor.FOREIGN_TOP_LEVEL,
                        NodePools.NONE,
                        selection)
                    .refusal(uid, gang, Gangs.NOON)))
        .isEqualTo(until);
  }

  @Test
  void what_runs_without_a_record_is_judged_by_its_pods() {
    RunningGang gang = Gangs.gang("team", null, Gangs.group("sg", 1, 1));

    assertThat(
            until(
                rules(Benefit.PREEMPTOR, UnqueuedPreemptor.FOREIGN_TOP_LEVEL)
                    .refusal("sg-0", gang, Gangs.NOON)))
        .isEqualTo("12:00:10");
  }
}
