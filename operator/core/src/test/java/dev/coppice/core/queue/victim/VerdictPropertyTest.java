package dev.coppice.core.queue.victim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.queue.MinRuntimes;
import dev.coppice.core.queue.NodePools;
import dev.coppice.core.queue.Queues;
import dev.coppice.core.queue.UnqueuedPreemptor;
import dev.coppice.core.queue.victim.GangPod.Standing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

class VerdictPropertyTest {

  @Provide
  Arbitrary<RunningGang> gangs() {
    Arbitrary<GangPod> pod =
        Combinators.combine(
                Arbitraries.integers().between(0, 3),
                Arbitraries.of("1", "2", "x").injectNull(0.5),
                Arbitraries.frequency(
                    Tuple.of(6, Standing.ACTIVE),
                    Tuple.of(1, Standing.UNBOUND),
                    Tuple.of(1, Standing.ENDED),
                    Tuple.of(1, Standing.TERMINATING)))
            .as((age, priority, standing) -> Gangs.pod("", age, priority, standing));
    Arbitrary<SubGroup> group =
        Combinators.combine(
                Arbitraries.integers().between(0, 4).injectNull(0.1), pod.list().ofMaxSize(6))
            .as((minAvailable, pods) -> new SubGroup("", minAvailable, pods));
    Arbitrary<Instant> start =
        Arbitraries.integers().between(0, 120).map(Gangs.NOON::minusSeconds).injectNull(0.1);
    return Combinators.combine(group.list().ofMinSize(1).ofMaxSize(3), start)
        .as((groups, began) -> Gangs.gang("q", began, named(groups)));
  }

  private static SubGroup[] named(List<SubGroup> groups) {
    List<SubGroup> named = new ArrayList<>();
    for (SubGroup group : groups) {
      String name = "sg" + named.size();
      List<GangPod> pods = new ArrayList<>();
      for (GangPod pod : group.pods()) {
        pods.add(
            new GangPod(
                name + "-" + pods.size(),
                pod.createdAt(),
                pod.priority(),
                pod.standing(),
                pod.runningSince()));
      }
      named.add(new SubGroup(name, group.minAvailable(), pods));
    }
    return named.toArray(SubGroup[]::new);
  }

  private static Verdict verdict(RunningGang gang, String minRuntime, Instant now) {
    MinRuntimes runtimes =
        new MinRuntimes(
            Queues.tree("q - -/" + minRuntime),
            NodePools.NONE,
            UnqueuedPreemptor.FOREIGN_TOP_LEVEL);
    return Verdict.of("other", gang, runtimes, now);
  }

  @Property
  void what_is_taken_leaves_each_sub_group_its_minimum(
      @ForAll("gangs") RunningGang gang, @ForAll @IntRange(min = 1, max = 120) int seconds) {
    Verdict verdict = verdict(gang, seconds + "s", Gangs.NOON);
    if (!verdict.protection().holds()) {
      return;
    }
    for (SubGroup group : gang.subGroups()) {
      long active = group.pods().stream().filter(GangPod::active).count();
      long left = active - verdict.takeable().stream().filter(group.pods()::contains).count();
      long needed = group.minAvailable() == null ? active : group.minAvailable();
      assertThat(left).isGreaterThanOrEqualTo(Math.min(active, needed));
      // Nor is anything kept that could go.
      assertThat(left).isLessThanOrEqualTo(Math.max(needed, 0));
    }
    List<String> all = verdict.takeable().stream().map(GangPod::uid).toList();
    for (int i = 0; i <= all.size(); i++) {
      assertThat(verdict.permits(all.subList(0, i), ElasticSelection.ORDERED)).isTrue();
      assertThat(verdict.permits(all.subList(0, i), ElasticSelection.ANY_WITHIN_SURPLUS)).isTrue();
    }
  }

  @Property
  void more_runtime_never_gives_more_pods(
      @ForAll("gangs") RunningGang gang,
      @ForAll @IntRange(min = 0, max = 120) int seconds,
      @ForAll @IntRange(min = 0, max = 120) int more) {
    Set<GangPod> few = Set.copyOf(verdict(gang, seconds + more + "s", Gangs.NOON).takeable());
    Set<GangPod> many = Set.copyOf(verdict(gang, seconds + "s", Gangs.NOON).takeable());

    assertThat(many).containsAll(few);
    assertThat(many).containsAll(verdict(gang, "-1", Gangs.NOON).takeable());
  }

  @Property
  void time_only_gives_more_pods(
      @ForAll("gangs") RunningGang gang,
      @ForAll @IntRange(min = 1, max = 120) int seconds,
      @ForAll @IntRange(min = 0, max = 240) int later) {
    Verdict now = verdict(gang, seconds + "s", Gangs.NOON);
    Verdict then = verdict(gang, seconds + "s", Gangs.NOON.plusSeconds(later));

    assertThat(then.takeable()).containsAll(now.takeable());
    now.protection()
        .release()
        .ifPresent(release -> {
          assertThat(verdict(gang, seconds + "s", release).protection().holds()).isFalse();
          assertThat(verdict(gang, seconds + "s", release.minusMillis(1)).protection().holds())
              .isTrue();
        });
  }

  @Property
  void the_order_of_objects_does_not_matter(@ForAll("gangs") RunningGang gang, @ForAll long seed) {
    Random random = new Random(seed);
    List<SubGroup> groups = new ArrayList<>();
    for (SubGroup group : gang.subGroups()) {
      List<GangPod> pods = new ArrayList<>(group.pods());
      Collections.shuffle(pods, random);
      groups.add(new SubGroup(group.name(), group.minAvailable(), pods));
    }
    Collections.shuffle(groups, random);
    RunningGang shuffled = Gangs.gang("q", gang.startTime(), groups.toArray(SubGroup[]::new));

    for (String minRuntime : List.of("0s", "60s", "-1")) {
      assertThat(verdict(shuffled, minRuntime, Gangs.NOON).takeable())
          .isEqualTo(verdict(gang, minRuntime, Gangs.NOON).takeable());
    }
  }
}
