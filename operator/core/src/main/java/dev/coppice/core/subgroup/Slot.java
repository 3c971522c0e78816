package dev.coppice.core.subgroup;

import dev.coppice.api.Names;

/**
 * The place of one pod in a group, which its replacement takes over.
 *
 * @param number counted through the whole group; 0 is the leader's
 * @param member whose pod it is
 * @param podIndex the index of the pod in its PodClique
 */
public record Slot(int number, GroupMember member, int podIndex) {

  /** The host name of the pod. */
  public String hostname() {
    return Names.hostname(member.podClique(), podIndex);
  }
}
