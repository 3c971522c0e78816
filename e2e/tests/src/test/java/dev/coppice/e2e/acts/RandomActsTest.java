package dev.coppice.e2e.acts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.e2e.acts.RandomActs.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomActsTest {

  private static final Duration LENGTH = Duration.ofMinutes(15);

  private static List<Act> acts(long seed) {
    return RandomActs.of(seed, LENGTH).stream().map(Step::act).toList();
  }

  @Test
  void a_seed_always_stands_for_the_same_acts() {
    assertThat(RandomActs.of(7, LENGTH))
        .isEqualTo(RandomActs.of(7, LENGTH))
        .isNotEqualTo(RandomActs.of(8, LENGTH));
  }

  @Test
  void ten_sets_and_their_queues_are_made_first() {
    assertThat(RandomActs.beginning())
        .filteredOn(Act.Apply.class::isInstance)
        .hasSize(10)
        .doesNotHaveDuplicates();
    assertThat(RandomActs.beginning())
        .filteredOn(Act.EditQueue.class::isInstance)
        .map(act -> ((Act.EditQueue) act).queue())
        .contains(RandomActs.TEAM);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void a_quarter_of_an_hour_has_acts_of_every_kind(long seed) {
    assertThat(acts(seed))
        .map(Object::getClass)
        .contains(Act.class.getPermittedSubclasses())
        .hasSizeBetween(300, 900);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void one_act_comes_every_one_to_three_seconds_and_a_kill_every_forty(long seed) {
    List<Step> steps = RandomActs.of(seed, LENGTH);

    assertThat(steps)
        .map(Step::pause)
        .allMatch(pause -> pause.toMillis() >= 1_000 && pause.toMillis() <= 3_000);
    Duration since = Duration.ZERO;
    for (Step step : steps) {
      since = since.plus(step.pause());
      if (step.act() instanceof Act.KillProcesses) {
        assertThat(since).isBetween(Duration.ofSeconds(40), Duration.ofSeconds(43));
        since = Duration.ZERO;
      }
    }
    assertThat(since).isLessThan(Duration.ofSeconds(43));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void a_node_is_drained_when_no_other_is_and_takes_pods_at_the_end(long seed) {
    List<Integer> drained = new ArrayList<>();
    for (Act act : acts(seed)) {
      switch (act) {
        case Act.Drain(int node) -> {
          assertThat(drained).isEmpty();
          drained.add(node);
        }
        case Act.Uncordon(int node) -> {
          assertThat(drained).containsExactly(node);
          drained.clear();
        }
        default -> {}
      }
    }
    assertThat(drained).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void an_act_names_nothing_that_does_not_exist_then(long seed) {
    Existence existence = new Existence();
    acts(seed).forEach(existence::judge);
  }

  /** Counts replicas once more, by the names alone: none of them has a dash of its own. */
  private static final class Existence {

    private static final int NAME_OF_REPLICA = 2;
    private static final int NAME_OF_MEMBER = 5;
    private static final int MOST_MEMBERS_AT_FIRST = 2;

    private final Map<String, Integer> replicas = new HashMap<>();
    private final Map<String, Integer> members = new HashMap<>();

    Existence() {
      for (MixedSet set : MixedSet.ALL) {
        replicas.put(set.name(), set.replicas());
      }
    }

    void judge(Act act) {
      switch (act) {
        case Act.Scale(String kind, String name, int wanted) when kind.equals("pcs") ->
            assertThat(replicas.put(name, wanted)).isNotNull();
        case Act.Scale(String kind, String name, int wanted) -> {
          exists(name);
          if (kind.equals("pcsg")) {
            members.put(name, wanted);
          }
        }
        case Act.Recreate(MixedSet set, int count, int image) -> {
          assertThat(replicas).containsEntry(set.name(), count);
          members.keySet().removeIf(name -> name.startsWith(set.name() + "-"));
        }
        case Act.Apply(MixedSet set, int count, int image) ->
            assertThat(replicas).containsEntry(set.name(), count);
        case Act.Restart(String set, int value) -> assertThat(replicas).containsKey(set);
        case Act.Delete(String kind, String name) -> exists(name);
        case Act.DeletePod(String clique, int place) -> exists(clique);
        case Act.ForceDeletePod(String clique, int place) -> exists(clique);
        case Act.Drain(int node) -> assertThat(node).isBetween(0, RandomActs.NODES - 1);
        case Act.Uncordon _,
            Act.EditQueue _,
            Act.KillProcesses _,
            Act.StallEtcd _,
            Act.RestartApiServer _ -> {}
      }
    }

    private void exists(String name) {
      List<String> parts = List.of(name.split("-", -1));
      assertThat(parts).hasSizeGreaterThanOrEqualTo(NAME_OF_REPLICA);
      assertThat(Integer.parseInt(parts.get(1)))
          .as(name)
          .isLessThan(replicas.getOrDefault(parts.getFirst(), 0));
      if (parts.size() == NAME_OF_MEMBER) {
        String group = String.join("-", parts.subList(0, 3));
        assertThat(Integer.parseInt(parts.get(3)))
            .as(name)
            .isLessThan(members.getOrDefault(group, MOST_MEMBERS_AT_FIRST));
      }
    }
  }
}
