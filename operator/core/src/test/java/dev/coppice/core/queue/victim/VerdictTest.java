package dev.coppice.core.queue.victim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.queue.MinRuntimes;
import dev.coppice.core.queue.NodePools;
import dev.coppice.core.queue.Queues;
import dev.coppice.core.queue.ReclaimMethod;
import dev.coppice.core.queue.UnqueuedPreemptor;
import dev.coppice.core.queue.victim.GangPod.Standing;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class VerdictTest {

  private static final MinRuntimes LCA = runtimes("LCA");

  private static MinRuntimes runtimes(String method) {
    NodePools pools = Queues.pools("5s", "3s");
    return new MinRuntimes(
        Queues.T,
        method.equals("LCA")
            ? pools
            : new NodePools(
                new NodePools.Pool(
                    pools.cluster().preempt(),
                    pools.cluster().reclaim(),
                    Optional.of(ReclaimMethod.valueOf(method))),
                Map.of()),
        UnqueuedPreemptor.FOREIGN_TOP_LEVEL);
  }

  /** A gang in prod-team2 that has run for so many seconds. */
  private static RunningGang gang(Integer age, SubGroup... groups) {
    return Gangs.gang("prod-team2", age == null ? null : Gangs.NOON.minusSeconds(age), groups);
  }

  private static Verdict verdict(String preemptor, RunningGang gang) {
    return Verdict.of(preemptor, gang, LCA, Gangs.NOON);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          prod-team2, LCA,   10, false
          prod-team2, LCA,   30, true
          prod-team2, LCA,   -,  true
          dev-team1,  LCA,   20, false
          dev-team1,  LCA,   40, true
          dev-team1,  QUEUE, 20, false
          dev-team1,  QUEUE, 32, false
          dev-team1,  LCA,   32, true
          """)
  void a_gang_that_needs_all_its_pods(
      String preemptor, String method, Integer age, boolean mayBeTaken) {
    RunningGang gang = gang(age, Gangs.group("sg", 1, 1));
    Verdict verdict = Verdict.of(preemptor, gang, runtimes(method), Gangs.NOON);

    assertThat(verdict.takeable().isEmpty()).isEqualTo(!mayBeTaken);
    assertThat(verdict.permits(Set.of("sg-0"), ElasticSelection.ORDERED)).isEqualTo(mayBeTaken);
    assertThat(verdict.permits(Set.of("sg-0"), ElasticSelection.ANY_WITHIN_SURPLUS))
        .isEqualTo(mayBeTaken);
  }

  @ParameterizedTest
  @CsvSource({
    "prod-team2, 10, 1, sg-2, true",
    "prod-team2, 10, 2, sg-2 sg-1, false",
    "dev-team1, 20, 1, sg-2, true",
    "dev-team1, 20, 2, sg-2 sg-1, false",
    "dev-team1, 20, 1, sg-2 sg-1, true",
    "dev-team1, 20, 1, sg-2 sg-1 sg-0, false",
    "dev-team1, 40, 2, sg-2 sg-1 sg-0, true",
  })
  void a_gang_that_has_more_than_it_needs(
      String preemptor, int age, int minAvailable, String victims, boolean allowed) {
    Verdict verdict = verdict(preemptor, gang(age, Gangs.group("sg", minAvailable, 3)));

    assertThat(verdict.permits(List.of(victims.split(" ", -1)), ElasticSelection.ORDERED))
        .isEqualTo(allowed);
    assertThat(
            verdict.permits(List.of(victims.split(" ", -1)), ElasticSelection.ANY_WITHIN_SURPLUS))
        .isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({"ORDERED, false", "ANY_WITHIN_SURPLUS, true"})
  void which_pods_go_is_a_matter_of_the_selection(ElasticSelection selection, boolean allowed) {
    Verdict verdict = verdict("dev-team1", gang(20, Gangs.group("sg", 1, 3)));

    assertThat(verdict.permits(Set.of("sg-0"), selection)).isEqualTo(allowed);
  }

  @ParameterizedTest
  @EnumSource(ElasticSelection.class)
  void each_sub_group_keeps_its_minimum(ElasticSelection selection) {
    RunningGang gang = gang(20, Gangs.group("a", 1, 2), Gangs.group("b", 2, 2));
    Verdict verdict = verdict("dev-team1", gang);

    assertThat(Gangs.uids(verdict.takeable())).isEqualTo("a-1");
    assertThat(verdict.surplus()).isEqualTo(Map.of("a", 1));
    assertThat(verdict.permits(Set.of("a-1"), selection)).isTrue();
    assertThat(verdict.permits(Set.of("b-1"), selection)).isFalse();
    assertThat(verdict.permits(Set.of("a-1", "b-1"), selection)).isFalse();
    assertThat(verdict.permits(Set.of("b-1", "of-somebody-else"), selection)).isFalse();
    assertThat(verdict.permits(Set.of("of-somebody-else"), selection)).isTrue();
  }

  @ParameterizedTest
  @EnumSource(ElasticSelection.class)
  void what_is_never_evicted_gives_no_surplus_either(ElasticSelection selection) {
    MinRuntimes never =
        new MinRuntimes(Queues.T, Queues.pools("-1", "-1"), UnqueuedPreemptor.FOREIGN_TOP_LEVEL);
    RunningGang gang = Gangs.gang(null, null, Gangs.group("sg", 1, 3));
    Verdict verdict = Verdict.of("dev", gang, never, Gangs.NOON);

    assertThat(verdict.takeable()).isEmpty();
    assertThat(verdict.permits(Set.of("sg-2"), selection)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "TERMINATING, true, true",
    "ENDED, true, true",
    "UNBOUND, true, false",
    "ACTIVE, false, false",
  })
  void what_holds_no_place_is_free(Standing standing, boolean free, boolean freeOfNever) {
    SubGroup group = new SubGroup("sg", 1, List.of(Gangs.pod("pod", 0, null, standing)));
    Verdict verdict = verdict("dev-team1", gang(20, group));
    MinRuntimes never =
        new MinRuntimes(
            Queues.tree("q - -1/-1"), NodePools.NONE, UnqueuedPreemptor.FOREIGN_TOP_LEVEL);
    Verdict ofNever = Verdict.of("dev", Gangs.gang("q", Gangs.NOON, group), never, Gangs.NOON);

    for (ElasticSelection selection : ElasticSelection.values()) {
      assertThat(verdict.permits(Set.of("pod"), selection)).isEqualTo(free);
      assertThat(ofNever.permits(Set.of("pod"), selection)).isEqualTo(freeOfNever);
    }
  }

  @Test
  void terminating_pods_are_no_surplus() {
    SubGroup group =
        new SubGroup(
            "sg",
            2,
            List.of(
                Gangs.pod("one", 0),
                Gangs.pod("two", 1),
                Gangs.pod("leaving", 2, null, Standing.TERMINATING)));

    assertThat(verdict("dev-team1", gang(20, group)).takeable()).isEmpty();
  }

  @Test
  void all_pods_of_what_is_not_protected_may_be_taken() {
    SubGroup group =
        new SubGroup(
            "sg",
            1,
            List.of(
                Gangs.pod("one", 0),
                Gangs.pod("two", 1),
                Gangs.pod("pending", 2, null, Standing.UNBOUND)));

    assertThat(Gangs.uids(verdict("dev-team1", gang(40, group)).takeable()))
        .isEqualTo("pending two one");
  }

  @Test
  void a_gang_without_a_recorded_start_has_begun_with_its_first_pod() {
    SubGroup group = Gangs.group("sg", 2, 2);
    Instant soon = Gangs.NOON.plusSeconds(5);

    assertThat(Verdict.of("dev-team1", gang(null, group), LCA, soon).protection())
        .isEqualTo(new Protection.NotStarted());
    assertThat(Verdict.of("dev-team1", gang(null, group).started(soon), LCA, soon).protection())
        .isEqualTo(new Protection.NotReached(Gangs.NOON.plusSeconds(30)));
    assertThat(gang(7, group).started(Instant.MAX)).isEqualTo(gang(7, group));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          prod-team2 | 10 | gang ns/gang is protected by minRuntime 15s (queue prod-team2, preemptMinRuntime) until 2026-01-02T12:00:05Z; surplus pods may go: 1 of a, 2 of c
          dev-team1  | 10 | gang ns/gang is protected by minRuntime 30s (queue prod, reclaimMinRuntime) until 2026-01-02T12:00:20Z; surplus pods may go: 1 of a, 2 of c
          dev-team1  | 40 | gang ns/gang was protected by minRuntime 30s (queue prod, reclaimMinRuntime) until 2026-01-02T11:59:50Z
          dev-team1  | -  | gang ns/gang has not started; its minRuntime is 30s (queue prod, reclaimMinRuntime)
          """)
  void the_reason_is_told(String preemptor, Integer age, String text) {
    RunningGang gang =
        gang(age, Gangs.group("a", 1, 2), Gangs.group("b", 1, 1), Gangs.group("c", 0, 2));

    assertThat(verdict(preemptor, gang).text()).isEqualTo(text);
  }

  @Test
  void other_reasons_are_told() {
    RunningGang gang = Gangs.gang("q", Gangs.NOON, Gangs.group("sg", 1, 1));
    MinRuntimes runtimes =
        new MinRuntimes(
            Queues.tree("q - 10m/-1\nopen - 0s/-"),
            Queues.pools("-", "-"),
            UnqueuedPreemptor.FOREIGN_TOP_LEVEL);

    assertThat(Verdict.of("q", gang, runtimes, Gangs.NOON).text())
        .isEqualTo(
            "gang ns/gang is protected by minRuntime 10m (queue q, preemptMinRuntime) until"
                + " 2026-01-02T12:10:00Z");
    assertThat(Verdict.of("open", gang, runtimes, Gangs.NOON).text())
        .isEqualTo("gang ns/gang is never evicted (queue q, reclaimMinRuntime)");
    assertThat(
            Verdict.of(
                    "q",
                    Gangs.gang("open", Gangs.NOON, Gangs.group("sg", 1, 1)),
                    runtimes,
                    Gangs.NOON)
                .text())
        .isEqualTo("gang ns/gang has no minRuntime (default of all node pools)");
  }
}
