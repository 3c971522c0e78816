package dev.coppice.core.exclusive;

import dev.coppice.core.pod.NodeDomain;
import java.util.Optional;

/** Whether the scheduler may have a pod of a group. */
public sealed interface Opening {

  /**
   * It may.
   *
   * @param domain the nodes that the pod is kept to; empty if it chooses
   */
  record Open(Optional<NodeDomain> domain) implements Opening {}

  /** It may not yet. */
  record Held(Reason reason) implements Opening {}

  /** Why it may not, in the order in which it is told. */
  enum Reason {
    /** An old pod of the subgroup is there, and would draw new ones to its nodes. */
    OLD_PODS,
    /** Where the group is cannot be told: the label is missing on the nodes it runs on. */
    LABEL_MISSING,
    /** Its own nodeSelector names another domain than the one the group is in. */
    OTHER_SELECTOR,
    /** The leader has no node yet, or what is seen is about to change. */
    LEADER_UNBOUND
  }
}
