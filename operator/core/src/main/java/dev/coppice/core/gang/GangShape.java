package dev.coppice.core.gang;

import java.util.List;

/**
 * Which PodCliques a gang consists of.
 *
 * @param name name of the PodGang
 * @param members names of its PodCliques, in the order of its groups
 */
public record GangShape(String name, List<String> members) {

  public GangShape {
    members = List.copyOf(members);
  }
}
