package dev.coppice.core.subgroup;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Pods that count as one: a leader and those that work with it. Their slots are counted through its
 * members in their order.
 *
 * @param name what tells it from others
 * @param subdomain in which its pods have their names
 * @param members the PodCliques that it consists of
 * @param subGroups how it is divided; null if it is not
 */
public record SlotGroup(
    GroupName name, String subdomain, List<GroupMember> members, @Nullable SubGroups subGroups) {

  public SlotGroup {
    members = List.copyOf(members);
    if (subGroups != null && subGroups.slots() != slots(members)) {
      throw new IllegalArgumentException(
          "%d slots are divided as %d".formatted(slots(members), subGroups.slots()));
    }
  }

  /** How many slots it has. */
  public int slots() {
    return slots(members);
  }

  private static int slots(List<GroupMember> members) {
    return Math.toIntExact(members.stream().mapToLong(GroupMember::pods).sum());
  }

  /**
   * A slot by its number.
   *
   * @throws IndexOutOfBoundsException if there is no such slot
   */
  public Slot slot(int number) {
    int podIndex = number;
    for (GroupMember member : members) {
      if (podIndex >= 0 && podIndex < member.pods()) {
        return new Slot(number, member, podIndex);
      }
      podIndex -= member.pods();
    }
    throw new IndexOutOfBoundsException(number);
  }

  /** The slot of a pod; empty if it has none. */
  public Optional<Slot> slot(String podClique, int podIndex) {
    return members.stream()
        .filter(member -> member.podClique().equals(podClique))
        .filter(member -> podIndex >= 0 && podIndex < member.pods())
        .map(member -> new Slot(offset(podClique) + podIndex, member, podIndex))
        .findFirst();
  }

  /** How many slots stand before those of a member; all if it is none. */
  public int offset(String podClique) {
    return slots(
        members.stream().takeWhile(member -> !member.podClique().equals(podClique)).toList());
  }

  /** The slot of the leader. */
  public Slot leader() {
    return slot(0);
  }

  /** The slots that have to be close to a slot, itself among them; only itself if it has none. */
  Stream<Slot> neighbours(Slot slot) {
    return subGroups == null
        ? Stream.of(slot)
        : subGroups.together(slot.number()).mapToObj(this::slot);
  }

  /** The address of a slot for others of the same namespace. */
  String address(Slot slot) {
    return slot.hostname() + "." + subdomain;
  }
}
