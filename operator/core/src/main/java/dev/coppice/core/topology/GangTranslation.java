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
import dev.coppice.core.template.ExclusiveParts;
import dev.coppice.core.tree.GroupSizes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Translates the constraints of a set, which name levels of a topology, into those of its gangs,
 * which name keys of node labels. A level that the topology does not have is left out. A group that
 * a scheduler keeps in a domain of its own has the key of that, where it requires none itself.
 */
public final class GangTranslation {

  private final PodCliqueSet set;
  private final Optional<TopologyLevels> levels;
  private final Optional<ExclusiveParts> kept;

  /**
   * A translation.
   *
   * @param set a set with all its parts
   * @param topology what is known of its topology; unless its levels are, none is translated
   * @param keepsGroups whether a scheduler has to keep groups in domains of their own
   */
  public GangTranslation(PodCliqueSet set, SetTopology topology, boolean keepsGroups) {
    this.set = set;
    this.levels =
        topology instanceof SetTopology.Known known
            ? Optional.of(known.levels())
            : Optional.empty();
    this.kept = keepsGroups ? Optional.of(ExclusiveParts.of(set)) : Optional.empty();
  }

  /** The constraints of the base gang of one replica. */
  public GangConstraints ofBaseGang(int replica, GroupSizes sizes) {
    Map<String, GangTopologyConstraint> ofPodGroups = new HashMap<>();
    CliqueTemplates.standalone(template())
        .forEach(clique ->
            kept(translated(clique.topologyConstraint()), all -> all.key(clique))
                .ifPresent(constraint ->
                    ofPodGroups.put(
                        Names.standalonePodClique(name(), replica, clique.name()), constraint)));
    for (PodCliqueScalingGroupConfig group : template().podCliqueScalingGroups()) {
      for (int index = 0; index < sizes.inBaseGang(replica, group); index++) {
        ofPodGroups.putAll(ofMembers(replica, group, index));
      }
    }
    List<TopologyConstraintGroupConfig> shared =
        template().podCliqueScalingGroups().stream()
            .filter(this::isConstrained)
            .flatMap(group ->
                IntStream.range(0, sizes.inBaseGang(replica, group))
                    .mapToObj(index -> shared(replica, group, index)))
            .toList();
    return GangConstraints.of(
        topologyName(), translated(template().topologyConstraint()), shared, ofPodGroups);
  }

  /** The constraints of the gang of one replica of a group. */
  public GangConstraints ofScaledGang(
      int replica, PodCliqueScalingGroupConfig group, int groupReplica) {
    return GangConstraints.of(
        topologyName(),
        isConstrained(group) ? of(group) : translated(template().topologyConstraint()),
        List.of(),
        ofMembers(replica, group, groupReplica));
  }

  private @Nullable String topologyName() {
    return levels.map(TopologyLevels::topology).orElse(null);
  }

  private boolean isConstrained(PodCliqueScalingGroupConfig group) {
    return (levels.isPresent() && group.topologyConstraint() != null) || of(group).isPresent();
  }

  private Optional<GangTopologyConstraint> of(PodCliqueScalingGroupConfig group) {
    return kept(translated(group.topologyConstraint()), all -> all.key(group));
  }

  private Optional<GangTopologyConstraint> kept(
      Optional<GangTopologyConstraint> own, Function<ExclusiveParts, Optional<String>> key) {
    Optional<PackConstraint> pack = own.map(GangTopologyConstraint::packConstraint);
    return kept.flatMap(key)
        .filter(_ -> pack.map(PackConstraint::required).isEmpty())
        .map(required ->
            new GangTopologyConstraint(
                new PackConstraint(required, pack.map(PackConstraint::preferred).orElse(null))))
        .or(() -> own);
  }

  // It is there without a constraint too: which groups belong together may still be of use.
  private TopologyConstraintGroupConfig shared(
      int replica, PodCliqueScalingGroupConfig group, int groupReplica) {
    return new TopologyConstraintGroupConfig(
        Names.groupReplica(name(), replica, group.name(), groupReplica),
        members(group).map(clique -> nameOf(replica, group, groupReplica, clique)).toList(),
        of(group).orElse(null));
  }

  private Map<String, GangTopologyConstraint> ofMembers(
      int replica, PodCliqueScalingGroupConfig group, int groupReplica) {
    Map<String, GangTopologyConstraint> constraints = new HashMap<>();
    members(group)
        .forEach(clique ->
            translated(clique.topologyConstraint())
                .ifPresent(constraint ->
                    constraints.put(nameOf(replica, group, groupReplica, clique), constraint)));
    return constraints;
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

  private Optional<GangTopologyConstraint> translated(@Nullable TopologyConstraint constraint) {
    if (constraint == null) {
      return Optional.empty();
    }
    PackDomains domains = PackDomains.of(constraint);
    Optional<String> required = key(domains.required());
    Optional<String> preferred = key(domains.preferred());
    return required.isEmpty() && preferred.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new GangTopologyConstraint(
                new PackConstraint(required.orElse(null), preferred.orElse(null))));
  }

  private Optional<String> key(@Nullable String domain) {
    return levels.flatMap(known -> known.key(domain));
  }
}
