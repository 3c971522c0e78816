package dev.coppice.core.exclusive;

import dev.coppice.core.pod.PodState;
import java.util.Comparator;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A pod of a group as its domain is decided upon. Pods that have ended neither attract nor repel
 * others, and are none; a training job's pod that has done its work still tells where it was.
 *
 * @param pod the pod
 * @param slot its place in the group
 * @param subGroup the subgroup it belongs to; empty if to none
 * @param epoch in which it was made; {@link #UNMARKED} if nobody wrote it down
 * @param standing what it counts as
 * @param domain that of its node or, as long as it has none, the one that it is kept to; null if
 *     there is none, or the node does not say
 */
public record GroupPod(
    PodState pod,
    int slot,
    OptionalInt subGroup,
    int epoch,
    Standing standing,
    @Nullable String domain) {

  /** The epoch of a pod that was made before its group had domains: nothing is asked of it. */
  public static final int UNMARKED = -1;

  static final Comparator<GroupPod> BY_SLOT =
      Comparator.comparingInt(GroupPod::slot).thenComparing(one -> one.pod().uid());

  /** What a pod counts as. */
  public enum Standing {
    /** A scheduling gate holds it. */
    GATED,
    /** A scheduler looks for a node. */
    RELEASED,
    /** It has a node, and has not ended. */
    BOUND,
    /** It has done its work in a training job. */
    SUCCEEDED,
    /** It is being deleted, and still draws and repels others. */
    LEAVING,
    /** The same on a node where nobody is left to end it, so that nobody waits until it is gone. */
    STUCK
  }

  boolean isLive() {
    return switch (standing) {
      case GATED, RELEASED, BOUND -> true;
      case SUCCEEDED, LEAVING, STUCK -> false;
    };
  }

  boolean isBound() {
    return standing == Standing.BOUND;
  }

  boolean isLeader() {
    return slot == 0;
  }

  boolean isOlderThan(int other) {
    return epoch != UNMARKED && epoch < other;
  }
}
