package dev.coppice.core.subgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.SubGroupPolicyType;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What holds for every group that can be divided. */
class SubGroupsPropertyTest {

  private static Stream<SubGroups> small() {
    return Stream.of(SubGroupPolicyType.values())
        .flatMap(type ->
            IntStream.rangeClosed(1, 64)
                .boxed()
                .flatMap(slots ->
                    IntStream.rangeClosed(1, slots)
                        .mapToObj(size -> SubGroups.of(type, slots, size))
                        .flatMap(Optional::stream)));
  }

  @Provide
  Arbitrary<SubGroups> divided() {
    return Combinators.combine(
            Arbitraries.of(Layout.class),
            Arbitraries.integers().between(0, 12),
            Arbitraries.integers().between(1, 20))
        .as((layout, count, size) ->
            new SubGroups(layout, count == 0 ? 0 : layout.lead() + count * size, size));
  }

  @Example
  void there_is_a_layout_exactly_where_the_slots_can_be_divided() {
    for (int slots = 1; slots <= 64; slots++) {
      for (int size = 1; size <= 70; size++) {
        boolean even = slots % size == 0;
        boolean besideLeader = slots > 1 && (slots - 1) % size == 0;
        assertThat(Layout.of(SubGroupPolicyType.LEADER_WORKER, slots, size))
            .isEqualTo(
                even
                    ? Optional.of(Layout.EVEN)
                    : besideLeader ? Optional.of(Layout.EXTRA) : Optional.empty());
        assertThat(Layout.of(SubGroupPolicyType.LEADER_EXCLUDED, slots, size))
            .isEqualTo(besideLeader ? Optional.of(Layout.EXCLUDED) : Optional.empty());
      }
    }
  }

  @Example
  void small_groups_are_divided_without_gap_and_overlap() {
    assertThat(small()).hasSizeGreaterThan(300).allSatisfy(SubGroupsPropertyTest::isPartition);
  }

  @Property
  void every_slot_is_in_one_subgroup_or_a_leader_beside_them(@ForAll("divided") SubGroups groups) {
    isPartition(groups);
  }

  private static void isPartition(SubGroups groups) {
    Set<Integer> seen = new HashSet<>();
    for (int index = 0; index < groups.count(); index++) {
      List<Integer> members = groups.slots(index).boxed().toList();
      boolean withLeader = index == 0 && groups.layout() == Layout.EXTRA;
      assertThat(members).hasSize(groups.subGroupSize() + (withLeader ? 1 : 0));
      Set<Integer> places = new HashSet<>();
      for (int slot : members) {
        assertThat(seen.add(slot)).isTrue();
        assertThat(groups.index(slot)).hasValue(index);
        groups.workerIndex(slot).ifPresent(place -> assertThat(places.add(place)).isTrue());
      }
      assertThat(places)
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, groups.subGroupSize()).boxed().toList());
    }
    if (groups.layout() == Layout.EXCLUDED && groups.slots() > 0) {
      assertThat(groups.index(0)).isEmpty();
      assertThat(seen.add(0)).isTrue();
    }
    assertThat(seen).hasSize(groups.slots()).allMatch(slot -> slot >= 0 && slot < groups.slots());
    if (groups.slots() > 0) {
      assertThat(groups.workerIndex(0).isEmpty()).isEqualTo(groups.layout() != Layout.EVEN);
    }
  }

  @Property
  void nobody_moves_when_subgroups_come_or_go(
      @ForAll("divided") SubGroups groups, @ForAll @IntRange(max = 100) int more) {
    SubGroups grown =
        SubGroups.within(
            groups.layout(),
            Math.max(groups.slots(), groups.layout().lead()) + more * groups.subGroupSize(),
            groups.subGroupSize());

    assertThat(grown.count()).isEqualTo(groups.count() + more);
    for (int slot = 0; slot < groups.slots(); slot++) {
      assertThat(grown.index(slot)).isEqualTo(groups.index(slot));
      assertThat(grown.workerIndex(slot)).isEqualTo(groups.workerIndex(slot));
    }
  }

  @Property
  void of_any_number_of_replicas_as_many_are_kept_as_make_whole_subgroups(
      @ForAll Layout layout,
      @ForAll @IntRange(max = 3_000) int replicas,
      @ForAll @IntRange(min = 1, max = 60) int size) {
    int kept = SubGroups.within(layout, replicas, size).slots();

    assertThat(kept).isBetween(0, replicas);
    assertThat(replicas - kept).isLessThan(kept == 0 ? layout.lead() + size : size);
    assertThat(SubGroups.within(layout, kept, size).slots()).isEqualTo(kept);
  }

  @Property
  void no_more_count_than_there_are_and_a_pod_that_is_lost_never_counts_more(
      @ForAll("divided") SubGroups groups,
      @ForAll @Size(max = 4) Set<@IntRange(max = 60) Integer> down,
      @ForAll @IntRange(max = 240) int another) {
    Set<Integer> all = IntStream.range(0, groups.slots()).boxed().collect(Collectors.toSet());
    Set<Integer> up = new HashSet<>(all);
    up.removeAll(down);
    int units = groups.units(up);
    long pods = up.size();

    assertThat((long) units).isBetween(0L, pods);
    assertThat(units == 0 || (units - groups.layout().lead()) % groups.subGroupSize() == 0)
        .isTrue();
    up.remove(another);
    assertThat(groups.units(up)).isLessThanOrEqualTo(units);
    assertThat(groups.units(all)).isEqualTo(groups.slots());
  }

  @Property
  void slots_and_pods_stand_for_each_other(
      @ForAll @Size(min = 1, max = 6) List<@IntRange(max = 40) Integer> pods) {
    SlotGroup group =
        new SlotGroup(
            GroupName.ofReplica("n", "s-0-g", 0),
            "s-0",
            IntStream.range(0, pods.size())
                .mapToObj(i -> new GroupMember("s-0-g-0-" + i, pods.get(i), List.of()))
                .toList(),
            null);

    Set<String> hosts = new HashSet<>();
    for (int number = 0; number < group.slots(); number++) {
      Slot slot = group.slot(number);
      assertThat(slot.number()).isEqualTo(number);
      assertThat(group.slot(slot.member().podClique(), slot.podIndex())).contains(slot);
      assertThat(hosts.add(slot.hostname())).isTrue();
    }
    assertThat(hosts).hasSize(pods.stream().mapToInt(Integer::intValue).sum());
  }
}
