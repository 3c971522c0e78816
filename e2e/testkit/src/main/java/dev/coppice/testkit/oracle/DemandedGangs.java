package dev.coppice.testkit.oracle;

import dev.coppice.api.Names;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which gangs a set must have and which PodCliques belong to each, in the order of its groups. What
 * a set replica needs is its base gang, every replica of a group beyond that a gang of its own.
 */
final class DemandedGangs {

  private DemandedGangs() {}

  /** Names of PodCliques by the name of their gang. A gang of nothing is not demanded. */
  static Map<String, List<String>> of(RecordedSet set, SetMembers members) {
    Map<String, List<String>> gangs = new LinkedHashMap<>();
    for (int replica = 0; replica < set.replicas(); replica++) {
      String base = Names.basePodGang(set.name(), replica);
      for (String clique : set.standalone()) {
        add(gangs, base, Names.standalonePodClique(set.name(), replica, clique));
      }
      for (RecordedSet.Group group : set.groups()) {
        int beyond = members.minAvailable(replica, group);
        for (int j = 0; j < members.replicas(replica, group); j++) {
          String gang =
              j < beyond ? base : Names.scaledPodGang(set.name(), replica, group.name(), j, beyond);
          for (String clique : group.cliques()) {
            add(gangs, gang, Names.groupPodClique(set.name(), replica, group.name(), j, clique));
          }
        }
      }
    }
    return gangs;
  }

  private static void add(Map<String, List<String>> gangs, String gang, String clique) {
    gangs.computeIfAbsent(gang, _ -> new ArrayList<>()).add(clique);
  }
}
