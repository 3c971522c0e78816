package dev.coppice.testkit.oracle;

import dev.coppice.api.Names;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Whom each PodClique of a set has to wait for, told from the template and the live scales. */
final class DemandedParents {

  private final RecordedSet set;
  private final SetMembers members;

  DemandedParents(RecordedSet set, SetMembers members) {
    this.set = set;
    this.members = members;
  }

  /** The parents of what belongs to the base gang. */
  List<String> inBaseGang(int replica, String clique) {
    return named(clique).flatMap(parent -> expanded(replica, parent)).toList();
  }

  /** The parents of a clique in one replica of its group. */
  List<String> inGroup(int replica, RecordedSet.Group group, int groupReplica, String clique) {
    return groupReplica < members.inBaseGang(replica, group)
        ? inBaseGang(replica, clique)
        : named(clique)
            .filter(group.cliques()::contains)
            .map(p -> Names.groupPodClique(set.name(), replica, group.name(), groupReplica, p))
            .toList();
  }

  private Stream<String> named(String clique) {
    return switch (set.template().path("cliqueStartupType").asText()) {
      case "CliqueStartupTypeInOrder" ->
          set.cliques().stream()
              .takeWhile(name -> !name.equals(clique))
              .reduce((_, b) -> b)
              .stream();
      case "CliqueStartupTypeExplicit" ->
          RecordedSet.texts(set.clique(clique).path("spec").path("startsAfter")).stream()
              .distinct();
      default -> Stream.empty();
    };
  }

  private Stream<String> expanded(int replica, String parent) {
    return set.groupOf(parent)
        .map(group ->
            IntStream.range(0, members.inBaseGang(replica, group))
                .mapToObj(j -> Names.groupPodClique(set.name(), replica, group.name(), j, parent)))
        .orElseGet(() -> Stream.of(Names.standalonePodClique(set.name(), replica, parent)));
  }
}
