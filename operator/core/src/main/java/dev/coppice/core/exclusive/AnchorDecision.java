package dev.coppice.core.exclusive;

import java.util.List;

/** What has to be done about the domain of a group before any of its pods is let go. */
public sealed interface AnchorDecision {

  /** The PodClique of the leader writes down where the group is. */
  record RecordDomain(int epoch, String domain) implements AnchorDecision {}

  /** The PodClique of the leader writes down that the group looks for a domain anew. */
  record NextEpoch(int epoch) implements AnchorDecision {}

  /**
   * Pods that were made for an earlier search are deleted, each by its own PodClique, and made
   * again.
   */
  record DeleteOlder(List<GroupPod> pods) implements AnchorDecision {
    public DeleteOlder {
      pods = List.copyOf(pods);
    }
  }

  /**
   * Pods that are in another domain than their group, or can only get there, are deleted, each by
   * its own PodClique, and made again.
   *
   * @param kept the domain of the group
   */
  record DeleteSplit(String kept, List<GroupPod> pods) implements AnchorDecision {
    public DeleteSplit {
      pods = List.copyOf(pods);
    }
  }

  /** Nothing: pods are let go as {@link GroupGates} says. */
  record Settled() implements AnchorDecision {}
}
