package dev.coppice.core.subgroup;

import dev.coppice.api.clique.SubGroupPolicyType;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The slots of a group in their subgroups. Where a slot belongs depends on the layout and the size
 * of a subgroup only: subgroups come and go at the end, and no pod moves.
 *
 * @param layout how they are divided
 * @param slots how many slots there are, in whole subgroups; 0 if there is none
 * @param subGroupSize how many slots make a subgroup, the extra leader not counted
 */
public record SubGroups(Layout layout, int slots, int subGroupSize) {

  public SubGroups {
    if (subGroupSize < 1 || slots != layout.aligned(slots, subGroupSize)) {
      throw new IllegalArgumentException(
          "%d slots are no whole subgroups of %d (%s)".formatted(slots, subGroupSize, layout));
    }
  }

  /** Those of a group as its template has it; empty if it cannot be divided so. */
  public static Optional<SubGroups> of(SubGroupPolicyType type, int slots, int subGroupSize) {
    return Layout.of(type, slots, subGroupSize)
        .map(layout -> new SubGroups(layout, slots, subGroupSize));
  }

  /** Those of a group of another number of pods, of which some may be left over. */
  public static SubGroups within(Layout layout, int replicas, int subGroupSize) {
    return new SubGroups(layout, layout.aligned(replicas, subGroupSize), subGroupSize);
  }

  /** How many subgroups there are. */
  public int count() {
    return slots == 0 ? 0 : (slots - layout.lead()) / subGroupSize;
  }

  /** The subgroup that a slot is in; empty for an excluded leader. */
  public OptionalInt index(int slot) {
    Objects.checkIndex(slot, slots);
    if (slot < layout.lead()) {
      return layout == Layout.EXTRA ? OptionalInt.of(0) : OptionalInt.empty();
    }
    return OptionalInt.of((slot - layout.lead()) / subGroupSize);
  }

  /**
   * The place of a slot in its subgroup; empty for a leader that is in none, or one more in its
   * own: with a place it would share that of the first worker.
   */
  public OptionalInt workerIndex(int slot) {
    Objects.checkIndex(slot, slots);
    return slot < layout.lead()
        ? OptionalInt.empty()
        : OptionalInt.of((slot - layout.lead()) % subGroupSize);
  }

  /** The first slot of a subgroup. */
  public int first(int subGroup) {
    Objects.checkIndex(subGroup, count());
    return subGroup == 0 && layout == Layout.EXTRA ? 0 : layout.lead() + subGroup * subGroupSize;
  }

  /** The last slot of a subgroup. */
  public int last(int subGroup) {
    Objects.checkIndex(subGroup, count());
    return layout.lead() + subGroup * subGroupSize + subGroupSize - 1;
  }

  /** The slots of a subgroup, in their order. */
  public IntStream slots(int subGroup) {
    return IntStream.rangeClosed(first(subGroup), last(subGroup));
  }

  /** The slots that do their work together with a slot: its subgroup, or only itself. */
  public IntStream together(int slot) {
    OptionalInt subGroup = index(slot);
    return subGroup.isPresent() ? slots(subGroup.getAsInt()) : IntStream.of(slot);
  }

  /**
   * What counts where pods are compared with a minimum: a subgroup that lacks a pod does nothing,
   * so that only whole ones count, and none without a leader that stands beside them.
   *
   * @param counted the slots whose pod is what is counted: Ready, scheduled or updated
   */
  public int units(Set<Integer> counted) {
    return slots == 0 || (layout.lead() > 0 && !counted.contains(0))
        ? 0
        : layout.lead() + whole(counted) * subGroupSize;
  }

  /**
   * How many subgroups lack no slot. It takes time with what is counted, and not with the number of
   * subgroups, which anybody may scale to whatever it can be.
   *
   * @param counted the slots whose pod is what is counted
   */
  public int whole(Set<Integer> counted) {
    return (int)
        counted.stream()
            .filter(slot -> slot >= 0 && slot < slots)
            .flatMapToInt(slot -> index(slot).stream())
            .distinct()
            .filter(subGroup -> slots(subGroup).allMatch(counted::contains))
            .count();
  }
}
