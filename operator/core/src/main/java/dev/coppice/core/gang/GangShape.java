package dev.coppice.core.gang;

import java.util.List;

/**
 * Which PodCliques a gang consists of.
 *
 * @param name name of the PodGang
 * @param replica index of the replica of the set
 * @param scaled whether it is a replica of a scaling group beyond the minimum
 * @param units names of its PodCliques, in the order of its groups; those that come and go together
 *     are one list: the standalone ones, and each replica of a scaling group
 */
public record GangShape(String name, int replica, boolean scaled, List<List<String>> units) {

  public GangShape {
    units = units.stream().map(List::copyOf).toList();
  }

  /** Names of its PodCliques, in the order of its groups. */
  public List<String> members() {
    return units.stream().flatMap(List::stream).toList();
  }
}
