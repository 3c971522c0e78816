package dev.coppice.core.subgroup;

import dev.coppice.api.clique.SubGroupPolicyType;
import java.util.Optional;

/** How the slots of a group are divided into subgroups of one size; slot 0 is the leader's. */
public enum Layout {

  /** All subgroups are alike, and the leader is in the first. */
  EVEN(0),

  /** The leader is one more in the first subgroup. */
  EXTRA(1),

  /** The leader is in none. */
  EXCLUDED(1);

  private final int lead;

  Layout(int lead) {
    this.lead = lead;
  }

  /**
   * The layout of a group; empty if there is none. It depends on numbers alone: what a subgroup is
   * must not depend on the resources of its pods.
   *
   * @param slots how many slots the group has
   * @param subGroupSize how many of them make a subgroup
   */
  public static Optional<Layout> of(SubGroupPolicyType type, int slots, int subGroupSize) {
    if (subGroupSize < 1) {
      return Optional.empty();
    }
    if (type == SubGroupPolicyType.LEADER_EXCLUDED) {
      return EXCLUDED.isAligned(slots, subGroupSize) ? Optional.of(EXCLUDED) : Optional.empty();
    }
    if (EVEN.isAligned(slots, subGroupSize)) {
      return Optional.of(EVEN);
    }
    return EXTRA.isAligned(slots, subGroupSize) ? Optional.of(EXTRA) : Optional.empty();
  }

  /** How many slots there are beside those that are divided: the leader's, or none. */
  public int lead() {
    return lead;
  }

  /** Whether so many slots make whole subgroups, at least one. */
  public boolean isAligned(int slots, int subGroupSize) {
    return slots > 0 && slots == aligned(slots, subGroupSize);
  }

  /** How many of so many slots make whole subgroups; 0 if there is not even one. */
  public int aligned(int slots, int subGroupSize) {
    int divided = Math.max(0, slots) - lead;
    return divided < subGroupSize ? 0 : lead + divided / subGroupSize * subGroupSize;
  }
}
