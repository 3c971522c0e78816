package dev.coppice.core.topology;

import dev.coppice.api.Names;
import dev.coppice.api.gang.GangTopologyConstraint;
import dev.coppice.api.gang.PackConstraint;
import dev.coppice.api.gang.TopologyConstraintGroupConfig;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.api.topology.TopologyConstraint;
import dev.coppice.core.admission.topology.PackDomains;
import dev.coppice.core.admission.topology.TopologyLevels;
import dev.coppice.core.template.CliqueTemplates;
import dev.coppice.core.tree.GroupSizes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Translates the constraints of a set, which name levels of a topology, into those of its gangs,
 * which name keys of node labels. A level that the topology does not have is left out.
 */
public final class GangTranslation {

  private final PodCliqueSet set;
  private final SetTopology topology;

  /**
   * A translation.
   *
   * @param set a set with all its parts
   * @param topology what is known of its topology; unless its levels are, nothing is translated
   */
  public GangTranslation(PodCliqueSet set, SetTopology topology) {
    this.set = set;
    this.topology = topology;
  }

  /** The constraints of the base gang of one replica. */
  public GangConstraints ofBaseGang(int replica, GroupSizes sizes) {
    return topology instanceof SetTopology.Known known
        ? base(replica, sizes, known.levels())
        : GangConstraints.NONE;
  }

  /** The constraints of the gang of one replica of a group. */
  public GangConstraints ofScaledGang(
      int replica, PodCliqueScalingGroupConfig group, int groupReplica) {
    return topology instanceof SetTopology.Known known
        ? scaled(replica, group, groupReplica, known.levels())
        : GangConstraints.NONE;
  }

  private GangConstraints base(int replica, GroupSizes sizes, TopologyLevels levels) {
    Map<String, GangTopologyConstraint> ofPodGroups = new HashMap<>();
    CliqueTemplates.standalone(template())
        .forEach(clique ->
            put(
                ofPodGroups,
                Names.standalonePodClique(name(), replica, clique.name()),
                clique,
                levels));
    for (PodCliqueScalingGroupConfig group : template().podCliqueScalingGroups()) {
      for (int index = 0; index < sizes.inBaseGang(replica, group); index++) {
        ofPodGroups.putAll(ofMembers(replica, group, index, levels));
      }
    }
    List<TopologyConstraintGroupConfig> shared =
        template().podCliqueScalingGroups().stream()
            .flatMap(group ->
                Stream.ofNullable(group.topologyConstraint())
                    .map(constraint -> translated(constraint, levels))
                    .flatMap(constraint ->
                        IntStream.range(0, sizes.inBaseGang(replica, group))
                            .mapToObj(index -> shared(replica, group, index, constraint))))
            .toList();
    return GangConstraints.of(
        levels.topology(),
        translated(template().topologyConstraint(), levels),
        shared,
        ofPodGroups);
  }

  private GangConstraints scaled(
      int replica, PodCliqueScalingGroupConfig group, int groupReplica, TopologyLevels levels) {
    TopologyConstraint constraint =
        group.topologyConstraint() == null
            ? template().topologyConstraint()
            : group.topologyConstraint();
    return GangConstraints.of(
        levels.topology(),
        translated(constraint, levels),
        List.of(),
        ofMembers(replica, group, groupReplica, levels));
  }

  // It is there without a constraint too: which groups belong together may still be of use.
  private TopologyConstraintGroupConfig shared(
      int replica,
      PodCliqueScalingGroupConfig group,
      int groupReplica,
      Optional<GangTopologyConstraint> constraint) {
    return new TopologyConstraintGroupConfig(
        Names.groupReplica(name(), replica, group.name(), groupReplica),
        members(group).map(clique -> nameOf(replica, group, groupReplica, clique)).toList(),
        constraint.orElse(null));
  }

  private Map<String, GangTopologyConstraint> ofMembers(
      int replica, PodCliqueScalingGroupConfig group, int groupReplica, TopologyLevels levels) {
    Map<String, GangTopologyConstraint> constraints = new HashMap<>();
    members(group)
        .forEach(clique ->
            put(constraints, nameOf(replica, group, groupReplica, clique), clique, levels));
    return constraints;
  }

  private static void put(
      Map<String, GangTopologyConstraint> constraints,
      String podClique,
      PodCliqueTemplate clique,
      TopologyLevels levels) {
    translated(clique.topologyConstraint(), levels)
        .ifPresent(constraint -> constraints.put(podClique, constraint));
  }

  private Stream<PodCliqueTemplate> members(PodCliqueScalingGroupConfig group) {
    return CliqueTemplates.named(template(), group.cliqueNames()).stream();
  }

  private String nameOf(
      int replica, PodCliqueScalingGroupConfig group, int groupReplica, PodCliqueTemplate clique) {
    return Names.groupPodClique(name(), replica, group.name(), groupReplica, clique.name());
  }

  private PodCliqueSetTemplate template() {
    return set.getSpec().template();
  }

  private String name() {
    return set.getMetadata().getName();
  }

  private static Optional<GangTopologyConstraint> translated(
      @Nullable TopologyConstraint constraint, TopologyLevels levels) {
    if (constraint == null) {
      return Optional.empty();
    }
    PackDomains domains = PackDomains.of(constraint);
    Optional<String> required = levels.key(domains.required());
    Optional<String> preferred = levels.key(domains.preferred());
    return required.isEmpty() && preferred.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new GangTopologyConstraint(
                new PackConstraint(required.orElse(null), preferred.orElse(null))));
  }
}
