package dev.coppice.core.tree;

import dev.coppice.api.Names;
import dev.coppice.api.set.CliqueStartupType;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.template.CliqueTemplates;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which PodCliques have to be up before the containers of another one start. What belongs to the
 * base gang waits for the base gang's part of its parents; a replica of a group beyond it waits for
 * its own siblings only.
 */
public final class StartupParents {

  private final String setName;
  private final PodCliqueSetTemplate template;
  private final GroupSizes sizes;

  /**
   * The order of one set.
   *
   * @param set the set, defaulted
   * @param sizes how large its groups are
   */
  public StartupParents(PodCliqueSet set, GroupSizes sizes) {
    this.setName = set.getMetadata().getName();
    this.template = set.getSpec().template();
    this.sizes = sizes;
  }

  /** The parents of a standalone clique in one set replica. */
  public List<String> ofStandalone(int replica, PodCliqueTemplate clique) {
    return inBaseGang(replica, clique);
  }

  /** The parents of a clique in one replica of its group. */
  public List<String> ofMember(
      int replica, PodCliqueScalingGroupConfig group, int groupReplica, PodCliqueTemplate clique) {
    if (groupReplica < sizes.inBaseGang(replica, group)) {
      return inBaseGang(replica, clique);
    }
    return parents(clique)
        .filter(group.cliqueNames()::contains)
        .map(parent -> Names.groupPodClique(setName, replica, group.name(), groupReplica, parent))
        .toList();
  }

  private List<String> inBaseGang(int replica, PodCliqueTemplate clique) {
    return parents(clique).flatMap(parent -> expand(replica, parent)).toList();
  }

  private Stream<String> parents(PodCliqueTemplate clique) {
    CliqueStartupType type =
        Objects.requireNonNullElse(template.cliqueStartupType(), CliqueStartupType.ANY_ORDER);
    return switch (type) {
      case ANY_ORDER -> Stream.empty();
      case IN_ORDER -> before(clique);
      case EXPLICIT -> clique.spec().startsAfter().stream().distinct();
    };
  }

  private Stream<String> before(PodCliqueTemplate clique) {
    List<String> names = template.cliques().stream().map(PodCliqueTemplate::name).toList();
    int position = names.indexOf(clique.name());
    return position > 0 ? Stream.of(names.get(position - 1)) : Stream.empty();
  }

  private Stream<String> expand(int replica, String parent) {
    return CliqueTemplates.groupOf(template, parent)
        .map(group ->
            IntStream.range(0, sizes.inBaseGang(replica, group))
                .mapToObj(j -> Names.groupPodClique(setName, replica, group.name(), j, parent)))
        .orElseGet(() -> Stream.of(Names.standalonePodClique(setName, replica, parent)));
  }
}
